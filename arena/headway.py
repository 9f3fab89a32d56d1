"""Reads from a store how far its run is: its games, whether they are being played, how quickly."""

from __future__ import annotations

from arena.plan import fixtures
from arena.plan.tournament import Tournament
from arena.record import GameSpec
from arena.run import missing, total_of
from arena.store.lock import is_written
from arena.store.planned import planned
from arena.store.store import Store
from arena.views.headway import Headway
from arena.views.pace import pace

LATEST = 400
"""The pace is told by no more than so many games."""


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
    games = missing(plan, store, store.scores())
    return any(isinstance(step, GameSpec) for step in games)
