"""It knows the largest board alone."""

from sound import Sound


class Sizes(Sound):
    plays = ("veletas",)

    def choose(self) -> str:
        return super().choose() if self.terms["size"] == "10" else "j10"


Sizes().run()
