"""A run's games as a report holds them: a row for each, and their stories, compressed."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from arena.record import Record
from arena.rules.verify import difference
from arena.store.results import Variant
from arena.store.store import Store
from arena.views.story import Story, story

BATCH = 10
"""How many stories are compressed together: games have much in common."""

Kind = tuple[str, Variant]


@dataclass(frozen=True, slots=True)
class Index:
    """The places by which rows name bots and kinds of games."""

    bots: Mapping[str, int]
    kinds: Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Packed:
    """Rows of games, and their stories in batches: JSON, raw deflate, base64."""

    rows: tuple[list[Any], ...]
    batches: tuple[str, ...]


def packed(store: Store, most: int | None, index: Index) -> Packed:
    """The last `most` games of a run in schedule order, or all."""
    rows: list[list[Any]] = []
    batches = []
    records = _last(store, most)
    while batch := list(islice(records, BATCH)):
        rows += [_row(record, index) for record in batch]
        batches.append(_compressed([_told(record) for record in batch]))
    return Packed(tuple(rows), tuple(batches))


def _last(store: Store, most: int | None) -> Iterator[Record]:
    earlier = 0 if most is None else max(0, store.count() - most)
    return store.records(limit=most, offset=earlier)


def _row(record: Record, index: Index) -> list[Any]:
    """Its number, kind, bots, scores, termination, fault words, turns, and what the reference
    engine does not confirm of it."""
    spec = record.spec
    return [
        spec.id,
        index.kinds[spec.game, spec.variant],
        [index.bots[bot] for bot in spec.bots],
        list(record.scores),
        record.termination,
        [fault and fault.word for fault in record.faults],
        len(record.turns),
        difference(record),
    ]


def _told(record: Record) -> Story:
    """The story with no more of what bots said than a replay shows."""
    told = story(record)
    return told | {"infos": list(_shown(told["infos"]))}


def _shown(infos: Iterable[Story]) -> Iterator[Story]:
    """Of each turn and seat the last line, and the last with a score."""
    last: dict[tuple[int, int, bool], Story] = {}
    for info in infos:
        for scored in {False, "score=" in info["text"]}:
            last[info["turn"], info["seat"], scored] = info
    shown = {id(info) for info in last.values()}
    return (info for info in infos if id(info) in shown)


def _compressed(stories: list[Story]) -> str:
    text = json.dumps(stories, separators=(",", ":"))
    deflating = zlib.compressobj(level=9, wbits=-15)
    return b64encode(deflating.compress(text.encode()) + deflating.flush()).decode()
