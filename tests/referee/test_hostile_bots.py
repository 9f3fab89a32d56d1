"""Bots that try to outlive their game or to take the arena with them: nothing of them is left.

Most are played by a runner with workers, as in a real run. Each test's bots carry a mark in
their command lines, and the `bench` waits until none of these processes lives.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.limits import Limits
from arena.plan.tournament import Contest, match
from arena.record import BotSpec, Record
from arena.referee import cgroup
from arena.referee.family import children, tree
from arena.referee.livebot import GAME_ID
from arena.workers.bot_check import check_bots
from arena.workers.pool import Lost, Pool
from arena.workers.worker import Job
from tests.bots.fair import ODD_TURN
from tests.commands import living, wait_for
from tests.referee.playing import CLOCK, Bench, game, hasty, played, run, runner, words

MIB = 2**20
SCRIPT = "hostile.py"


def wrapped(bot: BotSpec) -> BotSpec:
    """The same bot below a shell that stays."""
    line = " ".join(f"'{word}'" for word in bot.command)
    return replace(bot, command=("/bin/sh", "-c", f"{line}; true"))


def zombies(pid: int) -> int:
    """The processes below `pid` that have ended and were not taken in."""
    stats = [Path(f"/proc/{each}/stat") for each in tree(pid)]
    return sum(stat.read_text().rpartition(")")[2].split()[0] == "Z" for stat in stats)


@pytest.mark.parametrize("behaviour", ["forks-children", "leaves-daemon", "leaves-zombies"])
def test_what_a_bot_starts_is_ended_with_it(bench: Bench, behaviour: str) -> None:
    told = run(game(bench.bot(behaviour, script=SCRIPT), bench.bot()))
    assert [words(record) for record in told.records] == [[None, None]]


@pytest.mark.thorough
def test_stubborn_children_of_a_bot_that_exits_are_ended(bench: Bench) -> None:
    """They hold its pipe open, so that its output ends for nobody until its time is over."""
    told = run(hasty(game(bench.bot("forks-stubborn-children", script=SCRIPT), bench.bot())))
    assert [words(record) for record in told.records] == [["timeout", None]]


def test_a_daemon_of_a_bot_that_never_plays_is_ended(bench: Bench) -> None:
    told = run(game(bench.bot("leaves-daemon-at-once", script=SCRIPT), bench.bot()))
    assert [words(record) for record in told.records] == [["startup", None]]


def test_a_daemon_of_a_bot_that_fails_the_check_is_ended(bench: Bench) -> None:
    bots = [bench.bot("leaves-daemon-at-once", script=SCRIPT), bench.bot()]
    with pytest.raises(ArenaError, match="cannot play"):
        check_bots(match(bots, Contest("what-the-shell")))


def test_a_bot_below_a_shell_is_ended_with_the_shell(bench: Bench) -> None:
    told = run(game(wrapped(bench.bot("ignores-sigterm")), wrapped(bench.bot())))
    assert [words(record) for record in told.records] == [[None, None]]


def test_a_hanging_bot_below_a_shell_loses_and_is_ended(bench: Bench) -> None:
    told = run(hasty(game(wrapped(bench.bot("hangs-at-turn")), bench.bot())))
    assert [words(record) for record in told.records] == [["timeout", None]]


@pytest.mark.parametrize("behaviour", ["stops-itself", "stops-its-group"])
def test_a_bot_that_stops_itself_is_late(bench: Bench, behaviour: str) -> None:
    told = run(hasty(game(bench.bot(behaviour, script=SCRIPT), bench.bot())))
    assert [words(record) for record in told.records] == [["timeout", None]]


def test_orphans_do_not_pile_up_while_their_bot_plays_on(bench: Bench) -> None:
    """A bot that leaves six of them a game never has more than those of two games."""
    counts: list[int] = []

    def keep(record: Record) -> None:
        assert words(record) == [None, None]
        counts.append(zombies(os.getpid()))

    bot, fair = bench.bot("leaves-zombies", script=SCRIPT), bench.bot()
    runner(1, keep).run(iter([game(bot, fair, id_=number) for number in range(1, 9)]))
    assert len(counts) == 8
    assert max(counts) <= 12


@pytest.mark.thorough
def test_games_of_failing_bots_leave_no_descriptor_and_no_process(bench: Bench) -> None:
    """Crashes and timeouts at each seat, many times over, at two at once."""
    specs = []
    for number in range(1, 25):
        behaviour = ("exits-at-turn", "hangs-at-turn", "ignores-sigterm")[number % 3]
        pair = (bench.bot(behaviour), bench.bot())
        spec = game(*(pair if number % 2 else pair[::-1]), id_=number)
        specs.append(hasty(spec, 1 if number % 2 else 2))
    peaks: list[tuple[int, int]] = []

    def keep(record: Record) -> None:
        assert sorted(filter(None, words(record))) in (["crash"], ["timeout"], [])
        workers = [pid for pid in children(os.getpid()) if living_worker(pid)]
        descriptors = max(len(os.listdir(f"/proc/{pid}/fd")) for pid in workers)
        peaks.append((descriptors, len(living(bench.mark))))

    runner(2, keep).run(iter(specs))
    assert len(peaks) == len(specs)
    early, late = peaks[: len(peaks) // 2], peaks[len(peaks) // 2 :]
    assert max(late)[0] <= max(early)[0] + 3
    assert max(processes for _, processes in peaks) <= 16


def living_worker(pid: int) -> bool:
    return "arena.workers.worker" in Path(f"/proc/{pid}/cmdline").read_text()


def test_a_killed_worker_takes_its_bots_and_their_children_along(bench: Bench) -> None:
    bot, fair = bench.bot("forks-children", script=SCRIPT), bench.bot("hangs-at-turn")
    spoilt: list[Record] = []
    playing = runner(1, lambda record: None, spoilt.append)
    patient = replace(CLOCK, time=60_000)

    def kill_worker() -> None:
        wait_for(lambda: len(living(bench.mark)) >= 7)
        (worker,) = [pid for pid in children(os.getpid()) if living_worker(pid)]
        playing.stop()
        os.kill(worker, signal.SIGKILL)

    killer = threading.Thread(target=kill_worker)
    killer.start()
    playing.run(iter([game(bot, fair, patient)]))
    killer.join()
    assert [record.void_reason for record in spoilt] == ["its worker ended with status -9"]
    wait_for(lambda: not living(bench.mark), 2)


def hanging(bench: Bench, number: int) -> Job:
    """A game in which nobody answers."""
    bots = bench.bot("hangs-at-turn"), bench.bot("hangs-at-turn")
    return Job(game(*bots, replace(CLOCK, time=60_000), id_=number, turn_limit=ODD_TURN))


def kill_a_worker(pool: Pool, workers: Sequence[int]) -> list[tuple[Job, Record | Lost]]:
    os.kill(workers[0], signal.SIGKILL)
    return list(pool.finished(20))


def test_what_a_killed_worker_leaves_is_taken_in(bench: Bench) -> None:
    """Its bots end with their input, before anybody looks at them."""
    before, pool = set(children(os.getpid())), Pool(1)
    try:
        for number in (1, 2):
            pool.submit(hanging(bench, number))
            wait_for(lambda: len(living(bench.mark)) == 2)
            workers = [pid for pid in children(os.getpid()) if pid not in before]
            ((_, lost),) = kill_a_worker(pool, workers)
            assert isinstance(lost, Lost)
            assert set(children(os.getpid())) == before
    finally:
        pool.kill()


def test_a_killed_worker_takes_no_other_along_where_a_bot_started_the_arena(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GAME_ID, "7")
    before, pool = set(children(os.getpid())), Pool(2)
    try:
        for number in (1, 2):
            pool.submit(hanging(bench, number))
        wait_for(lambda: len(living(bench.mark)) == 4)
        workers = [pid for pid in children(os.getpid()) if pid not in before]
        assert len(kill_a_worker(pool, workers)) == 1
        assert set(children(os.getpid())) - before == {workers[1]}
        assert not list(pool.finished(0.2))
    finally:
        pool.kill()


@pytest.mark.thorough
@pytest.mark.parametrize("attack", ["kills-parent", "stops-parent"])
def test_a_bot_that_ends_its_worker_wins_nothing_by_it(bench: Bench, attack: str) -> None:
    """The game is void, and void again, and given up; the run goes on."""
    killer, fair = bench.bot(attack, script=SCRIPT), bench.bot()
    other = game(bench.bot("resigns"), fair, id_=2)
    told = run(game(killer, fair), other)
    assert [record.spec.id for record in told.records] == [2]
    assert [record.spec.id for record in told.spoilt] == [1, 1, 1]


# Memory


@pytest.fixture(params=["cgroup", "watched"])
def means(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Memory is bounded by the system, or by the referee that looks at it."""
    if request.param == "watched":
        monkeypatch.setattr(cgroup, "create", lambda memory: None)
    elif not (group := cgroup.create(64 * MIB)):
        pytest.skip("no control group can be made here")
    else:
        group.remove()
    return str(request.param)


HUNGRY = Limits(memory=100 * MIB)


@pytest.mark.parametrize("behaviour", ["eats-memory", "eats-memory-in-children"])
def test_a_bot_that_takes_too_much_memory_crashes(bench: Bench, means: str, behaviour: str) -> None:
    bot = replace(bench.bot(behaviour, 400, script=SCRIPT), limits=HUNGRY)
    (record,) = played(game(bot, bench.bot(), replace(CLOCK, time=20_000)))
    assert words(record) == ["crash", None], means
    fault = record.faults[0]
    assert fault
    assert "it took more than its 100 MiB of memory" in fault.detail


def test_a_bot_that_takes_too_much_memory_at_once_does_not_start(bench: Bench, means: str) -> None:
    bot = replace(bench.bot("eats-memory-at-once", 400, script=SCRIPT), limits=HUNGRY)
    (record,) = played(game(bot, bench.bot()))
    assert words(record) == ["startup", None], means
    fault = record.faults[0]
    assert fault
    assert "it took more than its 100 MiB of memory" in fault.detail


def test_a_bot_within_its_memory_is_left_alone(bench: Bench, means: str) -> None:
    bot = replace(bench.bot("eats-memory", 48, script=SCRIPT), limits=HUNGRY)
    (record,) = played(game(bot, bench.bot()))
    assert words(record) == [None, None], means


def test_control_groups_are_removed(bench: Bench) -> None:
    bot = replace(bench.bot(), limits=HUNGRY)
    run(game(bot, bench.bot("leaves-daemon", script=SCRIPT)))
    assert not list(Path("/sys/fs/cgroup").glob("**/engine-arena-*-*"))


@pytest.mark.thorough
def test_the_referee_holds_no_more_for_bots_that_flood(bench: Bench) -> None:
    """The peak of a worker's memory after floods of all kinds is that after fair games, within
    what a bot may have it hold in one turn."""
    peaks: list[int] = []

    def keep(_: Record) -> None:
        (worker,) = [pid for pid in children(os.getpid()) if living_worker(pid)]
        status = Path(f"/proc/{worker}/status").read_text()
        peaks.append(int(status.partition("VmHWM:")[2].split()[0]) * 1024)

    fair = bench.bot()
    clock = replace(CLOCK, time=800, startup=1500)
    floods = [
        bench.bot("floods-stdout"),
        bench.bot("floods-empty-lines", 0.1),
        bench.bot("floods-stderr"),
        bench.bot("floods-handshake"),
        bench.bot("long-line"),
        bench.bot("never-reads"),
    ]
    specs = [game(bot, fair, clock, id_=number) for number, bot in enumerate((fair, *floods), 1)]
    runner(1, keep).run(iter(specs))
    assert len(peaks) == len(specs)
    assert peaks[-1] - peaks[0] < 16 * MIB
