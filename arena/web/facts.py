"""A run in a line: its games, bots, clock and format."""

from __future__ import annotations

from arena.plan.tournament import Tournament
from arena.store.planned import planned
from arena.store.store import Store
from arena.views.clock_words import clock_words
from arena.web.texts import kind


def facts(store: Store) -> str:
    """What the run of this store is."""
    plan = planned(store.header)
    games = " and ".join(dict.fromkeys(kind(each.game, each.variant) for each in plan.contests))
    bots = f"{len(plan.entrants)} bots"
    return "; ".join((games, bots, _clock(plan), plan.format))


def _clock(plan: Tournament) -> str:
    clocks = {entrant.clock for entrant in plan.entrants}
    return clock_words(list(clocks)) if len(clocks) == 1 else "each bot with its own clock"
