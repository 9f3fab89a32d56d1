"""Its chance goes on from game to game."""

from random import Random

from sound import Sound, say


class Determinism(Sound):
    def start(self) -> None:
        self.rng = Random(1)

    def new_game(self) -> None:
        say(f"ready {self.id}")


Determinism().run()
