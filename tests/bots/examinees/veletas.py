"""Late in the game it forgets that a shot is due."""

from sound import Sound


class Veletas(Sound):
    plays = ("veletas",)

    def go(self, number: int, terms: list[str]) -> None:
        self.answer(number, "pass" if number > 15 else self.choose())


Veletas().run()
