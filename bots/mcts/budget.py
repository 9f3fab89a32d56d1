"""When to stop searching: after so many playouts, or while the clock still has some to spare."""

from __future__ import annotations

import time
from math import inf

from arena.client import Turn

SHARE = 0.8
"""The part of a turn's budget that is searched."""
RESERVE = 30.0
"""Milliseconds that are left in any case, as far as the budget has so many: the machine may be
busy just when the answer is due."""
LEAST = 0.3
"""The part that is searched even so."""


class Budget:
    """Allows `playouts` of them, and none after `deadline` by `time.monotonic()`."""

    def __init__(self, playouts: float, deadline: float) -> None:
        self.done = 0
        self._playouts = playouts
        self._deadline = deadline

    def allows(self) -> bool:
        """Whether to do another playout; the first is always allowed."""
        if self.done and (self.done >= self._playouts or time.monotonic() >= self._deadline):
            return False
        self.done += 1
        return True


def of(turn: Turn, playouts: int) -> Budget:
    """The turn's budget: a given number of playouts, else the clock's nodes, else its time."""
    if number := playouts or turn.terms.get("nodes", 0):
        return Budget(number, inf)
    searched = max(LEAST * turn.budget, min(SHARE * turn.budget, turn.budget - RESERVE))
    return Budget(inf, turn.started + searched / 1000)
