"""It takes seat 1 for Black, whatever was chosen."""

from sound import Sound


class ColourChoice(Sound):
    plays = ("veletas",)

    def choose(self) -> str:
        own = "bw"[self.terms["seat"] == "2"]
        _, side, phase, _ = self.state.split()
        return super().choose() if phase in ("place1", "choose") or side == own else "black"


ColourChoice().run()
