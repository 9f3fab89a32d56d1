"""The bundled bot mirror: it has greedy's own choice function, and beats it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena import resources
from tests.commands import arena

BOTS = resources.folder("bots")


def score(tmp_path: Path, opponent: str, games: int, time: str) -> float:
    """What share of the points mirror gets."""
    words = ("match", "mirror", opponent, "--game", "what-the-shell", "--games", games)
    clock = ("--time", time, "--margin", "2s")
    result = json.loads(arena(*words, *clock, "--format", "json", cwd=tmp_path).stdout)
    assert not [game for game in result["games"] if any(game["faults"])]
    return result["score"][0] / games


def test_it_contains_greedys_choice_function() -> None:
    ours, theirs = (BOTS / name / "what_the_shell.py" for name in ("mirror", "greedy"))
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.thorough
def test_it_reads_greedy(tmp_path: Path) -> None:
    assert score(tmp_path, "greedy", 4, "300ms") >= 0.75


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_it_beats_greedy_in_nine_games_of_ten(tmp_path: Path) -> None:
    assert score(tmp_path, "greedy", 200, "100ms") >= 0.9


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("leatherback")
def test_it_does_not_beat_leatherback(tmp_path: Path) -> None:
    assert score(tmp_path, "leatherback", 100, "100ms") < 0.5
