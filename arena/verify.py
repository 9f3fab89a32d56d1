"""Holds every game of a run against the rules."""

from __future__ import annotations

from collections.abc import Iterator

from arena.errors import ArenaError
from arena.rules.verify import difference
from arena.store.database import reading
from arena.store.store import Store


def differences(store: Store) -> Iterator[tuple[int, str]]:
    """The games that are not what the rules make of them, by number, and what is wrong with each;
    that it cannot be read, too."""
    for id_ in sorted(store.done()):
        if found := _difference(store, id_):
            yield id_, found


def _difference(store: Store, id_: int) -> str | None:
    try:
        with reading(store.path):
            return difference(store.record(id_))
    except ArenaError as error:
        return str(error)
