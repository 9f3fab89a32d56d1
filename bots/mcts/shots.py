"""Which of the thousands of moves in Veletas are worth a look.

A move is a shooter's journey and a shot. Both are rated by themselves, as if the other were not,
and their gains added up; only what seals a shooter in is rated as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from typing import TYPE_CHECKING

from outlook import HELD
from territory import beside, room

if TYPE_CHECKING:
    from battle import Battle

Shot = tuple[int, int, int]
"""A shooter's square, the square it goes to (the same if it stays), and the stone's square."""
Rated = tuple[float, Shot]

WIDTH = 32
"""How many moves are worth a look."""
JOURNEYS = 8
"""How many journeys have their shots rated."""
STONES = 24
"""How many squares for a stone are rated by the position that the stone leaves."""


def promising(battle: Battle) -> list[Shot]:
    """Moves for the side to move, the most promising first."""
    survey = _Survey(battle)
    return [shot for _, shot in nlargest(WIDTH, survey.rated())]


class _Survey:
    """What the side to move could do."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._position = position = battle.position
        self._board = position.board
        self._sign = 1 if position.side == "b" else -1
        mine = battle.blacks, battle.whites
        self._own, self._others = mine if position.side == "b" else mine[::-1]
        self._reach = {
            1 << square: position.reach(square) for square in _members(position.shooters)
        }
        self._seen = 0
        for reach in self._reach.values():
            self._seen |= reach
        self._stones = {stone: self._gain(_still(stone)) for stone in self._near()}

    def rated(self) -> Iterator[Rated]:
        """Moves with what each gains, in log odds."""
        for stone, gain in self._stones.items():
            if stone & self._seen:
                yield gain, _still(stone)
        for gain, start, end in nlargest(JOURNEYS, self._journeys()):
            yield from self._shots(gain, start, end)

    def _gain(self, shot: Shot) -> float:
        return self._sign * (self._battle.fire(shot).odds - self._battle.odds)

    def _near(self) -> list[int]:
        """Squares for a stone, those beside shooters and own stones first; one at least is seen."""
        board, position = self._board, self._position
        around, seen = board.around(position.shooters), self._seen
        touching = beside(board, position.black if self._sign > 0 else position.white)
        near = around & touching, beside(board, position.shooters), around
        chosen: list[int] = []
        left = position.empty
        for rank in (*near, seen & touching, seen, touching):
            chosen += [1 << square for square in _members(left & rank)]
            left &= ~rank
            if len(chosen) >= STONES:
                break
        return chosen[:STONES]

    def _journeys(self) -> Iterator[tuple[float, int, int]]:
        """Each way to move a shooter, with what the side to move gains by it."""
        empty = self._position.empty
        grips: dict[int, float] = {}
        for start, reach in self._reach.items():
            here = self._grip(start, empty)
            for square in _members(reach):
                end = 1 << square
                if end not in grips:
                    grips[end] = self._grip(end, empty)
                yield grips[end] - here, start, end

    def _grip(self, square: int, empty: int) -> float:
        """What a shooter on this square is worth to the side to move."""
        return self._held(square, room(self._board, square, empty))

    def _held(self, square: int, free: int) -> float:
        if not square & (self._own | self._others):
            return 0.0
        return HELD[free] if square & self._own else -HELD[free]

    def _shots(self, gain: float, start: int, end: int) -> Iterator[Rated]:
        """The shots after a journey."""
        origin, square = start.bit_length() - 1, end.bit_length() - 1
        targets = self._position.targets(origin, square)
        empty = (self._position.empty | start) & ~end
        beside_end = self._board.around(end) & empty
        free = beside_end.bit_count()
        closing = 0.0
        if free == 1:
            for target in _members(beside_end & targets):
                shot = origin, square, target
                yield self._gain(shot), shot
            targets &= ~beside_end
        elif free > 1:
            closing = self._held(end, free - 1) - self._held(end, free)
        for stone, bonus in self._stones.items():
            if stone & targets:
                extra = closing if stone & beside_end else 0.0
                yield gain + bonus + extra, (origin, square, stone.bit_length() - 1)


def _still(stone: int) -> Shot:
    square = stone.bit_length() - 1
    return square, square, square


def _members(squares: int) -> Iterator[int]:
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1
