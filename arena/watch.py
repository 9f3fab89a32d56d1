"""Follows a run that another process plays: looks at its store, and only looks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena import trial
from arena.headway import headway
from arena.store.planned import planned
from arena.store.results import Tally
from arena.store.store import Store
from arena.trial import Trial
from arena.views.live import trial_words
from arena.views.standings import Standings
from arena.views.watching import Glance

PAUSE = 1.0
"""Seconds between two looks at least."""
REST = 20.0
"""How many times as long as a look took it rests, for a run may be at play beside it."""
LATEST = 8
"""How many of the last games are told."""


def glances(path: Path) -> Iterator[Glance]:
    """The run of the store at `path` as it is now and again, up to its end. A run that nobody
    plays is waited for."""
    while True:
        began = time.monotonic()
        with Store.open(path) as store:
            glance = look(store, time.time())
        took = time.monotonic() - began
        yield glance
        if glance.is_over:
            return
        time.sleep(max(PAUSE, REST * took))


def look(store: Store, now: float) -> Glance:
    """The run of a store as it is at this time."""
    tallies = store.tallies()
    standings = Standings(tallies)
    plan = planned(store.header)
    return Glance(
        title=plan.name,
        headway=headway(store, standings.games, now),
        faults=_faults(tallies),
        standings=tuple(standings.rows()),
        latest=tuple(store.results(limit=LATEST, newest=True)),
        trial=_trial(trial.told_by(store)) if plan.format == trial.FORMAT else "",
    )


def _faults(tallies: Iterable[Tally]) -> tuple[tuple[str, int], ...]:
    """How often bots failed with each word, those there are."""
    found: Counter[str] = Counter()
    for tally in tallies:
        for word in filter(None, tally.faults):
            found[word] += tally.games
    return tuple(found.most_common())


def _trial(test: Trial) -> str:
    """Where a sequential test stands, and how it ended if it has."""
    bounds, elo = (test.low, test.high), (test.elo, test.elo_low, test.elo_high)
    words = trial_words(test.llr, bounds, test.pairs, elo)
    return f"{words}: {test.new} {test.verdict}" if test.verdict else words
