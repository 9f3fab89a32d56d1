"""It thinks longer than it has once more than thirty squares are filled."""

import time

from sound import Sound


class FullBoards(Sound):
    plays = ("veletas",)

    def go(self, number: int, terms: list[str]) -> None:
        rows = self.state.split()[0].replace("/", "")
        if len(rows) - rows.count(".") > 30:
            time.sleep(0.13)
        super().go(number, terms)


FullBoards().run()
