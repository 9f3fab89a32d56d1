"""It sits at seat 1, whatever it is told."""

from sound import Sound


class Seats(Sound):
    def choose(self) -> str:
        return super().choose() if self.terms["seat"] == "1" else "a0"


Seats().run()
