"""It does not know the word."""

from sound import Sound


class Quit(Sound):
    def quit(self) -> None:
        return


Quit().run()
