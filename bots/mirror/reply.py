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


class Replies:
    """What each square brings on average over all that greedy may choose now and next."""

    def __init__(self, position: Position, seat: Seat, late: Callable[[], bool]) -> None:
        self._position = position
        self._seat = seat
        self._late = late

    def best(self) -> list[str]:
        """The squares that bring most; those that look best are judged by the next turn, as far as
        there is time."""
        theirs = self._theirs(self._position)
        brought = self._brought(self._position, theirs)
        for square in sorted(brought, key=brought.__getitem__, reverse=True)[:WIDTH]:
            brought[square] = self._on_average(self._position, square, theirs, self._ahead)
            if self._late():
                break
        most = max(brought.values())
        return [square for square, value in brought.items() if value == most]

    def _brought(self, position: Position, theirs: list[str]) -> dict[str, float]:
        """The squares worth a look, with what they bring by the look of what comes of them."""
        own = rated(position, self._seat)
        squares = {*nlargest(WIDTH, own, own.__getitem__), *theirs}
        return {
            square: self._on_average(position, square, theirs, self._look)
            for square in sorted(squares)
        }

    def _on_average(
        self,
        position: Position,
        square: str,
        theirs: list[str],
        value: Callable[[Position], float],
    ) -> float:
        return sum(value(self._after(position, square, other)) for other in theirs) / len(theirs)

    def _after(self, position: Position, square: str, other: str) -> Position:
        return position.play({self._seat: Move(square), 3 - self._seat: Move(other)})

    def _ahead(self, position: Position) -> float:
        """What can be expected of a position from 0 to 1, if the best square is chosen in it."""
        if position.outcome or self._late():
            return self._look(position)
        return max(self._brought(position, self._theirs(position)).values())

    def _look(self, position: Position) -> float:
        """The same by the look of the position."""
        if position.outcome:
            return position.outcome.scores[self._seat - 1]
        return outlook.value(position, self._seat)

    def _theirs(self, position: Position) -> list[str]:
        return favourites(position, 3 - self._seat)
