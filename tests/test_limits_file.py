"""`limits` and `sandbox` in tournament files: what they say, and a run that keeps to them."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.limits import Limits
from arena.plan.tournament import Tournament, difference, from_dict, to_dict
from arena.plan.tournament_file import load
from arena.referee.family import children
from arena.store.store import Store
from tests.commands import arena, living, start, wait_for
from tests.referee.test_confined_bots import furnished, need_sandbox

BASE = "games: what-the-shell\nbots: [sh, cat]\n"
Read = Callable[[str], Tournament]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_text(text: str) -> Tournament:
        path = tmp_path / "cup.yaml"
        path.write_text(BASE + text)
        return load(path)

    return read_text


def limits(plan: Tournament) -> Limits:
    """The limits of all bots, which are the same."""
    (found,) = {entrant.bot.limits for entrant in plan.entrants}
    return found


def test_without_the_keys_there_are_no_limits_and_no_sandbox(read: Read) -> None:
    assert limits(read("")) == Limits()


def test_every_limit_is_read(read: Read) -> None:
    text = (
        "limits: {memory: 512MiB, processes: 64, open_files: 256, file_size: 64KiB, stderr: 16KiB}"
        "\nsandbox: auto\n"
    )
    expected = Limits(512 * 2**20, 64, 256, 64 * 2**10, 16 * 2**10, "auto")
    assert limits(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("limits: 5\n", "3: limits: found 5, expected a mapping with the keys memory, processes"),
        ("limits: {memory: 512}\n", "found 512, expected a size with its unit, such as 64KiB"),
        ("limits: {memory: 512MB}\n", "found '512MB', expected a size with its unit"),
        ("limits: {memory: 1MiB}\n", "limits.memory: found '1MiB', expected 16MiB to"),
        ("limits: {processes: 0}\n", "found 0, expected a whole number from 1 to 100000"),
        ("limits: {memroy: 1GiB}\n", "'memroy'; did you mean 'memory'?"),
        ("sandbox: yes\n", "sandbox: found yes, expected a word: none, auto or require"),
        ("sandbox: requires\n", "none, auto or require; did you mean 'require'?"),
    ],
)
def test_what_is_wrong_is_one_line(read: Read, text: str, message: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read(text)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_limits_go_through_json_and_back(read: Read) -> None:
    plan = read("limits: {memory: 512MiB, processes: 64}\nsandbox: require\n")
    assert from_dict(json.loads(json.dumps(to_dict(plan)))) == plan


def test_limits_belong_to_a_run_and_the_sandbox_does_not(read: Read) -> None:
    old = read("limits: {memory: 512MiB, stderr: 8KiB}\n")
    new = read("limits: {memory: 512MiB, stderr: 16KiB}\nsandbox: auto\n")
    assert difference(old, new) is None
    more = read("limits: {memory: 1GiB}\n")
    reason = "bots.sh.limits.memory: 536870912 bytes in the run, 1073741824 bytes asked for"
    assert difference(old, more) == reason


def test_a_run_in_the_sandbox(tmp_path: Path) -> None:
    need_sandbox()
    (tmp_path / "cup.yaml").write_text(
        "games: what-the-shell\nbots: [random, greedy]\nclock: {time: 2s, margin: 1s}\n"
        "limits: {memory: 512MiB, processes: 32, open_files: 256, file_size: 1MiB}\n"
        "sandbox: require\n"
    )
    arena("run", "cup.yaml", "--quiet", cwd=tmp_path)
    with Store.open(tmp_path / "cup.arena") as store:
        assert len(store.done()) == 2
        assert [store.record(number).faults for number in store.done()] == [(None, None)] * 2


def test_a_daemon_in_the_sandbox_dies_though_everything_is_killed_at_once(tmp_path: Path) -> None:
    """It has a session of its own, and nobody is left who could find and end it."""
    need_sandbox()
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    bench = furnished(tmp_path / "bots", mark, sys.executable)
    commands = [
        f"{sys.executable} -S {bench.scripts}/{script} {mark}"
        for script in ("hostile.py leaves-daemon", "broken.py hangs-at-turn")
    ]
    bots = "".join(f"  - {{command: {each}, name: bot{n}}}\n" for n, each in enumerate(commands))
    (tmp_path / "bots" / "cup.yaml").write_text(
        f"games: what-the-shell\nclock: 60s\nsandbox: require\nbots:\n{bots}"
    )
    run = start("run", "cup.yaml", cwd=tmp_path / "bots")
    wait_for(lambda: len(sessions(mark)) == 3)  # of two bots and the daemon
    for pid in (run.pid, *children(run.pid)):
        os.kill(pid, signal.SIGKILL)
    run.communicate()
    wait_for(lambda: not living(mark), 2)


def sessions(mark: str) -> set[int]:
    """The sessions of the processes that have `mark` in their command lines."""
    found = set()
    for pid in living(mark):
        try:
            found.add(os.getsid(pid))
        except ProcessLookupError:
            continue
    return found
