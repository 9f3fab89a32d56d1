"""What a cluster takes: the same quick games by its workers and by this machine's own pool."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter

from arena.cluster.joining import joined
from arena.plan.tournament import contest, match
from arena.record import Record
from arena.workers.processors import Slots, available
from arena.workers.runner import GamePool, Runner
from bench.figures import Effort, Row, alternating, middle
from bench.instant import VELETAS_10, bots, fair, games

GAMES = 300


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """One worker of a cluster beside one slot of this machine, and two workers beside one."""
    plan = match(bots(VELETAS_10, folder), contest("veletas"))
    two = min(2, len(available()) or 2)
    with ExitStack() as stack:
        one, both = (
            stack.enter_context(joined(f"local:{workers}", plan, print)) for workers in (1, two)
        )
        found = alternating(
            effort.repetitions,
            partial(_seconds, folder, effort, None),
            partial(_seconds, folder, effort, one),
            partial(_seconds, folder, effort, both),
        )
    speeds = [f"{1 / middle(found, which):,.0f} games a second" for which in range(3)]
    cost = tuple(cluster / alone for alone, cluster, _ in found)
    extra = 1000 * (min(each[1] for each in found) - min(each[0] for each in found))
    note = f"{speeds[1]}, {speeds[0]}; {extra:.1f} ms more a game, fastest by fastest"
    yield Row("cluster: a game by one worker, by one of this machine's slots", cost, 4.0, note=note)
    gain = tuple(cluster / more for _, cluster, more in found)
    note = f"{speeds[2]}, {speeds[1]}"
    yield Row("cluster: two workers by one", gain, 1.0, at_least=True, note=note)


def _seconds(folder: Path, effort: Effort, pool: GamePool | None) -> float:
    """Seconds a game, once all workers and bots are there."""
    total = effort.of(GAMES)
    warm, ended = total // 4, list[float]()

    def take(record: Record) -> None:
        fair(record)
        ended.append(perf_counter())

    slot = Slots(1, pinned=pool is None)
    Runner(slot, take, pool=pool).run(games(VELETAS_10, folder, total))
    return (ended[-1] - ended[warm]) / (total - 1 - warm)
