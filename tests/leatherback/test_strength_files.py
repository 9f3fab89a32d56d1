"""The tournament files that measure strength can be run, and can answer what they ask."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from arena.sprt import Hypotheses, llr, score_of
from tests.commands import arena

FOLDER = Path(__file__).parents[2] / "tournaments" / "strength"
FILES = sorted(FOLDER.glob("*.yaml"))
TESTS = sorted(FOLDER.glob("mcts-*.yaml"))


@pytest.mark.thorough
@pytest.mark.usefixtures("leatherback")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_file_can_be_run_as_it_says(file: Path, tmp_path: Path) -> None:
    assert f"tournaments/strength/{file.name}" in file.read_text()
    assert "games to play" in arena("run", file, "--dry-run", cwd=tmp_path).stdout


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.stem)
def test_200_games_can_show_a_score_above_95_percent(file: Path) -> None:
    terms = yaml.safe_load(file.read_text())["format"]
    assert (terms.pop("name"), terms.pop("pairs")) == ("sprt", 100)
    hypotheses = Hypotheses(**terms)
    assert score_of(hypotheses.elo0) >= 0.95
    low, high = hypotheses.bounds
    assert ratio(hypotheses, won=81) < high <= ratio(hypotheses, won=82)
    assert ratio(hypotheses, won=95, shared=3) < high <= ratio(hypotheses, won=96, shared=3)
    assert low < ratio(hypotheses, won=96, shared=4) < high
    assert ratio(hypotheses, won=90, shared=10) <= low


def ratio(hypotheses: Hypotheses, won: int, shared: int = 0) -> float:
    """What pairs tell of which so many were won, and so many were a game each."""
    return llr((0, 0, shared, 0, won), hypotheses)
