"""How far a run is: its games, whether they are being played, how quickly, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arena.plan import fixtures
from arena.plan.tournament import Tournament
from arena.record import GameSpec
from arena.run import VOIDS_TOLERATED, missing, outcomes_of, planned, total_of
from arena.store.lock import is_written
from arena.store.store import Store
from arena.views.pace import Pace, pace

LATEST = 400
"""The pace is told by no more than so many games."""

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


def headway(store: Store, done: int, now: float) -> Headway:
    """Where a store's run stands, of which so many games are done; `now` is the time."""
    plan, going = planned(store.header), is_written(store.path)
    total = done if plan.league.merged else total_of(plan, store)
    voids = store.void_reasons()
    return Headway(
        state="going" if going else "stopped" if _has_more(plan, store, done, total) else "over",
        done=done,
        total=total,
        at_most=fixtures.decides(plan),
        voids=len(voids),
        spoilt_by=voids[-1] if voids else "",
        pace=pace(store.spans(LATEST), now) if going else None,
    )


def _has_more(plan: Tournament, store: Store, done: int, total: int) -> bool:
    """Whether there are games left to play."""
    if plan.league.merged or not fixtures.decides(plan):
        return done < total
    games = missing(plan, store, outcomes_of(store))
    return any(isinstance(step, GameSpec) for step in games)
