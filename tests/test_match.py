"""`arena match`: what is seen while it is played, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena import notebook
from arena.cli.match import _text as score_text
from arena.match import Score
from arena.store.store import Store
from tests.commands import arena, interrupt, start, wait_for
from tests.run_records import DRAW, record
from tests.terminals import Terminal

LONG = ("match", "random", "mcts", "--game", "veletas", "--size", "7", "--games", 200)


def games_in(where: Path) -> int:
    with Store.open(where) as store:
        return len(store.done())


def test_a_terminal_shows_how_far_it_is_and_ctrl_c_ends_it_with_what_was_played(
    tmp_path: Path,
) -> None:
    with Terminal(*LONG, cwd=tmp_path) as terminal:
        terminal.shows(r"[1-9]\d*/200 games, \d+(\.\d)? games/(s|min)")
        terminal.type("\x03")
        terminal.shows("note: stopping after the games in play; Ctrl-C again stops at once")
        terminal.shows(r"mcts +\d+ +\+\d+ =0 -\d+")
        told = terminal.shows(r"note: interrupted: (\d+) of 200 games were played")
        assert 1 <= int(told[1]) < 200
        assert terminal.ends() == 130


@pytest.mark.thorough
def test_an_interrupted_match_that_is_kept_can_be_gone_on_with(tmp_path: Path) -> None:
    where = tmp_path / "a match.arena"
    match = start(*LONG, "--format", "json", "--store", where.name, cwd=tmp_path)
    wait_for(lambda: where.exists() and games_in(where) >= 1)
    interrupt(match)
    said, _ = match.communicate(timeout=60)
    assert match.returncode == 130
    assert said.endswith(f"games were played\nnext: arena run '{where.name}' plays the others\n")
    assert "games/s" not in said, "this is no terminal"
    played = games_in(where)
    done = arena("run", where.name, "--dry-run", cwd=tmp_path)
    assert done.stdout.startswith(f"{200 - played} games to play ({played} of 200 are in")


def test_without_a_terminal_a_match_says_nothing_but_its_score(tmp_path: Path) -> None:
    words = ("match", "random", "greedy", "--game", "what-the-shell", "--format", "json")
    done = arena(*words, cwd=tmp_path)
    assert done.stderr == ""
    assert json.loads(done.stdout)["bots"] == ["random", "greedy"]


def test_a_match_tells_what_compare_tells(tmp_path: Path) -> None:
    """Elo with its interval, the likelihood of superiority, and how often each bot failed."""
    words = ("match", "random", "greedy", "--game", "veletas", "--size", "7", "--games", 6)
    done = arena(*words, "--store", "m.arena", cwd=tmp_path)
    (row,) = notebook.compare(tmp_path / "m.arena", "random", "greedy").itertuples()
    ends = f"[{row.elo_low:+.1f}, {row.elo_high:+.1f}]"
    told = f"random against greedy: Elo {row.elo:+.1f} {ends} (95%), LOS {row.los:.1%}"
    assert done.stdout.splitlines()[-1] == told


@pytest.mark.thorough
def test_several_bots_are_compared_each_with_the_next_by_points(tmp_path: Path) -> None:
    """And faults are counted: a bot that leaves in its first turn loses all its games so."""
    leaves = tmp_path / "leaves.py"
    leaves.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('arena'): print('plays veletas\\nready', flush=True)\n"
        "    if line.startswith('newgame'): print('ready', line.split()[1], flush=True)\n"
        "    if line.startswith('go'): sys.exit()\n"
    )
    bots = (f"{sys.executable} leaves.py", "random", "greedy")
    words = ("match", *bots, "--game", "veletas", "--size", "7", "--games", 4)
    lines = arena(*words, cwd=tmp_path).stdout.splitlines()
    assert lines[0] == "leaves       0   +0 =0 -8   8 faults"
    told = [line.split(":")[0] for line in lines if "LOS" in line]
    assert told == ["greedy against random", "random against leaves"]
    found = json.loads(arena(*words, "--format", "json", cwd=tmp_path).stdout)
    assert found["faults"] == [8, 0, 0]
    assert [(each["bot"], each["opponent"]) for each in found["comparisons"]] == [
        ("greedy", "random"),
        ("random", "leaves"),
    ]
    assert found["comparisons"][1]["elo_high"] is None, "infinite, which is no JSON"


def test_a_match_says_why_a_game_was_void(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text(
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('arena'): print('plays veletas\\nready', flush=True)\n"
        "    if line.startswith('newgame'): os.kill(os.getppid(), 9)\n"
    )
    words = ("match", f"{sys.executable} killer.py", "random", "--game", "veletas", "--games", "1")
    words += ("--store", "m.arena")
    done = arena(*words, cwd=tmp_path, status=1)
    assert "note: game 1 is void: its worker ended with status -9" in done.stderr
    assert (
        "note: some games stayed void: 0 of 1 games were played\nnext: arena run m.arena"
        in done.stderr
    )
    with Store.open(tmp_path / "m.arena") as store:
        assert store.void_reasons() == ["its worker ended with status -9"] * 3


@pytest.mark.thorough
def test_points_are_told_to_the_half_however_many() -> None:
    games = (record(1, scores=DRAW),) * 200_001
    told = score_text(Score(("ada", "bob"), games, len(games)), None)
    ends = "  100000.5   +0 =200001 -0   0 faults"
    assert told.splitlines()[:2] == [f"ada{ends}", f"bob{ends}"]


def test_too_few_descriptors_for_a_match_are_told_before_its_first_game(tmp_path: Path) -> None:
    words = "match random random --game veletas --store m.arena"
    command = f"ulimit -n 60; exec {sys.executable} -m arena {words}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "open files and the system allows 60" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "m.arena").exists()
