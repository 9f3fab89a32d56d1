"""It counts its own turns."""

from sound import Sound, say


class TurnNumbers(Sound):
    turns = 0

    def new_game(self) -> None:
        self.turns = 0
        super().new_game()

    def answer(self, number: int, move: str) -> None:
        self.turns += 1
        say(f"move {self.turns} {move}")


TurnNumbers().run()
