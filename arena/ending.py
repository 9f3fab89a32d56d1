"""What a run's end is told by, beside its ratings: a verdict, or standings."""

from __future__ import annotations

from collections.abc import Iterator

from arena import trial
from arena.plan import formats
from arena.standings import standings_table
from arena.store.planned import planned
from arena.store.store import Store
from arena.views.output import to_table


def ending(store: Store) -> Iterator[str]:
    """The texts that the run's format ends with."""
    name = planned(store.header).format
    if name == trial.FORMAT:
        yield str(trial.told_by(store))
    if formats.load(name).TRAITS.standings:
        table = standings_table(store)
        yield to_table(table.shown, table.title)
