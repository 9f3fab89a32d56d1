"""A verdict on time needs evidence: proofs with real processes, and the arithmetic alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.clock import MS, Clock
from arena.record import BotSpec, GameSpec, Player, Record
from arena.referee.evidence import TICK, Sample, sample, starvation
from arena.referee.game import play
from arena.referee.warm import WarmBots
from arena.workers.pool import Pool
from arena.workers.worker import Job
from bench.clock import busy_loops
from tests.tools import lacking

pytestmark = pytest.mark.alone

BOTS = Path(__file__).parent.parent / "bots"
CLOCK = Clock(time=100, margin=20)
TRIES = 5
"""What needs an idle machine is tried so often: others may come in between."""
PATIENCE = 60.0
"""Seconds in which a machine should be idle now and then."""
LOOK = 0.5
"""Seconds for which it is looked at to find that out."""


def is_idle() -> bool:
    """Whether the processors have next to nothing to do for a while."""
    before = _at_work()
    time.sleep(LOOK)
    ticks = LOOK * os.sysconf("SC_CLK_TCK")
    return _at_work() - before <= ticks / 10


def _at_work() -> int:
    """For how long, in ticks, the processors have worked."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return user + nice + system + irq + softirq + steal


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="evidence is Linux's to give")


def bot(manner: str, seconds: float, ponder: bool = False) -> BotSpec:
    command = (sys.executable, str(BOTS / "timely.py"), manner, str(seconds))
    return BotSpec(manner, command, str(BOTS), ponder=ponder)


def short(first: BotSpec) -> GameSpec:
    """A short game of `first` against a bot that answers at once."""
    prompt = Player(bot("sleep", 0), Clock(time=20_000), 1)
    return GameSpec(1, "what-the-shell", (), (Player(first, CLOCK, 2), prompt), 1, turn_limit=5)


def game(first: BotSpec) -> Record:
    """Such a game, played in this process."""
    bots = WarmBots()
    try:
        return play(short(first), bots)
    finally:
        bots.close()


def game_at_a_worker(first: BotSpec) -> Record:
    """Such a game, played by a worker: to it fall the processes that a bot disowns."""
    pool = Pool(1)
    try:
        pool.submit(Job(short(first)))
        ((_, record),) = pool.finished(60)
    finally:
        pool.close()
    assert isinstance(record, Record)
    return record


@linux_only
def test_a_bot_that_sleeps_past_its_limit_beside_eight_busy_loops_loses() -> None:
    with busy_loops(8):
        record = game(bot("sleep", 1))
    assert record.termination == "timeout"
    assert record.scores == (0.0, 1.0)
    assert record.faults[0]
    assert "in the last" in record.faults[0].detail


@linux_only
def test_a_bot_that_needs_part_of_its_limit_beside_eight_busy_loops_is_void() -> None:
    with busy_loops(8):
        record = game(bot("burn", 0.06))
    assert record.termination == "void"
    assert record.scores == ()
    assert "without a processor because of others" in record.void_reason


@linux_only
def test_a_seat_that_the_host_made_late_wins_against_one_at_fault_in_the_same_turn() -> None:
    cheat = Player(bot("cheat", 0), Clock(time=20_000), 1)
    spec = GameSpec(1, "what-the-shell", (), (Player(bot("burn", 0.06), CLOCK, 2), cheat), 1)
    bots = WarmBots()
    with busy_loops(8):
        record = play(spec, bots)
    bots.close()
    assert record.termination == "illegal"
    assert record.scores == (1.0, 0.0)


@linux_only
def test_a_bot_that_burns_its_limit_on_an_idle_machine_loses() -> None:
    assert_loses_on_time(bot("burn", 1))


@linux_only
@pytest.mark.parametrize("manner", ["crowd", "orphans", "breed", "shed"])
def test_a_bot_that_starts_processes_to_look_starved_loses(manner: str) -> None:
    """Children, those that it has disowned, and such as have ended when the referee looks."""
    assert_loses_on_time(bot(manner, 1))


def assert_loses_on_time(guilty: BotSpec) -> None:
    until = time.monotonic() + PATIENCE
    for _ in range(TRIES):
        while not is_idle():
            if time.monotonic() > until:
                lacking("others keep this machine's processors busy")
        if game_at_a_worker(guilty).termination == "timeout":
            return
    pytest.fail("it was never found guilty")


@linux_only
def test_a_bot_that_computes_in_anothers_time_is_frozen_and_noted() -> None:
    slow = Player(bot("sleep", 0.05), Clock(time=20_000), 1)
    for ponder, frozen in ((False, True), (True, False)):
        first = Player(bot("ponder", 0.2, ponder), Clock(time=20_000), 2)
        spec = GameSpec(1, "what-the-shell", (), (first, slow), 1, turn_limit=3)
        bots = WarmBots()
        record = play(spec, bots)
        bots.close()
        assert record.termination == "turn-limit"
        assert (record.noise[0].frozen > 0) is frozen
        assert record.noise[1].frozen == 0


def at(now: int, cpu: int, wait: int, busy: int = 0, threads: int = 1) -> Sample:
    """A sample, in milliseconds."""
    return Sample(now * MS, cpu * MS, wait * MS, busy * MS, threads)


def test_the_wait_of_a_single_thread_is_others_doing() -> None:
    found = starvation(at(0, 0, 0), at(100, 40, 60), referee=0)
    assert found.by_others == 60 * MS


def test_a_thread_that_never_slept_has_waited_whenever_it_did_not_run() -> None:
    """The system counts a wait only when it is over, and this one is not."""
    awake = replace(at(0, 0, 0), awake_since=7), replace(at(100, 30, 5), awake_since=7)
    assert starvation(*awake, referee=0).by_others == 70 * MS - TICK
    slept = awake[0], replace(awake[1], awake_since=8)
    assert starvation(*slept, referee=0).by_others == 5 * MS


def test_threads_that_wait_for_each_other_are_not_starved() -> None:
    found = starvation(at(0, 0, 0, 0, 8), at(100, 100, 700, 100, 8), referee=0)
    assert found.by_others == 0


def test_threads_that_wait_for_others_are_starved_by_what_others_ran() -> None:
    found = starvation(at(0, 0, 0, 0, 8), at(100, 20, 700, 100, 8), referee=0)
    assert found.by_others == 80 * MS - TICK


def test_a_thread_that_waits_for_processes_that_have_ended_is_not_starved() -> None:
    before, after = at(0, 0, 0), at(100, 90, 50, 100)
    found = starvation(before, replace(after, ended=50 * MS), referee=0)
    assert found.by_others == max(0, 10 * MS - TICK)


def test_the_referees_own_wait_counts_and_no_wait_exceeds_the_window() -> None:
    found = starvation(at(0, 0, 0), at(100, 0, 500), referee=7 * MS)
    assert found.by_others == 107 * MS


@linux_only
def test_a_sample_sees_processor_time_and_threads() -> None:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        first = sample(busy.pid)
        assert first
        assert first.threads == 1
        seen = first
        while seen.cpu <= first.cpu:
            found = sample(busy.pid)
            assert found
            seen = found
        assert seen.at > first.at
    finally:
        busy.kill()
        busy.wait()
