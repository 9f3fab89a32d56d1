"""The simulation in a small form, and the whole of it (slow)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation import __main__ as tables
from tests.simulation import million
from tests.simulation.leagues import SHAPES, Shape, league, round_robin
from tests.simulation.measure import ESTIMATED, GIVEN, fold, measure

NAMES = [shape.name for shape in SHAPES]


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_the_posterior_errs_less_than_the_fold_and_knows_its_doubt(shape: Shape) -> None:
    leagues = [league(shape, seed) for seed in range(40)]
    own, other = measure(GIVEN, leagues), measure(fold, leagues)
    assert own.error < other.error
    assert 0.90 < own.skills < 0.99
    assert 0.90 < own.differences < 0.98
    assert other.skills < 0.85, "the fold's sigma is no interval"


@pytest.mark.parametrize(
    ("width", "given"),
    [(0.4, (0.97, 1.0)), pytest.param(2.0, (0.4, 0.8), marks=pytest.mark.slow)],
)
def test_a_prior_that_is_estimated_knows_its_doubt_where_a_given_one_does_not(
    width: float, given: tuple[float, float]
) -> None:
    leagues = [league(round_robin(8, 2), seed, width) for seed in range(20)]
    found, fixed = measure(ESTIMATED, leagues), measure(GIVEN, leagues)
    assert found.error < fixed.error
    assert 0.90 < found.differences < 0.99
    assert given[0] <= fixed.skills <= given[1]


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_a_league_follows_from_its_seed(shape: Shape) -> None:
    assert league(shape, 1) == league(shape, 1)
    assert league(shape, 1).results != league(shape, 2).results
    bots = {bot for game in league(shape, 1).results for bot in game.bots}
    assert bots == set(league(shape, 1).skills)


def test_the_tables_are_written_between_the_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{tables.BEGIN}\nyesterday's\n{tables.END}\nafter\n")
    monkeypatch.setattr(tables, "SHAPES", SHAPES[:1])
    words = ["simulation", "--leagues", "2", "--estimated", "1", "--write", str(page)]
    monkeypatch.setattr("sys.argv", words)
    tables.main()
    text = page.read_text()
    assert text.startswith(f"before\n{tables.BEGIN}\n**Skills drawn from the prior, 2 leagues")
    assert text.endswith(f"{tables.END}\nafter\n")
    assert text.count(f"| {SHAPES[0].name} |") == 3
    assert "yesterday's" not in text


def test_a_large_store_is_rated_by_its_counts(tmp_path: Path) -> None:
    path = tmp_path / "million.arena"
    million.build(path, games=2000, bots=10)
    _, peak = million.cost(["ratings", str(path), "--method", "posterior"])
    assert 10 < peak < 1024


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_intervals_hold_what_they_promise(shape: Shape) -> None:
    leagues = [league(shape, seed) for seed in range(2000)]
    own, other = measure(GIVEN, leagues), measure(fold, leagues)
    assert 0.94 < own.skills < 0.96
    assert 0.94 < own.differences < 0.96
    assert own.error < other.error


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_million_games_fit_in_a_gibibyte(tmp_path: Path) -> None:
    path = tmp_path / "million.arena"
    million.build(path, games=1_000_000, bots=100)
    _, peak = million.cost(["ratings", str(path), "--method", "posterior"])
    assert peak < 1024
