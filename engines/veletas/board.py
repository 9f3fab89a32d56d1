"""Squares, lines and groups of a Veletas board: tables for speed, made once for each size.

A square is a number, its place in the text of the board (ROWS: the top rank first, ranks
separated by one character). So a step up or down is `width` = size + 1, and a walk off the side
of the board lands on a separator, never on the next rank. A set of squares is an int with the
bits `1 << square`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from itertools import chain
from operator import getitem, or_
from random import Random
from typing import Final

SHOOTERS: Final[Mapping[int, int]] = {7: 3, 9: 5, 10: 7}
"""The sizes that are played, and how many shooters each has."""


class _Sight(dict[int, int]):
    """What one square sees along one line: the stones that block it → the squares it sees.

    Filled as positions ask for it: most ways to occupy a line never come up.
    """

    def __init__(self, between: Mapping[int, int]) -> None:
        super().__init__()
        self._between = between

    def __missing__(self, stones: int) -> int:
        seen = union(end for end, passed in self._between.items() if not passed & stones)
        self[stones] = seen
        return seen


_Sights = tuple[int, _Sight, int, _Sight, int, _Sight, int, _Sight]


class Board:
    """The board of one size; `board(size)` is the only one of its size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1
        self._steps = (1, self.width, self.width + 1, self.width - 1)
        self.shooters = SHOOTERS[size]
        self.majority = self.shooters // 2 + 1
        """How many claimed shooters win; also how many White places."""
        self.squares = tuple(
            (size - 1 - rank) * self.width + file for file in range(size) for rank in range(size)
        )
        """All squares, ascending by file, then rank."""
        self.names = {square: self._name(square) for square in self.squares}
        self.number = {name: square for square, name in self.names.items()}
        self.bit = {square: 1 << square for square in self.squares}
        self.inner = tuple(square for square in self.squares if not self._is_edge(square))
        """Where shooters may be placed."""
        self.write = {
            cell: {square: (ord(cell) - ord(".")) << 8 * square for square in self.squares}
            for cell in "bwSBW"
        }
        """`write[cell][square]`, added to `Position.rows`, writes `cell` where a dot was."""
        self.between = {square: self._lanes(square) for square in self.squares}
        """`between[start][end]`: the squares in between, for each `end` on a line of `start`."""
        self._octets = [
            [tuple(base + i for i in range(8) if octet >> i & 1) for octet in range(256)]
            for base in range(0, size * self.width, 8)
        ]
        """For every eight squares in a row of numbers, the members of each set of them."""
        self._sights = {square: self._sight(square) for square in self.squares}

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return board, (self.size,)

    def seen(self, square: int, stones: int) -> int:
        """The squares on the queen's lines of `square`, up to and with the first stone."""
        row, along, column, across, fall, down, rise, up = self._sights[square]
        return (
            along[stones & row] | across[stones & column] | down[stones & fall] | up[stones & rise]
        )

    def around(self, squares: int) -> int:
        """`squares` and all that touch them, corners too (and bits off the board)."""
        wide = squares | squares << 1 | squares >> 1
        return wide | wide << self.width | wide >> self.width

    def largest_group(self, square: int, stones: int) -> int:
        """The size of the largest group of `stones` orthogonally adjacent to `square`, or 0."""
        largest, touching = 0, self._spread(1 << square) & stones
        while touching:
            group = self._group(touching & -touching, stones)
            largest = max(largest, group.bit_count())
            touching &= ~group
        return largest

    def members(self, squares: int) -> list[int]:
        """The squares of a set, ascending by number."""
        octets = squares.to_bytes(len(self._octets), "little")
        return list(chain.from_iterable(map(getitem, self._octets, octets)))

    def spell(self, squares: int) -> list[str]:
        """The names of the squares of a set, ascending by file, then rank."""
        return self.spell_all(self.members(squares))

    def spell_all(self, squares: Iterable[int]) -> list[str]:
        """The names of these squares, in the same order."""
        by_file = sorted(squares, key=lambda s: (s % self.width, -s))
        return [self.names[square] for square in by_file]

    def _name(self, square: int) -> str:
        row, column = divmod(square, self.width)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def _is_edge(self, square: int) -> bool:
        return not {0, self.size - 1}.isdisjoint(divmod(square, self.width))

    def _lanes(self, start: int) -> dict[int, int]:
        lanes: dict[int, int] = {}
        for step in self._steps:
            lanes |= self._line(start, step)
        return lanes

    def _sight(self, square: int) -> _Sights:
        """For each of the four lines, the squares that can block it and what is seen then."""
        lines = [self._line(square, step) for step in self._steps]
        row, column, fall, rise = ((reduce(or_, line.values(), 0), _Sight(line)) for line in lines)
        return (*row, *column, *fall, *rise)

    def _line(self, start: int, step: int) -> dict[int, int]:
        return self._ray(start, step) | self._ray(start, -step)

    def _ray(self, start: int, step: int) -> dict[int, int]:
        ray, passed, end = {}, 0, start + step
        while end in self.names:
            ray[end] = passed
            passed |= 1 << end
            end += step
        return ray

    def _group(self, seed: int, stones: int) -> int:
        group, grown = 0, seed
        while group != grown:
            group, grown = grown, self._spread(grown) & stones
        return group

    def _spread(self, squares: int) -> int:
        sides = squares << 1 | squares >> 1
        return squares | sides | squares << self.width | squares >> self.width


@cache
def board(size: int) -> Board:
    """The board of this size, a key of SHOOTERS."""
    return Board(size)


def union(squares: Iterable[int]) -> int:
    """The set of these squares, each given once."""
    return sum(1 << square for square in squares)


def draw(squares: int, rng: Random) -> int:
    """One square of a set, each with the same chance."""
    before = int(rng.random() * squares.bit_count())
    while before:
        squares &= squares - 1
        before -= 1
    return (squares & -squares).bit_length() - 1
