"""The slots of a machine: no two workers of a cluster have the same one at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.cluster.place import Place
from tests.cluster.machines import cluster
from tests.cluster.playing import Told, play
from tests.test_run import PLAIN

TAKES = """
import sys
from arena.cluster.place import Place
place = Place()
print(place.slot, flush=True)
sys.stdin.read()
"""


@contextmanager
def taken() -> Iterator[int]:
    """The slot of another process, which ends with the block."""
    with subprocess.Popen(
        [sys.executable, "-c", TAKES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        yield int(process.stdout.readline())
        process.kill()


def test_each_process_has_a_slot_of_its_own_and_the_next_one_gets_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with taken() as first:
        with taken() as second:
            assert (first, second) == (1, 2)
        with taken() as after:
            assert after == 2


def test_a_place_is_free_when_nobody_holds_it() -> None:
    one = Place()
    other = Place()
    assert one.slot != other.slot
    slot = one.slot
    del one
    assert Place().slot == slot


@pytest.mark.thorough
def test_two_workers_of_a_machine_play_in_two_slots(tmp_path: Path) -> None:
    notes = tmp_path / "slots"
    (tmp_path / "bot.py").write_text(
        "import os, sys\n"
        f"print(os.getppid(), os.environ['ARENA_SLOT'], file=open({str(notes)!r}, 'a'))\n"
        "sys.argv[1:] = ['x', '0.02']\n"
        f"exec(open({str(PLAIN)!r}).read())\n"
    )
    entered = "".join(f"  - {{name: {each}, command: {sys.executable} bot.py}}\n" for each in "ab")
    file = tmp_path / "cup.yaml"
    terms = "games: what-the-shell\nclock: {time: 5s, margin: 5s}\nrounds: 6\n"
    file.write_text(f"{terms}openings: {{random_turns: 1}}\nbots:\n{entered}")
    with cluster(tmp_path) as machines:
        play(file, machines, Told())
    workers = dict(line.split() for line in notes.read_text().splitlines())
    slots = [slot for slot in workers.values() if slot != "0"]  # there a bot is only tried
    assert len(slots) == len(set(slots)) == 2
