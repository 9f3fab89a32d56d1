"""What the sandbox costs: some milliseconds a start, and nothing a turn.

    python -m pytest -m slow -s tests/referee/test_sandbox_cost.py

starts a bot a hundred times with and without it, in turn, plays as many games so, and prints the
figures. The target is less than 10 ms more a start.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from arena.limits import NO_LIMITS, Limits
from arena.referee.game import play
from arena.referee.livebot import close, launch
from arena.referee.warm import WarmBots
from tests.referee.playing import CLOCK, Bench, game
from tests.referee.test_confined_bots import furnished, need_sandbox, public

__all__ = ["public"]

BOTH = {"plain": NO_LIMITS, "sandbox": Limits(sandbox="require")}
Times = dict[str, list[float]]
"""Milliseconds, without the sandbox and with it."""


def alternating(rounds: int, measure: Callable[[Limits], float]) -> Times:
    """What is measured with and without the sandbox, in turn."""
    times: Times = {name: [] for name in BOTH}
    for _ in range(rounds):
        for name, limits in BOTH.items():
            times[name].append(1000 * measure(limits))
    return times


@contextmanager
def stopwatch(found: list[float]) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    found.append(time.perf_counter() - begun)


def start_times(bench: Bench, rounds: int) -> Times:
    """From a bot's start until it is ready."""

    def measure(limits: Limits) -> float:
        found: list[float] = []
        with stopwatch(found):
            bot = launch(replace(bench.bot(), limits=limits), {}, CLOCK.startup)
        close([bot])
        return found[0]

    return alternating(rounds, measure)


def turn_times(bench: Bench, rounds: int, turns: int = 50) -> Times:
    """A turn of a game between two bots that answer at once and run already."""
    tables = {limits: WarmBots(patience=0.05) for limits in BOTH.values()}

    def measure(limits: Limits) -> float:
        bot = replace(bench.bot(), limits=limits)
        spec = game(bot, replace(bot, name="other"), turn_limit=turns)
        play(spec, tables[limits])
        found: list[float] = []
        with stopwatch(found):
            record = play(spec, tables[limits])
        return found[0] / len(record.turns)

    try:
        return alternating(rounds, measure)
    finally:
        for bots in tables.values():
            bots.close()


def told(what: str, times: Times) -> str:
    least, middle = ({name: of(each) for name, each in times.items()} for of in (min, median))
    more = [figure["sandbox"] - figure["plain"] for figure in (least, middle)]
    return (
        f"a {what} in the sandbox, minimum and median: {more[0]:+.2f} and {more[1]:+.2f} ms, "
        f"where it takes {least['plain']:.2f} and {middle['plain']:.2f} ms without"
    )


@pytest.fixture
def open_bench(bench: Bench, public: Path) -> Bench:
    """Bots that the sandbox's own user can read."""
    need_sandbox()
    return furnished(public / "bots", bench.mark, sys.executable)


def test_in_the_sandbox_a_turn_is_what_it_is_without(open_bench: Bench) -> None:
    times = turn_times(open_bench, 3)
    assert min(times["sandbox"]) < 3 * min(times["plain"])


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_the_sandbox_costs(open_bench: Bench) -> None:
    starts, turns = start_times(open_bench, 100), turn_times(open_bench, 50)
    print("", told("start", starts), told("turn", turns), sep="\n")
    assert min(starts["sandbox"]) < 3 * min(starts["plain"])
    assert min(turns["sandbox"]) < 1.5 * min(turns["plain"])
