"""It takes every game for the first."""

from sound import Sound, say


class Ready(Sound):
    def new_game(self) -> None:
        say("ready 1")


Ready().run()
