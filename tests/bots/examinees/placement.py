"""It puts the stone on a shooter."""

from sound import Sound


class Placement(Sound):
    plays = ("veletas",)

    def place(self) -> str:
        shooters, _, _ = super().place().partition("/")
        return f"{shooters}/{shooters[:2]}"


Placement().run()
