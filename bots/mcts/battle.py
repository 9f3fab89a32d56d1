"""Veletas, once all is placed, as the search sees it."""

from __future__ import annotations

from collections.abc import Mapping

import outlook
import shots
from territory import Groups, groups, joined, owners

from arena.client import Seat
from engines.veletas.position import OVER, Position

WON = 20.0
"""Log odds of a game that is won."""


class Battle:
    """A position with the groups of both colours, kept up to date stone by stone."""

    __slots__ = (
        "_shots",
        "black",
        "blacks",
        "odds",
        "over",
        "position",
        "value",
        "white",
        "whites",
    )

    def __init__(self, position: Position, black: Groups, white: Groups) -> None:
        self.position, self.black, self.white = position, black, white
        self.blacks, self.whites = owners(black, white)
        """The squares beside which each colour has the largest group."""
        self.over = position.phase == OVER
        self.odds = self._odds()
        """Black's log odds of winning."""
        chance = outlook.chance(self.odds)
        self.value = chance if position.first == "b" else 1 - chance
        self._shots: list[shots.Shot] = []

    @classmethod
    def of(cls, position: Position) -> Battle:
        """The position as it stands, its groups found anew."""
        board = position.board
        return cls(position, groups(board, position.black), groups(board, position.white))

    def fire(self, shot: shots.Shot) -> Battle:
        """The position after a shot."""
        position, stone = self.position, 1 << shot[2]
        black, white = self.black, self.white
        if position.side == "b":
            black = joined(position.board, black, stone)
        else:
            white = joined(position.board, white, stone)
        return Battle(position.fire(*shot), black, white)

    def arms(self) -> Mapping[Seat, int]:
        self._shots = shots.promising(self)
        return {self.position.to_move[0]: len(self._shots)}

    def after(self, pulled: Mapping[Seat, int]) -> Battle:
        (arm,) = pulled.values()
        return self.fire(self._shots[arm])

    def move(self, seat: Seat, arm: int) -> str:
        names = self.position.board.names
        start, end, target = self._shots[arm]
        return names[target] if start == end else f"{names[start]}-{names[end]}/{names[target]}"

    def _odds(self) -> float:
        if self.over:
            return WON if self.position.winner == "b" else -WON
        return outlook.odds(self.position, self.blacks, self.whites)
