"""Which squares are the best reply to a player who chooses as greedy does."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest

import outlook
from what_the_shell import favourites, rated

from engines.base import Move, Seat
from engines.what_the_shell import Position

WIDTH = 10
"""How many own squares are looked at, the opponent's favourites besides."""
AHEAD = 2
"""How many turns are looked ahead."""


class Replies:
    """What each square brings on average over all that greedy may choose now and next."""

    def __init__(self, position: Position, seat: Seat, late: Callable[[], bool]) -> None:
        self._position = position
        self._seat = seat
        self._late = late

    def best(self) -> list[str]:
        """The squares that bring most, as far as there was time to look ahead."""
        brought = self._brought(self._position, 1)
        for ahead in range(2, AHEAD + 1):
            for square in sorted(brought, key=brought.__getitem__, reverse=True)[:WIDTH]:
                brought[square] = self._on_average(self._position, square, ahead)
                if self._late():
                    break
        most = max(brought.values())
        return [square for square, value in brought.items() if value == most]

    def _value(self, position: Position, ahead: int) -> float:
        """What can be expected of a position from 0 to 1, after so many turns."""
        if position.outcome:
            return position.outcome.scores[self._seat - 1]
        if not ahead or self._late():
            return outlook.value(position, self._seat)
        return max(self._brought(position, ahead).values())

    def _brought(self, position: Position, ahead: int) -> dict[str, float]:
        own = rated(position, self._seat)
        squares = {*nlargest(WIDTH, own, own.__getitem__), *self._opponents(position)}
        return {square: self._on_average(position, square, ahead) for square in sorted(squares)}

    def _on_average(self, position: Position, square: str, ahead: int) -> float:
        theirs = self._opponents(position)
        return sum(self._after(position, square, other, ahead) for other in theirs) / len(theirs)

    def _after(self, position: Position, square: str, other: str, ahead: int) -> float:
        after = position.play({self._seat: Move(square), 3 - self._seat: Move(other)})
        return self._value(after, ahead - 1)

    def _opponents(self, position: Position) -> list[str]:
        return favourites(position, 3 - self._seat)
