"""`arena watch`: on a terminal and without one, while a tournament is really played."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena import watch
from arena.plan.tournament_file import load
from arena.run import header_of
from arena.store.results import Tally
from arena.store.store import Store
from tests.commands import arena, interrupt, running
from tests.terminals import PATIENCE, Terminal
from tests.web.crafted import HOSTILE, craft

CUP = """\
name: long cup
games: [what-the-shell]
openings: {random_turns: 2}
rounds: ROUNDS
concurrency: 1
bots: [random, greedy]
"""


def cup(folder: Path, rounds: int) -> Path:
    """The store of a run that has not begun, beside its file."""
    file = folder / "cup.yaml"
    file.write_text(CUP.replace("ROUNDS", str(rounds)))
    Store.create(folder / "cup.arena", header_of(load(file))).close()
    return folder / "cup.arena"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A tournament that takes longer than any test, being played."""
    cup(tmp_path, 10_000)
    with running("run", "cup.yaml", "--quiet", cwd=tmp_path) as process:
        yield process
        interrupt(process)
        process.wait(30)


def test_a_run_is_watched_while_it_is_played(
    tmp_path: Path, playing: subprocess.Popen[str]
) -> None:
    with Terminal("watch", "cup.arena", cwd=tmp_path) as terminal:
        first = terminal.shows(r"long cup\n.*?\n?(\d+)/20000 games")
        second = terminal.shows(r"(\d+)/20000 games, [\d.]+ games/(?:s|min), \d at once, \w+ left")
        assert int(second[1]) >= int(first[1])
        terminal.shows(r"greedy +\d+ +\d+ +\d+ +\d+ +[01]\.\d{3}")
        terminal.shows(r"game +seat 1 +seat 2 +scores +termination")
        terminal.shows(r"\d+ +(random|greedy) +(random|greedy) +[01½] – [01½] +[a-z-]+")
        later = terminal.shows(r"(\d+)/20000 games")
        while later[1] == second[1]:
            later = terminal.shows(r"(\d+)/20000 games")
        interrupt(terminal.process)
        assert terminal.ends() == 0
        assert playing.poll() is None, "the run goes on"


@pytest.mark.thorough
def test_it_ends_with_the_run_and_has_its_figures(tmp_path: Path) -> None:
    cup(tmp_path, 2)
    with running("watch", "cup.arena", cwd=tmp_path) as watching:
        assert watching.stdout
        assert watching.stdout.readline() == "0/4 games, stopped\n"
        arena("run", "cup.yaml", "--quiet", cwd=tmp_path)
        told, _ = watching.communicate(timeout=PATIENCE)
    assert watching.returncode == 0
    assert told.splitlines()[-1] == "4/4 games, over"


def test_a_run_that_is_over_is_told_once_void_games_and_faults_too(tmp_path: Path) -> None:
    craft(tmp_path / "done.arena", ("ada", "bob"), rounds=2, voids=3)
    done = arena("watch", "done.arena", cwd=tmp_path)
    assert done.stdout == ("4/4 games, over, 3 void, played again, timeout 1, illegal 1\n")


def test_faults_are_added_up_however_many() -> None:
    kind = ("what-the-shell", (), ("ada", "bob"), (0.0, 1.0))
    tallies = [Tally(*kind, ("timeout", None), 10**15), Tally(*kind, ("timeout", "crash"), 2)]
    assert watch._faults(tallies) == (("timeout", 10**15 + 2), ("crash", 2))


@pytest.mark.thorough
def test_a_sequential_test_tells_its_ratio(tmp_path: Path) -> None:
    words = ("greedy", "random", "--game", "what-the-shell", "--elo1", 200, "--store", "t.arena")
    trial = arena("sprt", *words, "--quiet", cwd=tmp_path).stdout
    ratio = re.search(r"LLR ([\d.]+) in \[([-\d.]+), ([\d.]+)\]", trial)
    assert ratio
    told = arena("watch", "t.arena", cwd=tmp_path).stdout
    assert f"over, {ratio[0]}, " in told
    assert told.rstrip().endswith("greedy passed")


def test_hostile_names_move_no_cursor(tmp_path: Path) -> None:
    craft(tmp_path / "hostile.arena", (*HOSTILE, "\x1b[2Jgone\x07"))
    with Terminal("watch", "hostile.arena", cwd=tmp_path) as terminal:
        terminal.shows(r"\?\[2Jgone\?")
        terminal.shows(r"<script>document")


def test_it_writes_nothing(tmp_path: Path) -> None:
    craft(tmp_path / "done.arena", ("ada", "bob"))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    arena("watch", "done.arena", cwd=tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    done = arena("watch", "none.arena", cwd=tmp_path, status=2)
    assert done.stderr == "arena: none.arena: no such file; expected the store of a run\n"
    assert {path.name for path in tmp_path.iterdir()} == set(before)
