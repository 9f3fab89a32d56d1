"""Rate a million games among a hundred bots, and say how long that takes and how large it gets.

python -m tests.simulation.million [--games 1000000] [--bots 100] [--method posterior]
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice, permutations
from pathlib import Path

from arena.ratings.base import SIGMA
from arena.ratings.probit import SPREAD
from arena.store.store import Store
from tests.run_records import header, record


def main() -> None:
    """Build the store, rate it as `arena ratings` does, print what that cost."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.million")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--bots", type=int, default=100)
    parser.add_argument("--method", default="posterior")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.arena"
        build(path, asked.games, asked.bots)
        seconds, peak = cost(["ratings", str(path), "--method", asked.method])
    print(f"{asked.games} games, {asked.bots} bots, {asked.method}: {seconds:.1f} s, {peak} MiB")


def build(path: Path, games: int, bots: int) -> None:
    """A store with rows for so many games in pairs, as a run would have written them but for
    the replays."""
    names = [f"bot{number:03}" for number in range(bots)]
    couples = list(permutations(names, 2))
    with Store.create(path, header()) as store:
        for id_, couple in enumerate(couples, 1):
            store.save(record(id_, couple))
    with closing(sqlite3.connect(path)) as db:
        lineups = dict(enumerate((row for (row,) in db.execute("SELECT lineup FROM games")), 0))
        db.execute("DELETE FROM games")
        db.execute("DELETE FROM logs")
        db.executemany(
            "INSERT INTO games VALUES (?, ?, ?, '[1,2]', NULL, ?, 'majority', NULL, 9)",
            _rows(games, couples, lineups),
        )
        db.commit()


def _rows(
    games: int, couples: list[tuple[str, str]], lineups: dict[int, int]
) -> Iterator[tuple[int, int, int, str]]:
    dice = random.Random(1)
    skills = {bot: dice.gauss(0, SIGMA) for bot, _ in couples}
    place = {couple: lineups[index] for index, couple in enumerate(couples)}
    meetings = (couple for couple in cycle(couples) if couple[0] < couple[1])
    for pair, (one, other) in enumerate(islice(meetings, games // 2), 1):
        for seat, couple in enumerate([(one, other), (other, one)]):
            won = skills[couple[0]] - skills[couple[1]] + dice.gauss(0, SPREAD) > 0
            yield 2 * pair - 1 + seat, place[couple], pair, "[1.0,0.0]" if won else "[0.0,1.0]"


def cost(words: list[str]) -> tuple[float, int]:
    """Seconds that a command takes, and the most memory that it holds, in MiB."""
    begun = time.monotonic()
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "arena", *words],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"arena {' '.join(words)} failed")
    return time.monotonic() - begun, usage.ru_maxrss // 1024


if __name__ == "__main__":
    main()
