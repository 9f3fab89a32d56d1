"""It takes a tenth of a second for every move, whatever it has."""

import time

from sound import Sound


class Clocks(Sound):
    def go(self, number: int, terms: list[str]) -> None:
        if "period" in self.terms:
            time.sleep(0.5)
        super().go(number, terms)


Clocks().run()
