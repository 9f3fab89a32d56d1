"""It draws its progress as on a terminal."""

from sound import Sound, write


class LineEnds(Sound):
    def go(self, number: int, terms: list[str]) -> None:
        write("info depth=1\rinfo depth=2\n")
        super().go(number, terms)


LineEnds().run()
