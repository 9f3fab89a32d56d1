"""Runs of many quick games: what a second slot gains, and what the store takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter

from arena.record import Record
from arena.store.header import Header
from arena.store.store import Store
from arena.workers.processors import Slots, available
from arena.workers.runner import Runner
from bench.figures import Effort, Row, alternating, middle
from bench.instant import VELETAS_10, fair, games

GAMES = 400
_numbers = count(1)


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """One slot and two, without the store and with it; two need two processors."""
    two = min(2, len(available()) or 2)
    plain, kept = partial(_speed, folder, effort), partial(_stored, folder, effort)
    found = alternating(
        effort.repetitions,
        partial(plain, 1),
        partial(kept, 1),
        partial(plain, two),
        partial(kept, two),
    )
    speeds = [f"{middle(found, which):,.0f} games a second" for which in range(4)]
    cost = tuple(alone / stored for alone, stored, *_ in found)
    yield Row(
        "runs: a game with the store, by one without", cost, 1.15, note=f"{speeds[1]}, {speeds[0]}"
    )
    gain = tuple(both / alone for alone, _, both, _ in found)
    yield Row("runs: two slots by one, no store", gain, 1.85, True, f"{speeds[2]}, {speeds[0]}")
    gain = tuple(both / alone for _, alone, _, both in found)
    yield Row(
        "runs: two slots by one, with the store", gain, 1.6, True, f"{speeds[3]}, {speeds[1]}"
    )


def _speed(
    folder: Path, effort: Effort, slots: int, keep: Callable[[Record], None] = lambda record: None
) -> float:
    """Games a second, once all workers and bots are there."""
    total = effort.of(GAMES * slots)
    warm, ended = total // 4, list[float]()

    def take(record: Record) -> None:
        keep(fair(record))
        ended.append(perf_counter())

    Runner(Slots(slots, True), take).run(games(VELETAS_10, folder, total))
    return (total - 1 - warm) / (ended[-1] - ended[warm])


def _stored(folder: Path, effort: Effort, slots: int) -> float:
    path = folder / f"run-{next(_numbers)}.arena"
    with Store.create(path, Header("{}")) as store:
        return _speed(folder, effort, slots, store.save)
