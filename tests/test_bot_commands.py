"""Bots as people name them: spaces, relative paths, programs on PATH, files with CRLF."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.store.store import Store
from tests.commands import arena

FAIR = Path(__file__).parent / "bots" / "fair.py"
DATA = Path(__file__).parent / "data"
COMMANDS = {
    "folder": "bot: my bots/the bot",
    "relative": 'command: "./my\\\\ bots/run\\\\ me.sh"',
    "quoted": "command: \"python3 -S 'my bots/the bot/fair bot.py'\"",
    "on-path": 'command: "sh -c \'exec python3 -S \\"my bots/the bot/fair bot.py\\"\'"',
}
"""How the same bot is entered."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bot whose paths are full of spaces, and a script that starts it."""
    home = tmp_path / "a cup"
    bot = home / "my bots" / "the bot"
    bot.mkdir(parents=True)
    shutil.copy(FAIR, bot / "fair bot.py")
    lines = ["name: the bot", "games: [what-the-shell]", "run: \"{python} -S 'fair bot.py'\"", ""]
    (bot / "bot.yaml").write_bytes("\r\n".join(lines).encode())
    script = home / "my bots" / "run me.sh"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -S 'my bots/the bot/fair bot.py'\n")
    script.chmod(0o755)
    return home


def test_spaces_relative_paths_and_programs_on_path_and_crlf_everywhere(folder: Path) -> None:
    """In one tournament, whose file is written with CRLF, as its bot's description is."""
    entries = [f"  - {{name: {name}, {entry}}}" for name, entry in COMMANDS.items()]
    lines = ["games: what-the-shell", "turn_limit: 6", "clock: {time: 5s}", "bots:", *entries, ""]
    (folder / "the cup.yaml").write_bytes("\r\n".join(lines).encode())
    arena("run", "the cup.yaml", "--quiet", cwd=folder)
    with Store.open(folder / "the cup.arena") as store:
        assert store.terminations() == {"turn-limit": 12}
        assert {name for result in store.results() for name in result.bots} == set(COMMANDS)


def test_a_file_of_vectors_may_have_crlf(folder: Path) -> None:
    lines = (DATA / "what-the-shell_cases.jsonl").read_bytes().splitlines()[:5]
    (folder / "cases.jsonl").write_bytes(b"\r\n".join([*lines, b""]))
    assert "5" in arena("rules", "check", "cases.jsonl", cwd=folder).stdout.splitlines()[-1]


def test_a_match_sets_options_of_all_bots_or_of_one(folder: Path) -> None:
    asked = ["mcts", "mcts", "--game", "what-the-shell", "--games", 1, "--store", "m.arena"]
    arena("match", *asked, "--option", "playouts=3", "--option", "mcts-2.playouts=4", cwd=folder)
    with Store.open(folder / "m.arena") as store:
        (record,) = store.records()
    told = {player.bot.name: dict(player.bot.options) for player in record.spec.players}
    assert told == {"mcts": {"playouts": "3"}, "mcts-2": {"playouts": "4"}}
    refused = arena("match", *asked, "--option", "greedy.playouts=3", cwd=folder, status=2)
    assert "expected BOT.NAME where BOT is mcts or mcts-2" in refused.stderr


def test_a_match_has_no_increment_without_a_bank(folder: Path) -> None:
    asked = ["random", "random", "--game", "what-the-shell", "--time", "100ms", "--inc", "1s"]
    refused = arena("match", *asked, cwd=folder, status=2)
    assert refused.stderr == (
        "arena: found an inc without a bank, expected a bank for it to grow\n"
    )


def test_a_match_may_give_each_bot_a_clock_of_its_own(folder: Path) -> None:
    asked = ["random", "random", "--game", "what-the-shell", "--games", 1, "--store", "m.arena"]
    mixed = ["--time", "2s", "--time", "random-2=3s", "--bank", "random=5s", "--inc", "random=1s"]
    arena("match", *asked, *mixed, "--margin", "30ms", cwd=folder)
    with Store.open(folder / "m.arena") as store:
        (record,) = store.records()
    assert {player.bot.name: player.clock for player in record.spec.players} == {
        "random": Clock(time=2000, bank=5000, inc=1000, margin=30),
        "random-2": Clock(time=3000, margin=30),
    }


@pytest.mark.parametrize(
    ("flags", "error"),
    [
        (("--time", "rando=2s"), "time: found 'rando', expected random or greedy; did you mean"),
        (("--time", "random=2"), "found '2', expected"),
        (("--inc", "greedy=2s"), "found an inc without a bank"),
    ],
)
def test_a_clock_that_cannot_be_is_told_in_a_line(
    folder: Path, flags: tuple[str, ...], error: str
) -> None:
    asked = ("match", "random", "greedy", "--game", "veletas", *flags)
    done = arena(*asked, cwd=folder, status=2)
    assert error in done.stderr
    assert done.stderr.count("\n") == 1


def test_options_of_a_match_are_independent_and_bots_are_named(folder: Path) -> None:
    """A seed changes no number of games; the count is what was asked for."""
    bots = ["./my bots/the bot", "./my bots/the bot"]
    asked = ["--game", "what-the-shell", "--games", 3, "--seed", 7, "--format", "json"]
    told = arena("match", *bots, *asked, cwd=folder).stdout
    assert told.count('"id"') == 3
    assert '"the bot"' in told
    assert '"the bot-2"' in told
