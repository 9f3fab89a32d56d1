"""The coordinator is flat: what it holds late in a long run is what it held early.

    python -m pytest -m slow -s tests/test_coordinator.py

lets it keep 100,000 games, which workers that answer at once have not really played, and prints
the figures. Everything else is as in a run: the schedule, the store, the progress that is shown.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena import run
from arena.plan.tournament import Contest
from arena.record import GameSpec, Record
from arena.store.store import Store
from arena.views.progress import Progress
from arena.workers import runner
from arena.workers.runner import Watcher
from arena.workers.worker import Job
from tests import stores

KIB = 1024
SAMPLES, EARLY = 20, 3
"""How often the coordinator is looked at, and when it is warm."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks at /proc")


class Instant:
    """A pool whose workers answer at once: each game by the moves of the same other one."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._jobs: deque[Job] = deque()
        self._told = b""

    @property
    def has_room(self) -> bool:
        return len(self._jobs) < self._count

    def in_play(self) -> int:
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def finished(self, seconds: float) -> Iterator[tuple[Job, Record]]:
        while self._jobs:
            job = self._jobs.popleft()
            yield job, pickle.loads(pickle.dumps(self._record(job.spec)))

    def _record(self, spec: GameSpec) -> Record:
        if not self._told:
            self._told = pickle.dumps(stores.play(spec, random.Random(1)))
        return replace(pickle.loads(self._told), spec=spec)

    def close(self) -> None:
        """Nothing runs."""

    kill = close


@dataclass(frozen=True)
class Seen:
    """The coordinator after so many games: its resident bytes, and the blocks that Python holds,
    without SQLite's cache, which is full after some thousand games."""

    games: int
    resident: int
    blocks: int


def coordinate(path: Path, games: int) -> list[Seen]:
    """A whole run, watched."""
    plan = replace(stores.tournament(games, 4, 1, (Contest("what-the-shell"),)), concurrency=1)
    seen: list[Seen] = []
    runner.Pool = Instant  # type: ignore[misc, assignment]
    with Store.create(path, run.header_of(plan)) as store:
        progress = Progress(games, store.tallies())

        def game(record: Record) -> None:
            progress.game(record)
            if progress.done % (games // SAMPLES) == 0:
                gc.collect()
                seen.append(Seen(progress.done, resident(), sys.getallocatedblocks()))

        report = run.play(plan, store, Watcher(game, print, lambda in_play: None, print))
    assert report.played == progress.done >= games
    return seen


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def watched(path: Path, games: int) -> list[Seen]:
    """The same in a process of its own, so that nothing else counts."""
    with get_context("spawn").Pool(1) as pool:
        seen = pool.apply(coordinate, (path, games))
    for each in seen:
        print(f"{each.games:7} games: {each.resident / KIB:.0f} KiB, {each.blocks} blocks")
    return seen


def test_the_coordinator_is_flat(tmp_path: Path) -> None:
    seen = watched(tmp_path / "flat.arena", 400)
    assert seen[-1].blocks - seen[EARLY].blocks < (seen[-1].games - seen[EARLY].games) / 2


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_coordinator_is_flat_over_a_hundred_thousand_games(tmp_path: Path) -> None:
    seen = watched(tmp_path / "flat.arena", 100_000)
    assert seen[-1].resident - seen[EARLY].resident < 1024 * KIB
    assert seen[-1].blocks - seen[EARLY].blocks < 10_000
