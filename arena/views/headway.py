"""How far a run is, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arena.views.pace import Pace
from arena.workers.runner import VOIDS_TOLERATED

State = Literal["going", "stopped", "over"]
"""Games are being played; there are some left to play; or none."""


@dataclass(frozen=True, slots=True)
class Headway:
    """Where a run stands. It has `total` games at its end, or `at_most` so many; `voids` were
    spoilt, the last for the reason `spoilt_by`. The pace is told while games are being played."""

    state: State
    done: int
    total: int
    at_most: bool
    voids: int
    spoilt_by: str
    pace: Pace | None

    @property
    def share(self) -> float:
        """The part of the games that is done; a run that is over has all."""
        return 1.0 if self.state == "over" else min(1.0, self.done / max(1, self.total))

    @property
    def left(self) -> float | None:
        """Seconds until the end, at this pace; at most, if `at_most`."""
        return (self.total - self.done) / self.pace.rate if self.pace else None

    @property
    def is_spoilt(self) -> bool:
        """Whether more games were spoilt than a sound machine spoils."""
        return self.voids > VOIDS_TOLERATED * (self.done + self.voids)
