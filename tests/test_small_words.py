"""Mistakes that are easily made at the command line, and what is said of them in a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import arena

MATCH = ("match", "random", "greedy", "--game", "veletas")
CUP = "games: veletas\nbots: [random, greedy]\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("crostable", "cup.arena"),
            "found 'crostable', expected a command; did you mean 'crosstable'? (see ",
        ),
        (("xxyyzz",), "found 'xxyyzz', expected a command (see "),
        (
            (*MATCH, "--games", "x"),
            "Invalid value for '--games': 'x' is not a valid integer. (see ",
        ),
    ],
)
def test_a_mistyped_word_is_told(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert f": {told}" in arena(*words, cwd=tmp_path, status=2).stderr


def test_what_is_called_a_store_is_not_read_as_a_tournament_file(tmp_path: Path) -> None:
    (tmp_path / "cup.arena").write_text("garbage\n")
    told = arena("run", "cup.arena", cwd=tmp_path, status=2).stderr
    assert told == "arena: cup.arena is not the store of a run\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "games: veletas\nbots:\n\t- random\n",
            "cup.yaml:3: not YAML: found a tab, expected spaces",
        ),
        ("games:\tveletas\n", "cup.yaml:1: not YAML: found a tab, expected spaces"),
        (
            f"{CUP}clock: {{time: 0ms}}\n",
            "cup.yaml:3: clock: found time 0ms, but a clock needs a time, a bank or periods",
        ),
    ],
)
def test_a_mistake_in_a_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "cup.yaml").write_text(text)
    assert arena("run", "cup.yaml", cwd=tmp_path, status=2).stderr == f"arena: {told}\n"


@pytest.mark.thorough
def test_a_store_of_another_run_is_told_whatever_a_flag_said(tmp_path: Path) -> None:
    (tmp_path / "cup.yaml").write_text(f"{CUP}rounds: 1\nturn_limit: 4\n")
    (tmp_path / "other.yaml").write_text(f"{CUP}turn_limit: 5\n")
    arena("run", "cup.yaml", "--store", "mine.arena", "--quiet", cwd=tmp_path)
    told = arena("run", "other.yaml", "--store", "mine.arena", cwd=tmp_path, status=2).stderr
    assert told == (
        "arena: mine.arena is the run of another tournament: "
        "turn_limit: 4 in the run, 5 asked for; name another with --store\n"
    )


@pytest.mark.thorough
def test_one_is_one(tmp_path: Path) -> None:
    arena(*MATCH, "--games", 1, "--time", "1s", "--store", "one.arena", cwd=tmp_path)
    for command in ("ratings", "crosstable", "games", "standings"):
        title = arena(command, "one.arena", cwd=tmp_path).stdout.splitlines()[0]
        assert ": 1 game" in title, title
        assert "1 games" not in title
    assert "1 game, 1 opening, " in arena("openings", "one.arena", cwd=tmp_path).stdout
    assert "found 1 bot, " in arena("match", "random", *MATCH[3:], cwd=tmp_path, status=2).stderr


@pytest.mark.thorough
def test_a_pool_of_one_bot_is_refused(tmp_path: Path) -> None:
    arena(*MATCH, "--games", 1, "--store", "one.arena", cwd=tmp_path)
    for command in ("ratings", "faults", "games"):
        done = arena(command, "one.arena", "--bots", "random", cwd=tmp_path, status=2)
        assert "found 'random' alone, expected at least 2 bots" in done.stderr
