"""How a store grows: its bytes, and how long it takes to answer what pages and tables ask.

    python -m tests.simulation.growth [--games 1000 10000 100000 1000000]

makes a store of What the Shell games of each size (see `tests.stores`), asks it, prints a line
and deletes it. Times are milliseconds of this process's own, the least of three.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.ratings import fold, posterior
from arena.ratings.course import course
from arena.store.results import Selection
from arena.store.selected import Selected
from arena.store.store import Store
from arena.views.time_use import time_use
from tests.stores import CONTESTS, make_store

SIZES = (1_000, 10_000, 100_000, 1_000_000)
BYTES_A_GAME = 2_500
"""More than any game takes; so much is to be free before a store is made."""
REPEATS = 3
PAGE = 50
BOT = Selection(bot="bot3")

QUESTIONS: Mapping[str, Callable[[Store], object]] = {
    "first page": lambda store: list(store.results(limit=PAGE)),
    "newest": lambda store: list(store.results(limit=PAGE, newest=True)),
    "last page": lambda store: list(store.results(limit=PAGE, offset=store.count() - PAGE)),
    "page of a bot": lambda store: list(store.results(BOT, limit=PAGE)),
    "its faults": lambda store: list(store.results(Selection(culprit="bot3"), limit=PAGE)),
    "its times": lambda store: time_use(store.records(BOT, limit=200, newest=True)),
    "its tallies": lambda store: store.tallies(BOT),
    "count": lambda store: store.count(),
    "tallies": lambda store: store.tallies(),
    "terminations": lambda store: store.terminations(),
    "one game": lambda store: store.record(store.count() // 2),
    "posterior": lambda store: posterior.rate(Selected(store)),
    "trueskill": lambda store: fold.rate(Selected(store)),
    "course": lambda store: course(Selected(store)),
}


def main() -> None:
    """Print a table of all sizes."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.growth")
    parser.add_argument("--games", type=int, nargs="+", default=SIZES)
    asked = parser.parse_args()
    head = ("games", "MB", "bytes/turn", *QUESTIONS)
    print("|", " | ".join(head), "|")
    print("|", " | ".join("---:" for _ in head), "|", flush=True)
    for games in asked.games:
        print("|", " | ".join(measured(games)), "|", flush=True)


def measured(games: int) -> tuple[str, ...]:
    """The line of one size."""
    with tempfile.TemporaryDirectory() as folder:
        free = shutil.disk_usage(folder).free
        if free < games * BYTES_A_GAME:
            raise SystemExit(f"{folder}: {games * BYTES_A_GAME} bytes are needed, {free} are free")
        path = Path(folder) / "large.arena"
        make_store(path, games, contests=CONTESTS[:1])
        size = path.stat().st_size
        with Store.open(path) as store:
            turns = sum(result.turns for result in store.results())
        times = [f"{milliseconds(path, ask):.1f}" for ask in QUESTIONS.values()]
    return f"{games:,}", f"{size / 1e6:.1f}", f"{size / turns:.1f}", *times


def milliseconds(path: Path, ask: Callable[[Store], object]) -> float:
    """How long a store that has just been opened takes to answer."""
    least = float("inf")
    for _ in range(REPEATS):
        begun = time.process_time()
        with Store.open(path) as store:
            ask(store)
        least = min(least, time.process_time() - begun)
    return least * 1000


if __name__ == "__main__":
    main()
