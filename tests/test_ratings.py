"""Ratings: published numbers, the package's own, and sums that must add up."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.ratings import METHODS, method
from arena.ratings.base import Draw, Ratings, Settings, draw_of, outcomes
from arena.ratings.fold import Row, rate
from arena.record import FAULTS
from arena.store.results import Result
from tests.listed import Listed
from tests.run_records import DRAW, LOSS, WIN, record, result, void

PUBLISHED = Settings(draw=0.10, tau=trueskill.TAU)
"""The settings behind Microsoft's published example of two new players."""

PAIRS = st.sampled_from(["ada", "bob", "cyd", "dan"]).flatmap(
    lambda first: st.tuples(
        st.just(first), st.sampled_from(sorted({"ada", "bob", "cyd", "dan"} - {first}))
    )
)
FAULT_WORDS = st.none() | st.sampled_from(FAULTS)
RESULTS = st.lists(
    st.builds(
        result,
        st.integers(1, 99),
        PAIRS,
        st.sampled_from([WIN, LOSS, DRAW]),
        st.tuples(FAULT_WORDS, FAULT_WORDS),
    ),
    max_size=20,
)


def by_name(table: Ratings) -> dict[str, Row]:
    return {row.bot: row for row in table.rows}


def league(games: int, seed: int = 1) -> list[Result]:
    """Games between bots of different strength, draws among them."""
    dice = random.Random(seed)
    strength = {"ada": 9.0, "bob": 6.0, "cyd": 3.0, "dan": 0.0}
    results = []
    for id_ in range(1, games + 1):
        first, second = dice.sample(sorted(strength), 2)
        margin = strength[first] - strength[second] + dice.gauss(0, 6)
        scores = DRAW if abs(margin) < 1 else WIN if margin > 0 else LOSS
        results.append(result(id_, (first, second), scores))
    return results


# Numbers


@pytest.mark.parametrize(
    ("scores", "ada", "bob"),
    [
        (WIN, (29.396, 7.171), (20.604, 7.171)),
        (LOSS, (20.604, 7.171), (29.396, 7.171)),
        (DRAW, (25.000, 6.458), (25.000, 6.458)),
    ],
)
def test_a_first_game_gives_the_published_numbers(
    scores: tuple[float, float], ada: tuple[float, float], bob: tuple[float, float]
) -> None:
    rows = by_name(rate([result(1, scores=scores)], PUBLISHED))
    for name, expected in (("ada", ada), ("bob", bob)):
        assert (rows[name].mu, rows[name].sigma) == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize("tau", [0.0, trueskill.TAU])
@pytest.mark.parametrize("draw", [0.0001, 0.1, 0.6])
def test_a_league_is_rated_as_the_package_rates_it_game_by_game(draw: float, tau: float) -> None:
    games = league(400)
    model = trueskill.TrueSkill(tau=tau, draw_probability=draw)
    expected = {name: model.create_rating() for name in ("ada", "bob", "cyd", "dan")}
    for game in games:
        first, second = game.bots
        if game.scores == LOSS:
            first, second = second, first
        expected[first], expected[second] = trueskill.rate_1vs1(
            expected[first], expected[second], drawn=game.scores == DRAW, env=model
        )
    for row in rate(games, Settings(draw=draw, tau=tau)).rows:
        assert row.mu == pytest.approx(expected[row.bot].mu, abs=1e-9)
        assert row.sigma == pytest.approx(expected[row.bot].sigma, abs=1e-9)
        assert row.exposure == pytest.approx(model.expose(expected[row.bot]), abs=1e-9)


def test_skills_do_not_drift_unless_asked() -> None:
    games = [result(1)]
    assert rate(games) == rate(games, Settings(tau=0.0))
    assert rate(games, Settings(tau=1.0)).rows[0].sigma > rate(games).rows[0].sigma


def test_games_are_folded_in_the_order_given() -> None:
    games = league(60)
    assert rate(games) == rate(iter(games))
    assert rate(games).rows != rate(games[::-1]).rows


def test_a_draw_makes_bots_more_certain_even_if_it_is_the_only_one() -> None:
    games = [result(id_, scores=WIN if id_ % 2 else LOSS) for id_ in range(1, 200)]
    before, after = rate(games), rate([*games, result(200, scores=DRAW)])
    assert after.rows[0].sigma < before.rows[0].sigma


# Draws


@pytest.mark.parametrize(
    ("draws", "wins", "expected"), [(0, 0, 1 / 20), (0, 80, 1 / 100), (3, 7, 4 / 30)]
)
def test_the_draw_probability_is_estimated_from_the_games(
    draws: int, wins: int, expected: float
) -> None:
    games = [result(1, scores=DRAW)] * draws + [result(2)] * wins
    draw = draw_of(Counter(outcomes(games)), Settings())
    assert (draw.probability, draw.estimated) == (pytest.approx(expected), True)
    table = rate(games)
    assert table.games == draws + wins
    assert table.basis == (f"TrueSkill, {draw}", "tau 0")


def test_a_given_draw_probability_is_taken() -> None:
    table = rate([result(1)], Settings(draw=0.25))
    assert table.basis[0] == "TrueSkill, draw probability 0.25 (given)"
    assert draw_of({}, Settings(draw=0.25)) == Draw(0.25, estimated=False)


@pytest.mark.parametrize("draw", [-0.1, 0.0, 1.0, float("nan")])
def test_a_draw_probability_that_cannot_be_is_refused(draw: float) -> None:
    with pytest.raises(ArenaError, match="above 0 and below 1"):
        rate([result(1)], Settings(draw=draw))


@pytest.mark.parametrize("tau", [-1.0, 10_001.0, math.nan, math.inf])
def test_a_tau_that_cannot_be_is_refused(tau: float) -> None:
    with pytest.raises(ArenaError, match=f"tau {tau:g}: expected a number from 0 to 10000"):
        rate([result(1)], Settings(tau=tau))


# Anchors


def test_an_anchor_stays_and_the_others_are_rated_around_it() -> None:
    games = league(300)
    free, fixed = by_name(rate(games)), by_name(rate(games, Settings(anchor="cyd")))
    assert (fixed["cyd"].mu, fixed["cyd"].sigma) == (25.0, 0.0)
    assert fixed["cyd"].exposure == 25.0
    for name in ("ada", "bob", "dan"):
        distance = fixed[name].mu - fixed["cyd"].mu
        assert distance == pytest.approx(free[name].mu - free["cyd"].mu, abs=1.0)


def test_an_anchor_does_not_drift() -> None:
    table = by_name(rate(league(50), Settings(anchor="ada", tau=0.5)))
    assert table["ada"].sigma == 0.0


def test_a_great_drift_leaves_a_rating_for_everyone() -> None:
    """Where rounding would leave less than no variance."""
    drawn = rate([result(1, scores=DRAW)], Settings(draw=0.1, anchor="ada", tau=10_000))
    assert 0 < by_name(drawn)["bob"].sigma < 10


def test_an_anchor_without_games_is_refused_with_those_that_have_some() -> None:
    with pytest.raises(ArenaError, match=r"anchor 'eve' has no games here.*ada, bob"):
        rate([result(1)], Settings(anchor="eve"))


# Rows


def test_rows_count_wins_draws_losses_and_faults() -> None:
    games = [
        result(1, scores=WIN),
        result(2, scores=DRAW, faults=("crash", "timeout")),
        result(3, ("bob", "ada"), LOSS, faults=("illegal", None)),
        result(4, scores=WIN, faults=(None, "timeout")),
    ]
    rows = by_name(rate(games))
    ada, bob = rows["ada"], rows["bob"]
    assert (ada.rank, ada.games, ada.wins, ada.draws, ada.losses) == (1, 4, 3, 1, 0)
    assert (ada.score, ada.faults) == (3.5 / 4, 1)
    assert (bob.rank, bob.games, bob.wins, bob.draws, bob.losses) == (2, 4, 0, 1, 3)
    assert (bob.score, bob.faults) == (0.5 / 4, 3)


def test_voids_are_not_rated() -> None:
    games = [result(1), Result.of(void(2)), result(3)]
    assert rate(games) == rate([result(1), result(3)])
    assert rate([Result.of(void(1))]).rows == ()


def test_no_games_give_an_empty_table() -> None:
    basis = ("TrueSkill, draw probability 0.05 (estimated)", "tau 0")
    assert rate([]) == Ratings((), Row, 0, basis)


def test_a_game_of_three_is_refused() -> None:
    three = Result(1, "g", (), ("a", "b", "c"), (1.0, 0.0, 0.0), "line", (None,) * 3, 1, (), 1)
    with pytest.raises(ArenaError, match="games of two bots, not of 3"):
        rate([three])


@settings(max_examples=50)
@given(RESULTS)
def test_sums_add_up_whatever_was_played(games: list[Result]) -> None:
    table = rate(games)
    rows = table.rows
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert [row.exposure for row in rows] == sorted((row.exposure for row in rows), reverse=True)
    assert sum(row.games for row in rows) == 2 * len(games) == 2 * table.games
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows)
    assert sum(row.score * row.games for row in rows) == pytest.approx(len(games))
    for row in rows:
        assert row.games == row.wins + row.draws + row.losses
        assert row.faults <= row.games
        assert row.score == pytest.approx((row.wins + row.draws / 2) / row.games)
        assert row.exposure == row.mu - 3 * row.sigma
        assert 0 < row.sigma < trueskill.SIGMA


@settings(max_examples=50)
@given(RESULTS)
def test_seats_do_not_matter(games: list[Result]) -> None:
    turned = [
        result(game.id, game.bots[::-1], game.scores[::-1], game.faults[::-1]) for game in games
    ]
    for row, other in zip(rate(games).rows, rate(turned).rows, strict=True):
        assert (row.bot, row.mu, row.sigma) == (
            other.bot,
            pytest.approx(other.mu),
            pytest.approx(other.sigma),
        )


# The registry


def test_every_method_is_found_by_its_name() -> None:
    for name in METHODS:
        assert method(name)(Listed([Result.of(record(1))]), Settings()).rows[0].bot == "ada"


def test_a_setting_that_a_method_does_not_take_is_refused() -> None:
    with pytest.raises(ArenaError, match=r"method elo takes no tau; it takes: anchor"):
        method("elo", ["anchor", "tau"])


def test_an_unknown_method_is_told_with_the_known_ones() -> None:
    with pytest.raises(ArenaError, match=r"no rating method 'elo2'; expected one of: trueskill"):
        method("elo2")
