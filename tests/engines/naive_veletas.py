"""Veletas once more, as plainly as the rules read: dicts of stones and shooters, walks by steps.

It is slow, refuses nothing, and shares nothing with the reference engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Square = tuple[int, int]

SHOOTERS = {7: (1, 2), 9: (2, 3), 10: (3, 4)}
"""How many shooters the first player and White place."""
SIDES = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIRECTIONS = [*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)]
OTHER = {"b": "w", "w": "b"}


def square(name: str) -> Square:
    return ("abcdefghij".index(name[0]), int(name[1:]) - 1)


def name(at: Square) -> str:
    return "abcdefghij"[at[0]] + str(at[1] + 1)


class Board:
    """A board that changes with each move; it begins empty."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[Square, str] = {}
        self.shooters: dict[Square, str] = {}
        """Square → owner, `S` while unclaimed, then `B` or `W`."""
        self.side, self.phase, self.first = "b", "place1", "-"

    def squares(self) -> list[Square]:
        return [(x, y) for x in range(self.size) for y in range(self.size)]

    def is_empty(self, at: Square) -> bool:
        return at not in self.stones and at not in self.shooters

    def text(self) -> str:
        cells = {**self.stones, **self.shooters}
        ranks = [
            "".join(cells.get((x, y), ".") for x in range(self.size))
            for y in reversed(range(self.size))
        ]
        return f"{'/'.join(ranks)} {self.side} {self.phase} {self.first}"

    def seen(self, start: Square) -> list[Square]:
        """The empty squares on the eight lines, over shooters but not over stones."""
        found = []
        for dx, dy in DIRECTIONS:
            x, y = start[0] + dx, start[1] + dy
            while 0 <= x < self.size and 0 <= y < self.size and (x, y) not in self.stones:
                if self.is_empty((x, y)):
                    found.append((x, y))
                x, y = x + dx, y + dy
        return found

    def unclaimed(self) -> list[Square]:
        return [at for at, owner in self.shooters.items() if owner == "S"]

    def claims(self, colour: str) -> list[Square]:
        return [at for at, owner in self.shooters.items() if owner == colour.upper()]

    def moves(self) -> Iterator[str]:
        """The legal moves; a shot without a shooter's move once for each shooter that sees it."""
        if self.phase == "choose":
            yield from ("black", "white")
        elif self.phase == "play":
            yield from self.shots()
        elif self.phase != "over":
            yield from self.placements()

    def placements(self) -> Iterator[str]:
        count = SHOOTERS[self.size][self.phase == "place2"]
        empty = [at for at in self.squares() if self.is_empty(at)]
        inner = [at for at in empty if 0 < at[0] < self.size - 1 and 0 < at[1] < self.size - 1]
        for shooters in combinations(inner, count):
            for stone in empty:
                if stone not in shooters:
                    yield f"{','.join(map(name, shooters))}/{name(stone)}"

    def shots(self) -> Iterator[str]:
        for start in self.unclaimed():
            for target in self.seen(start):
                yield name(target)
            for end in self.seen(start):
                self.shooters[end] = self.shooters.pop(start)
                shots = [f"{name(start)}-{name(end)}/{name(target)}" for target in self.seen(end)]
                self.shooters[start] = self.shooters.pop(end)
                yield from shots

    def play(self, move: str) -> None:
        """Plays a legal move."""
        if self.phase == "choose":
            self.first, self.phase = OTHER[move[0]], "place2"
            return
        head, _, target = move.rpartition("/")
        if self.phase == "play":
            self.shoot(head)
        else:
            self.shooters |= {square(shooter): "S" for shooter in head.split(",")}
        self.stones[square(target)] = self.side
        if self.phase == "play":
            self.claim_trapped()
        else:
            self.phase = "choose" if self.phase == "place1" else "play"
        self.side = OTHER[self.side]

    def shoot(self, head: str) -> None:
        if head:
            start, end = head.split("-")
            self.shooters[square(end)] = self.shooters.pop(square(start))

    def claim_trapped(self) -> None:
        for at in [at for at in self.unclaimed() if not self.seen(at)]:
            black, white = self.largest(at, "b"), self.largest(at, "w")
            owner = OTHER[self.side] if black == white else "b" if black > white else "w"
            self.shooters[at] = owner.upper()
        if self.winner():
            self.phase = "over"

    def largest(self, shooter: Square, colour: str) -> int:
        beside = [(shooter[0] + dx, shooter[1] + dy) for dx, dy in SIDES]
        return max(len(self.group(at, colour)) for at in beside)

    def group(self, start: Square, colour: str) -> set[Square]:
        group, waiting = set(), [start]
        while waiting:
            x, y = waiting.pop()
            if self.stones.get((x, y)) == colour and (x, y) not in group:
                group.add((x, y))
                waiting += [(x + dx, y + dy) for dx, dy in SIDES]
        return group

    def winner(self) -> str | None:
        for colour in "bw":
            if len(self.claims(colour)) > sum(SHOOTERS[self.size]) / 2:
                return colour
        return None
