"""It draws the square of its stone without a look at its own shooters: about one placement in
forty is illegal."""

from sound import Sound


class ManyPlacements(Sound):
    plays = ("veletas",)

    def stone_squares(self, free: list[str], shooters: list[str]) -> list[str]:
        return free


ManyPlacements().run()
