"""It fires claimed shooters too: at a square that any shooter sees."""

from collections.abc import Iterator

from sound import Sound

AROUND = [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]


class LastShooters(Sound):
    plays = ("veletas",)

    def choose(self) -> str:
        rows, _, phase, _ = self.state.split()
        if phase != "play":
            return super().choose()
        return self.rng.choice(sorted(set(seen(rows.split("/")))))


def seen(ranks: list[str]) -> Iterator[str]:
    """The empty squares that shooters see, claimed ones too."""
    size = len(ranks)
    for rank in range(size):
        for file in range(size):
            if ranks[rank][file] in "SBW":
                for up, right in AROUND:
                    yield from along(ranks, rank, file, up, right)


def along(ranks: list[str], rank: int, file: int, up: int, right: int) -> Iterator[str]:
    """The empty squares on one line, up to a stone or the edge."""
    size = len(ranks)
    while 0 <= (rank := rank + up) < size and 0 <= (file := file + right) < size:
        if ranks[rank][file] in "bw":
            return
        if ranks[rank][file] == ".":
            yield "abcdefghij"[file] + str(size - rank)


LastShooters().run()
