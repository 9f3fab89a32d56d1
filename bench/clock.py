"""How exactly the referee measures a bot's time, and whether honest bots ever lose by it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.clock import Clock
from arena.record import BotSpec, GameSpec, Player, Record
from arena.workers.processors import slots
from arena.workers.runner import Runner
from bench.building import compiled
from bench.figures import Effort, Row

BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    pass
"""
"""A program that computes until its parent is gone."""


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """Bots that sleep exactly 50 ms; bots that use half of their limit."""
    sleeper, long = compiled("sleeper", folder), Clock(time=5000)
    ten = effort.of(10)
    name = "clock: ms measured beyond 50 ms of sleep"
    quiet = errors(played(games(sleeper, 50, long, ten, 20)))
    yield Row(f"{name}, idle, p99", (quantile(quiet, 0.99),), 1)
    with busy_loops(2):
        busy = errors(played(games(sleeper, 50, long, ten, 20)))
    yield Row(f"{name}, beside two busy loops, p99", (quantile(busy, 0.99),), 5)
    half = games(sleeper, 10, Clock(time=20), effort.half, 30)
    lost = [r for r in played(half, os.cpu_count()) if r.termination == "timeout"]
    name = f"clock: timeouts in {effort.half} games of bots that use half of their limit"
    yield Row(name, (float(len(lost)),), 0)


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """`count` processes that compute until the block ends, or this process does."""
    command = [sys.executable, "-c", BUSY]
    loops = [subprocess.Popen(command, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def games(program: Path, pause: int, clock: Clock, count: int, turns: int) -> Iterator[GameSpec]:
    """Games of at most `turns` turns between two sleepers of `pause` milliseconds."""
    bots = [BotSpec(name, (str(program), str(pause)), str(program.parent)) for name in "ab"]
    for id_ in range(1, count + 1):
        players = tuple(Player(bot, clock, id_) for bot in bots)
        yield GameSpec(id_, "what-the-shell", (), players, id_, turn_limit=turns)


def played(specs: Iterator[GameSpec], concurrency: int | None = None) -> list[Record]:
    """The records of games, played as a tournament plays them."""
    records: list[Record] = []
    Runner(slots(["what-the-shell"], concurrency), records.append).run(specs)
    return records


def errors(records: list[Record]) -> list[float]:
    """By how many milliseconds the referee's measure of each answer exceeds the bot's own."""
    found = []
    for record in records:
        own = {(info.turn, info.seat): int(info.text.removeprefix("us=")) for info in record.infos}
        for turn, replies in enumerate(record.turns, 1):
            found += [
                (reply.used or 0) / 1e6 - own[turn, reply.seat] / 1e3
                for reply in replies
                if (turn, reply.seat) in own
            ]
    return found


def quantile(values: list[float], part: float) -> float:
    """The value below which `part` of the values lie."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
