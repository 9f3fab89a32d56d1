"""A long run is flat: its processes, descriptors and memory late in it are those of its beginning.

    python -m pytest -m slow -s tests/test_flat.py

plays 10,000 instant games, and 500 that end by a timeout, and prints the figures.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest

from arena.referee.family import children, tree
from arena.store.store import Store
from tests.commands import start, wait_for
from tests.test_run import mark

__all__ = ["mark"]

BOTS = Path(__file__).parent / "bots"
MIB = 2**20
SLOTS = 2
STARTING = 6
"""The ends of a bot's pipes."""
PAUSE = 0.02
"""Seconds between two looks at the run's processes."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks at /proc")


@dataclass(frozen=True)
class Sample:
    """A run after so many games: its processes, the files that the coordinator and the workers
    have open, and the resident bytes of the coordinator and of its largest worker."""

    games: int
    processes: int
    descriptors: int
    coordinator: int
    worker: int


@dataclass(frozen=True)
class Figures:
    """Two parts of a run, each by its last game, the most processes and descriptors, and the
    median of bytes."""

    early: Sample
    late: Sample

    def __str__(self) -> str:
        return "\n".join(
            f"{name:5} up to game {part.games}: {part.processes} processes, "
            f"{part.descriptors} descriptors, "
            f"coordinator {part.coordinator / MIB:.1f} MiB, worker {part.worker / MIB:.1f} MiB"
            for name, part in (("early", self.early), ("late", self.late))
        )


def sample(pid: int, games: int) -> Sample | None:
    """How a run stands, or None if a process has just ended."""
    try:
        # Not the whole tree: what a worker has just forked has the worker's name until it runs.
        workers = [each for each in children(pid) if "arena.workers.worker" in command(each)]
        own = [len(os.listdir(f"/proc/{each}/fd")) for each in (pid, *workers)]
        sizes = [resident(each) for each in workers]
        return Sample(games, len(tree(pid)), sum(own), resident(pid), max(sizes, default=0))
    except (OSError, IndexError):
        return None


def command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def figures(samples: list[Sample], games: int) -> Figures:
    """Of the games from a fifth, when all is warm, to a half, and from there to the last ones."""

    def part(start: float, end: float) -> Sample:
        found = [each for each in samples if start * games <= each.games < end * games]
        assert len(found) > 3
        return Sample(
            found[-1].games,
            max(each.processes for each in found),
            max(each.descriptors for each in found),
            int(median(each.coordinator for each in found)),
            int(median(each.worker for each in found)),
        )

    return Figures(part(0.2, 0.5), part(0.5, 0.95))


def watched(folder: Path, text: str, ends: dict[str, int]) -> Figures:
    """Run the tournament of a file's text, whose games end so, and look at it all the while."""
    file = folder / "flat.yaml"
    file.write_text(text)
    store = folder / "flat.arena"
    run = start("run", file, "--quiet", "--concurrency", SLOTS, cwd=folder)
    samples: list[Sample] = []
    wait_for(lambda: store.exists() or run.poll() is not None)
    with Store.open(store) as reader:

        def look() -> bool:
            if found := sample(run.pid, sum(reader.terminations().values())):
                samples.append(found)
            return run.poll() is not None

        wait_for(look, 3600, PAUSE)
        assert run.returncode == 0, run.communicate()[0]
        assert reader.terminations() == ends
    return figures(samples, sum(ends.values()))


def assert_flat(found: Figures, memory: int) -> None:
    """As many processes at the end as at the beginning, no more descriptors than the start of a
    bot needs for a moment, and so many bytes more at most."""
    print(f"\n{found}")
    early, late = found.early, found.late
    assert late.processes <= early.processes
    assert late.descriptors <= early.descriptors + STARTING
    assert late.coordinator - early.coordinator < memory
    assert late.worker - early.worker < memory


# Instant games: one question, one answer


def instant_games(folder: Path, mark: str, games: int) -> Figures:
    bot = f"{sys.executable} -S -B {BOTS}/broken.py resigns {mark}"
    text = (
        f"games: what-the-shell\nrounds: {games // 2}\nclock: {{time: 5s}}\nbots:\n"
        f"  - {{name: one, command: {bot}}}\n  - {{name: two, command: {bot}}}\n"
    )
    return watched(folder, text, {"resign": games})


def test_a_run_of_instant_games_is_flat(tmp_path: Path, mark: str) -> None:
    assert_flat(instant_games(tmp_path, mark, 300), 8 * MIB)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_run_of_ten_thousand_instant_games_is_flat(tmp_path: Path, mark: str) -> None:
    assert_flat(instant_games(tmp_path, mark, 10_000), 8 * MIB)


# Timeouts: each costs a bot its life


def timeout_games(folder: Path, mark: str, games: int) -> Figures:
    python = f"{sys.executable} -S -B {BOTS}"
    slow = (
        f"{{name: slow, clock: {{time: 20ms}}, command: {python}/broken.py hangs-at-turn {mark}}}"
    )
    text = (
        f"games: what-the-shell\nrounds: {games // 2}\nclock: {{time: 5s}}\nbots:\n"
        f"  - {slow}\n  - {{name: fair, command: {python}/fair.py fair {mark}}}\n"
    )
    return watched(folder, text, {"timeout": games})


@pytest.mark.thorough
def test_timeouts_leave_no_process_and_no_descriptor(tmp_path: Path, mark: str) -> None:
    assert_flat(timeout_games(tmp_path, mark, 16), 8 * MIB)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_five_hundred_timeouts_leave_no_process_and_no_descriptor(
    tmp_path: Path, mark: str
) -> None:
    assert_flat(timeout_games(tmp_path, mark, 500), 8 * MIB)
