"""Veletas, while it is being set up, as the search sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import tree
from battle import Battle

from arena.client import Seat
from engines.base import Move
from engines.veletas.position import CHOOSE, PLACE1
from engines.veletas.state import VeletasState

SAMPLES = 40
"""How many placements are drawn."""


class Setup:
    """A placement or the choice of colours to come."""

    __slots__ = ("_moves", "_rng", "_state", "over", "value")

    def __init__(self, state: VeletasState, rng: Random) -> None:
        self._state, self._rng = state, rng
        self._moves: list[Move] = []
        self.over = False
        self.value = self._rate()

    def arms(self) -> Mapping[Seat, int]:
        (seat,) = self._state.to_move
        if self._state.phase == CHOOSE:
            self._moves = list(self._state.legal(seat))
        else:
            drawn = {self._state.random_move(seat, self._rng) for _ in range(SAMPLES)}
            values = {move: self._view(seat, move).value for move in drawn}
            best_last = sorted(drawn, key=lambda move: (values[move], move))
            self._moves = best_last[::-1] if seat == 1 else best_last
        return {seat: len(self._moves)}

    def after(self, pulled: Mapping[Seat, int]) -> tree.View:
        ((seat, arm),) = pulled.items()
        return self._view(seat, self._moves[arm])

    def move(self, seat: Seat, arm: int) -> str:
        return self._moves[arm]

    def _view(self, seat: Seat, move: Move) -> tree.View:
        state = self._state.play({seat: move})
        return Setup(state, self._rng) if state.in_setup else Battle.of(state)

    def _rate(self) -> float:
        """What seat 1 can expect: of a choice the worse, since the other seat makes it."""
        if self._state.phase == PLACE1:
            return 0.5
        value = Battle.of(self._state).value
        return min(value, 1 - value) if self._state.phase == CHOOSE else value
