"""A bot loses by its own time alone: not by its start, by others, or by what it was not told."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from arena.clock import MS, Clock
from arena.record import Record
from arena.referee.game import play
from arena.referee.warm import WarmBots
from arena.workers.pool import Lost, Pool
from arena.workers.worker import Job
from bench import clock as half_time
from tests.referee.playing import Bench, game, hasty, played, run, words
from tests.tools import lacking

pytestmark = pytest.mark.alone

MINUTE = 60_000
SECOND = 1000 * MS
TRIES = 3
"""A busy machine may take its time to tell of a process's end."""


# Starts


def test_a_slow_start_takes_nothing_of_the_first_move(bench: Bench) -> None:
    """Neither the program's own nor that of its game, though each takes as long as the first
    move, which has a limit of its own: the clock runs from `go` on."""
    clock = Clock(time=300, margin=0, first=950, startup=10_000)
    (record,) = played(hasty(game(bench.bot("dawdles", 0.5), bench.bot()), clock=clock))
    assert words(record) == [None, None], record
    assert 500 * MS <= (record.turns[0][0].used or 0) <= 950 * MS


def test_without_a_limit_of_its_own_the_first_move_is_as_any_other(bench: Bench) -> None:
    clock = Clock(time=100, margin=50, startup=10_000)
    (record,) = played(hasty(game(bench.bot("dawdles", 0.5), bench.bot()), clock=clock))
    assert words(record) == ["timeout", None], record
    assert record.turns == ()


def crowded(bench: Bench, games: int) -> None:
    """As many games at once, each between two bots that nobody has started yet."""
    fair = bench.bot()
    pairs = [(replace(fair, name=f"{n}a"), replace(fair, name=f"{n}b")) for n in range(games)]
    told = run(*[game(*pair, id_=n) for n, pair in enumerate(pairs, 1)], slots=games)
    assert len(told.records) == games
    assert [words(record) for record in told.records] == [[None, None]] * games


def test_many_bots_start_at_once_and_none_forfeits(bench: Bench) -> None:
    crowded(bench, 15)


@pytest.mark.slow
def test_a_hundred_bots_start_at_once_and_none_forfeits(bench: Bench) -> None:
    crowded(bench, 50)


# Ends


@pytest.mark.parametrize(
    "clock",
    [
        Clock(time=MINUTE),
        Clock(time=None, bank=MINUTE, inc=1000),
        Clock(time=MINUTE, bank=MINUTE),
        Clock(time=None, bank=MINUTE, periods=3, period=MINUTE),
        Clock(time=MINUTE, nodes=1000),
        Clock(time=100, first=MINUTE, bank=MINUTE),
        Clock(time=MINUTE, grace=MINUTE),
    ],
    ids=["per-move", "bank", "both", "byo-yomi", "nodes", "first", "grace"],
)
def test_a_bot_that_ends_has_crashed_within_a_second_under_every_clock(
    bench: Bench, clock: Clock
) -> None:
    """Nobody waits for the time that it had left."""
    crash = game(bench.bot("exits-at-turn"), bench.bot(), replace(clock, startup=10_000))
    taken = []
    for _ in range(TRIES):
        (record,) = played(crash)
        assert words(record) == ["crash", None]
        taken.append(record.last_replies[0].used or 0)
        if taken[-1] < SECOND:
            return
    pytest.fail(f"it took {taken} ns to be noticed")


# What is told, and when


def traced(record_of: Bench, behaviour: str, *details: object) -> tuple[Record, list[str]]:
    """A game of a bot at seat 1, and what was said between it and the arena."""
    lines: list[str] = []

    def trace(seat: int, direction: str, line: str) -> None:
        if seat == 1:
            lines.append(f"{direction} {line}")

    bots = WarmBots(patience=0.05)
    try:
        spec = game(record_of.bot(behaviour, *details), record_of.bot())
        return play(spec, bots, trace), lines
    finally:
        bots.close()


def test_a_bot_is_told_its_own_measured_time(bench: Bench) -> None:
    record, lines = traced(bench, "thinks", 0.03)
    told = [dict(field.split("=") for field in line.split()[3:]) for line in going(lines)]
    used = [turn[0].used or 0 for turn in record.turns]
    assert "last" not in told[0]
    assert [int(terms["last"]) for terms in told[1:]] == [-(-each // MS) for each in used[:-1]]
    assert max(used) >= 30 * MS


def going(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("> go ")]


def test_nothing_is_said_to_a_bot_that_thinks(bench: Bench) -> None:
    """It need not read while it thinks: no ping, no news, no clock."""
    record, lines = traced(bench, "thinks", 0.01)
    assert len(going(lines)) == len(record.turns)
    for line, following in pairwise(lines):
        if line.startswith("> go "):
            assert following.startswith("< "), (line, following)


# Processors


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux pins processes")
def test_a_bot_and_its_children_keep_to_the_processors_of_their_game(bench: Bench) -> None:
    chosen = max(os.sched_getaffinity(0))
    spec = game(bench.bot("tells-processors", script="telling.py"), bench.bot())
    pool = Pool(1)
    try:
        pool.submit(Job(spec, (chosen,)))
        ((_, record),) = pool.finished(60)
    finally:
        pool.close()
    assert not isinstance(record, Lost)
    assert [info.text for info in record.infos] == [f"text own {chosen}", f"text child {chosen}"]


# Honest bots at full concurrency


def assert_none_is_late(folder: Path, games: int) -> None:
    if shutil.which("cc") is None:
        lacking("the bots are in C, and there is no cc")
    sleeper = half_time.compiled("sleeper", folder)
    records = half_time.played(
        half_time.games(sleeper, 10, Clock(time=20), games, 20), os.cpu_count()
    )
    assert len(records) == games
    assert {record.termination for record in records} == {"turn-limit"}


def test_bots_that_use_half_of_their_limit_are_never_late(tmp_path: Path) -> None:
    assert_none_is_late(tmp_path, 6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_in_a_thousand_games_of_half_their_limit_nobody_is_late(tmp_path: Path) -> None:
    assert_none_is_late(tmp_path, 1000)
