"""It wants two empty squares to choose from."""

from sound import Sound


class Endings(Sound):
    def choose(self) -> str:
        return "a1" if len(self.legal) < 2 else super().choose()


Endings().run()
