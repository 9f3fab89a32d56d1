"""`arena feed`: a recorded game's lines for a bot, and its answers beside the recorded ones."""

from __future__ import annotations

import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.feed import Feeding, choose_seat
from arena.record import BotSpec, Record
from arena.store.store import Store
from tests.commands import arena, living
from tests.referee.playing import BOTS, HASTY, game, played
from tests.run_records import LOSS, WIN, header, record

FAIR, BROKEN = BOTS / "fair.py", BOTS / "broken.py"


def command(script: Path, *words: str) -> str:
    return shlex.join([sys.executable, "-S", "-B", str(script), *words])


def bot(name: str, script: Path, *words: str) -> BotSpec:
    return BotSpec(name, tuple(shlex.split(command(script, *words))), str(BOTS))


def kept(folder: Path, *records: Record) -> Path:
    path = folder / "cup.arena"
    with Store.create(path, header()) as store:
        for each in records:
            store.save(each)
    return path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that bots lost: by an illegal move, by an exit, by silence, and by nothing."""
    fair = bot("fair", FAIR)
    broken = [bot(each, BROKEN, each) for each in ("malformed-move", "exits-at-turn")]
    specs = [game(each, fair, id_=number) for number, each in enumerate(broken, 1)]
    silent = game(fair, bot("hangs-at-turn", BROKEN, "hangs-at-turn"), HASTY, id_=3)
    even = game(fair, bot("other", FAIR), id_=4)
    return kept(tmp_path_factory.mktemp("run"), *played(*specs, silent, even))


def rows(text: str) -> list[str]:
    """The lines of turns, without times."""
    return [line for line in text.splitlines() if " ms" in line and not line.startswith(">")]


def test_the_same_bot_answers_as_it_did(run: Path) -> None:
    done = arena("feed", command(FAIR), run, 4, "--seat", 1, cwd=run.parent)
    assert done.stdout.splitlines()[-1] == "7 answers, all as recorded"
    assert "difference" not in done.stdout
    said = [line.split() for line in rows(done.stdout)]
    assert [words[0] for words in said] == ["-", "1", "2", "3", "4", "5", "6"]
    assert all(words[1:3] == words[4:6] for words in said[1:] if words[1] == "move")


def test_an_illegal_move_is_made_again_and_told(run: Path) -> None:
    done = arena("feed", command(BROKEN, "malformed-move"), run, 1, cwd=run.parent, status=1)
    last = rows(done.stdout)[-1]
    assert last.split()[0] == "3"
    assert "malformed move" in last
    assert "seat 1, which was malformed-move's" in done.stdout


def test_an_exit_is_seen_again_with_its_last_words(run: Path) -> None:
    words = (command(BROKEN, "exits-at-turn"), run, 2, "--seat", 1)
    done = arena("feed", *words, cwd=run.parent)
    assert "(nothing)" in rows(done.stdout)[-1]
    assert "exit status 3" in rows(done.stdout)[-1]
    assert "| assertion failed: score < mate" in done.stdout


def test_silence_is_waited_for_no_longer_than_is_asked(run: Path) -> None:
    words = (command(BROKEN, "hangs-at-turn"), run, 3, "--wait", "200ms")
    done = arena("feed", *words, cwd=run.parent)
    assert "no answer came in time" in rows(done.stdout)[-1]


def test_another_bot_differs_and_the_first_difference_is_marked(run: Path) -> None:
    done = arena("feed", "random", run, 4, "--seat", 1, cwd=run.parent, status=1)
    marked = [line for line in rows(done.stdout) if "<- the first difference" in line]
    assert len(marked) == 1
    turn = marked[0].split()[0]
    assert done.stdout.splitlines()[-1].endswith(f"first difference: turn {turn}")


def test_a_turn_is_the_last_and_its_lines_are_shown(run: Path) -> None:
    done = arena("feed", command(FAIR), run, 4, "--seat", 1, "--turn", 3, cwd=run.parent)
    assert [line.split()[0] for line in rows(done.stdout)] == ["-", "1", "2", "3"]
    sent = [line for line in done.stdout.splitlines() if line.startswith("> ")]
    assert [line.split()[1] for line in sent] == ["played", "state", "legal", "go"]
    assert sent[-1].startswith("> go 3 ")


def test_the_input_can_be_written_and_played_by_hand(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    words = (command(FAIR), run, 4, "--seat", 1, "--write", file)
    by_hand = arena("feed", *words, cwd=run.parent).stdout
    lines = file.read_text().splitlines()
    assert lines[0] == "arena 1"
    assert lines[1].startswith("newgame 1 game=what-the-shell seat=1 ")
    assert lines[-1] == "quit"
    done = subprocess.run(by_hand, shell=True, capture_output=True, text=True, check=True)
    with Store.open(run) as store:
        turns = store.record(4).turns
    moves = [f"move {number} {turn[0].move}" for number, turn in enumerate(turns, 1)]
    assert [line for line in done.stdout.splitlines() if line.startswith("move")] == moves


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["4", "--seat", "3"], "no seat 3: game 4 has seats 1 or 2"),
        (["4", "--seat", "0"], "no seat 0: game 4 has seats 1 or 2"),
        (["4", "--turn", "99"], "no turn 99: game 4 has turns 1 to 6"),
        (["77"], "has no game 77"),
        (["9" * 19], "has no game 9999999999999999999"),
    ],
)
def test_a_mistake_is_one_line(run: Path, words: list[str], message: str) -> None:
    done = arena("feed", command(FAIR), run, *words, cwd=run.parent, status=2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that begins nowhere."""
    spec = replace(game(bot("fair", FAIR), bot("other", FAIR)), start="nonsense")
    return kept(tmp_path_factory.mktemp("damaged"), replace(record(1), spec=spec))


@pytest.mark.parametrize("words", [("show",), ("feed", "random"), ("verify",)])
def test_a_game_that_begins_nowhere_is_told_in_one_line(
    damaged: Path, words: tuple[str, ...]
) -> None:
    number = [] if words == ("verify",) else [1]
    done = arena(*words, damaged, *number, cwd=damaged.parent, status=None)
    assert done.returncode
    assert "game 1 is damaged: it begins nowhere: " in done.stdout + done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bot_that_cannot_be_fed_is_closed(damaged: Path) -> None:
    marked = (sys.executable, "-S", "-X", "fed=damaged", str(FAIR))
    with Store.open(damaged) as store, pytest.raises(StoreError):
        Feeding(BotSpec("fair", marked, str(BOTS)), store.record(1), 1)
    assert not living("fed=damaged")


def test_a_bot_that_does_not_start_is_told_with_its_last_words(run: Path) -> None:
    words = ("feed", command(BROKEN, "exits-at-once"), run, 4)
    done = arena(*words, cwd=run.parent, status=2)
    assert "cannot be fed: its output ended before `ready` (exit status 3)" in done.stderr
    assert "| no configuration found" in done.stderr


@pytest.mark.parametrize(
    ("game_", "name", "seat"),
    [
        (record(1, ("ada", "bob"), WIN), "bob", 2),
        (record(1, ("ada", "bob"), WIN), "ada", 1),
        (record(1, ("ada", "bob"), WIN), "new", 2),
        (record(1, ("ada", "bob"), LOSS, "crash", ("crash", None)), "new", 1),
        (record(1, ("ada", "ada"), WIN), "ada", 2),
    ],
)
def test_the_seat_that_is_meant(game_: Record, name: str, seat: int) -> None:
    assert choose_seat(game_, name) == seat
