"""The plan of a store's run, as its header keeps it: the tournament, and the stages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from arena.plan.fixtures import Stage
from arena.plan.tournament import Tournament, from_dict
from arena.store.database import NONSENSE, damaged
from arena.store.header import Header


def planned(header: Header) -> Tournament:
    """The tournament that a header's store is the run of. Raises StoreError for a damaged one."""
    with _telling(header, "its tournament makes no sense"):
        return from_dict(json.loads(header.tournament))


def stages_of(header: Header) -> tuple[Stage, ...]:
    """The stages by which a run has grown. Raises StoreError for damaged ones."""
    with _telling(header, "its stages make no sense"):
        return tuple(_stage(*json.loads(text)) for text in header.stages)


def _stage(
    bots: list[str], rounds: int, after: int = 0, placed: Iterable[tuple[str, int]] = ()
) -> Stage:
    return Stage(tuple(bots), rounds, after, tuple((name, games) for name, games in placed))


def written(stages: tuple[Stage, ...]) -> tuple[str, ...]:
    """The stages as a header keeps them."""
    return tuple(map(json.dumps, stages))


@contextmanager
def _telling(header: Header, how: str) -> Iterator[None]:
    try:
        yield
    except NONSENSE as error:
        raise damaged(header.place, how, error) from error
