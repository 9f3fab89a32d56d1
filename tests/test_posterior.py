"""The order-free posterior: exact where the truth is known, and the same for any order."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
import trueskill
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.ratings import prior
from arena.ratings.base import BETA, MU, SIGMA, Outcome, Settings
from arena.ratings.posterior import HALF_WIDTH, Row, Skills, rate, weigh
from arena.ratings.prior import over_priors
from arena.ratings.probit import SPREAD, Likelihood, draw_margin, log_tails, logs
from arena.ratings.propagation import Beliefs, Couples, propagate, tilted_moments
from arena.store.results import Result
from arena.store.selected import Selected
from arena.store.store import Store
from tests.listed import Listed
from tests.run_records import DRAW, LOSS, WIN, header, record, result
from tests.simulation.leagues import league, round_robin

CLEAN = (None, None)
GIVEN = Settings(draw=0.1, prior=SIGMA)


def counts(*couples: tuple[str, str, int, int, int]) -> Counter[Outcome]:
    """Wins, draws and losses of the first against the second."""
    found: Counter[Outcome] = Counter()
    for bot, other, *ends in couples:
        for scores, games in zip((WIN, DRAW, LOSS), ends, strict=True):
            found += Counter({Outcome((bot, other), scores, CLEAN): games})
    return found


def column(*numbers: float) -> np.ndarray:
    return np.array(numbers, dtype=float)[:, None]


def sigma(skills: Skills, bot: str) -> float:
    place = skills.bots.index(bot)
    return math.sqrt(skills.covariance[place, place])


def below(z: np.ndarray) -> np.ndarray:
    """The Gaussian's distribution function, far below its middle too."""
    return np.array([math.erfc(-each / math.sqrt(2)) for each in z.tolist()]) / 2


def log_chance(ahead: np.ndarray, ends: Sequence[int]) -> np.ndarray:
    """The logarithm of how likely so many wins, draws and losses are for who is so far ahead,
    where one game in ten of equals is drawn."""
    spread = math.sqrt(2) * BETA
    margin = NormalDist().inv_cdf(0.55) * spread
    apart = np.abs(ahead)
    chances = (
        below((ahead - margin) / spread),
        below((margin - apart) / spread) - below((-margin - apart) / spread),
        below((-ahead - margin) / spread),
    )
    logarithms = (games * np.log(each) for each, games in zip(chances, ends, strict=True))
    return np.sum(list(logarithms), axis=0)


# The Gaussian's tails


def test_tails_are_those_of_the_error_function() -> None:
    z = np.linspace(-36, 36, 2001)
    below, above = log_tails(z)
    for at, low, high in zip(z.tolist(), below.tolist(), above.tolist(), strict=True):
        small = math.log(math.erfc(abs(at) / math.sqrt(2)) / 2)
        assert min(low, high) == pytest.approx(small, rel=1e-11, abs=1e-11)
        assert math.exp(low) + math.exp(high) == pytest.approx(1, abs=1e-11)


def test_tails_beyond_the_error_function_follow_the_asymptotic_series() -> None:
    low, high = log_tails(np.array([-200.0]))
    assert low[0] == pytest.approx(-(200**2) / 2 - math.log(200 * math.sqrt(2 * math.pi)), rel=1e-6)
    assert high[0] == 0


@pytest.mark.parametrize("draw", [1e-6, 0.1, 0.9])
def test_win_draw_and_loss_are_all_that_can_happen(draw: float) -> None:
    at = logs(np.linspace(-80, 80, 321), draw_margin(draw))
    assert np.exp(at.win) + np.exp(at.draw) + np.exp(at.loss) == pytest.approx(1, abs=1e-9)
    assert math.exp(logs(np.zeros(1), draw_margin(draw)).draw[0]) == pytest.approx(draw, rel=1e-5)


@pytest.mark.parametrize("ends", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 2, 5)])
def test_a_likelihood_is_that_of_the_model(ends: tuple[int, int, int]) -> None:
    likelihood = Likelihood(*(column(number) for number in ends), draw_margin(0.1))
    x = np.linspace(-100, 100, 401)
    assert likelihood.value(x[None, :])[0] == pytest.approx(log_chance(x, ends), rel=1e-6)


def test_slopes_and_bends_are_derivatives() -> None:
    likelihood = Likelihood(column(3), column(2), column(5), draw_margin(0.2))
    x, step = np.linspace(-30, 30, 61)[None, :], 1e-4
    value, slope = likelihood.slope(x)
    same, bend = likelihood.bend(x)
    assert value == pytest.approx(likelihood.value(x))
    assert same == pytest.approx(slope)
    around = (likelihood.value(x + step) - likelihood.value(x - step)) / (2 * step)
    assert slope == pytest.approx(around, abs=1e-6)
    turn = (likelihood.slope(x + step)[1] - likelihood.slope(x - step)[1]) / (2 * step)
    assert bend == pytest.approx(-turn, abs=1e-6)


# Moments and skills against plain integration


@pytest.mark.parametrize(
    ("ends", "mean", "deviation"),
    [
        ((1, 0, 0), 0.0, 11.8),
        ((0, 1, 0), -3.0, 2.0),
        ((20, 0, 0), 0.0, 140.0),
        ((0, 0, 5000), 4.0, 0.1),
        ((600, 100, 300), -8.0, 12.0),
        ((1_000_000, 1, 0), 0.0, 12.0),
    ],
)
def test_moments_are_those_of_a_fine_grid(
    ends: tuple[int, int, int], mean: float, deviation: float
) -> None:
    likelihood = Likelihood(*(column(number) for number in ends), draw_margin(0.1))
    cavity = Beliefs(np.array([mean]), np.array([deviation**2]))
    mass, found = tilted_moments(likelihood, cavity)
    x = np.linspace(-10 * deviation - 60, 10 * deviation + 60, 2_000_001)[None, :]
    height = likelihood.value(x) - (x - mean) ** 2 / (2 * deviation**2)
    weight = np.exp(height - height.max())
    middle = float((weight * x).sum() / weight.sum())
    assert found.mean[0] == pytest.approx(middle, abs=1e-6)
    spread = float((weight * (x - middle) ** 2).sum() / weight.sum())
    assert found.variance[0] == pytest.approx(spread, rel=1e-6)
    area = weight.sum() * (x[0, 1] - x[0, 0]) / (deviation * math.sqrt(2 * math.pi))
    assert mass[0] == pytest.approx(math.log(area) + height.max(), abs=1e-6)


@pytest.mark.parametrize(
    ("ends", "ada", "bob"),
    [
        ((1, 0, 0), (29.396, 7.171), (20.604, 7.171)),
        ((0, 1, 0), (25.000, 6.458), (25.000, 6.458)),
    ],
)
def test_a_first_game_gives_the_published_numbers(
    ends: tuple[int, int, int], ada: tuple[float, float], bob: tuple[float, float]
) -> None:
    skills = weigh(counts(("ada", "bob", *ends)), GIVEN)
    for mean, name, expected in zip(skills.mean, skills.bots, (ada, bob), strict=True):
        assert (mean, sigma(skills, name)) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("drawn", [False, True])
def test_one_game_is_rated_as_the_package_rates_it(drawn: bool) -> None:
    model = trueskill.TrueSkill(tau=0, draw_probability=0.3)
    ada, bob = trueskill.rate_1vs1(model.create_rating(), model.create_rating(), drawn, env=model)
    ends = (0, 1, 0) if drawn else (1, 0, 0)
    skills = weigh(counts(("ada", "bob", *ends)), Settings(draw=0.3, prior=SIGMA))
    for mean, name, expected in zip(skills.mean, skills.bots, (ada, bob), strict=True):
        assert mean == pytest.approx(expected.mu, abs=1e-4)
        assert sigma(skills, name) == pytest.approx(expected.sigma, abs=1e-4)


def exact(couples: list[tuple[int, int, int, int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Means and deviations of three skills by adding up a grid."""
    steps = np.arange(121)
    axis = (steps / 60 - 1) * 4.5 * SIGMA
    apart = np.arange(-120, 121) / 60 * 4.5 * SIGMA
    skills, places = (np.meshgrid(each, each, each, indexing="ij") for each in (axis, steps))
    height = -sum(skill**2 for skill in skills) / (2 * SIGMA**2)
    for one, other, *ends in couples:
        height = height + log_chance(apart, ends)[places[one] - places[other] + 120]
    weight = np.exp(height - height.max())
    weight /= weight.sum()
    means = np.array([(weight * skill).sum() for skill in skills])
    squares = [
        (weight * (skill - mean) ** 2).sum() for skill, mean in zip(skills, means, strict=True)
    ]
    return means, np.sqrt(squares)


@pytest.mark.parametrize(
    "couples",
    [
        [(0, 1, 3, 1, 1), (1, 2, 2, 0, 2), (0, 2, 4, 0, 0)],
        [(0, 1, 5, 0, 0), (1, 2, 5, 0, 0)],
        [(0, 1, 4, 0, 0), (1, 2, 4, 0, 0), (0, 2, 0, 0, 4)],
        [(0, 1, 0, 6, 0), (0, 2, 1, 0, 0)],
    ],
)
def test_three_bots_are_rated_as_the_exact_posterior_says(
    couples: list[tuple[int, int, int, int, int]],
) -> None:
    names = "abc"
    skills = weigh(counts(*((names[i], names[j], *ends) for i, j, *ends in couples)), GIVEN)
    means, deviations = exact(couples)
    assert skills.mean - MU == pytest.approx(means, abs=0.03 * SIGMA)
    assert np.sqrt(np.diag(skills.covariance)) == pytest.approx(deviations, rel=0.02)


# The order of games


def test_no_order_of_games_changes_a_digit() -> None:
    games = league(round_robin(6, 2), seed=3).results
    shuffled = random.Random(1).sample(games, len(games))
    assert rate(Listed(games)) == rate(Listed(shuffled))


def test_seats_do_not_matter() -> None:
    ahead = weigh(counts(("ada", "bob", 3, 2, 1)), GIVEN)
    turned = weigh(counts(("bob", "ada", 1, 2, 3)), GIVEN)
    assert ahead.mean == pytest.approx(turned.mean)
    assert ahead.covariance == pytest.approx(turned.covariance)


def test_a_store_is_rated_by_its_counts_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [record(1), record(2, scores=LOSS), record(3, ("bob", "cyd"), DRAW)]
    with Store.create(tmp_path / "cup.arena", header()) as store:
        for each in records[::-1]:
            store.save(each)
        monkeypatch.delattr(Store, "results")
        found = rate(Selected(store))
    assert found == rate(Listed([Result.of(each) for each in records]))


# Settings


def test_an_anchor_is_certain_and_the_others_are_rated_around_it() -> None:
    couples = counts(("ada", "bob", 30, 5, 15), ("bob", "cyd", 25, 0, 25))
    free, fixed = weigh(couples, GIVEN), weigh(couples, Settings(0.1, anchor="bob", prior=SIGMA))
    assert fixed.mean[1] == MU
    assert not fixed.covariance[1].any()
    for bot, other in (("ada", "bob"), ("cyd", "bob")):
        assert fixed.difference(bot, other).mean == pytest.approx(
            free.difference(bot, other).mean, abs=0.25
        )
    assert sigma(fixed, "ada") < sigma(free, "ada")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Settings(draw=0.0), "draw probability 0: expected a number above 0 and below 1"),
        (Settings(prior=0.0), "prior 0: expected a number from 0.001 to 10000"),
        (Settings(prior=math.nan), "prior nan: expected a number from 0.001 to 10000"),
        (Settings(anchor="eve"), "anchor 'eve' has no games here; those that do: ada, bob"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: Settings, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        weigh(counts(("ada", "bob", 1, 0, 0)), wrong)


def test_games_of_three_are_refused() -> None:
    three = Result(1, "g", (), ("a", "b", "c"), (1.0, 0.0, 0.0), "line", (None,) * 3, 1, (), 1)
    with pytest.raises(ArenaError, match="games of two bots, not of 3"):
        rate(Listed([three]))


def test_the_basis_tells_what_the_table_rests_on() -> None:
    games = Listed([result(1), result(2, scores=DRAW)])
    assert rate(games, Settings(draw=0.2, anchor="ada", prior=5)).basis == (
        "order-free posterior, draw probability 0.2 (given)",
        "prior 25 ± 5 (given)",
        "ada fixed",
    )
    assert rate(games).basis[0] == "order-free posterior, draw probability 0.0909 (estimated)"
    assert rate(games).basis[1].endswith("(estimated)")


def test_no_games_give_an_empty_table() -> None:
    assert (rate(Listed([])).rows, rate(Listed([])).kind) == ((), Row)


# Intervals and probabilities


def test_an_interval_is_a_mean_and_its_deviations() -> None:
    games = league(round_robin(4, 5), seed=1).results
    table = rate(Listed(games), GIVEN)
    skills = weigh(Counter(Outcome(g.bots, g.scores, g.faults) for g in games), GIVEN)
    for row in table.rows:
        assert (row.low, row.high) == pytest.approx(
            (row.mu - 1.96 * row.sigma, row.mu + 1.96 * row.sigma), abs=0.001
        )
        assert row.sigma == pytest.approx(sigma(skills, row.bot))
    assert [row.mu for row in table.rows] == sorted((row.mu for row in table.rows), reverse=True)
    assert pytest.approx(1.95996, abs=1e-5) == HALF_WIDTH


def test_who_is_better_is_a_probability_of_both_skills_together() -> None:
    skills = weigh(counts(("ada", "bob", 6, 1, 3), ("cyd", "dan", 1, 0, 0)), GIVEN)
    assert skills.better("ada", "bob") + skills.better("bob", "ada") == pytest.approx(1)
    assert skills.better("ada", "cyd") == pytest.approx(
        1 - skills.difference("ada", "cyd").cdf(0), abs=1e-5
    )
    apart = skills.difference("ada", "bob")
    alone = math.hypot(sigma(skills, "ada"), sigma(skills, "bob"))
    assert apart.stdev < alone / 2, "who met is better known in relation than by itself"


@pytest.mark.parametrize("score", [(16, 0, 0), (9, 2, 5), (0, 1, 3), (60, 0, 40)])
def test_who_is_better_is_what_the_exact_posterior_of_two_says(
    score: tuple[int, int, int],
) -> None:
    """The difference of both has a Gaussian prior twice as wide in its square."""
    skills = weigh(counts(("ada", "bob", *score)), Settings(draw=0.1, prior=SIGMA))
    x = np.linspace(-150, 150, 100_002)
    density = np.exp(log_chance(x, score) - x**2 / (4 * SIGMA**2))
    exact = density[x > 0].sum() / density.sum()
    assert skills.better("ada", "bob") == pytest.approx(exact, abs=1e-5)


def test_who_won_all_of_many_games_is_better_for_sure() -> None:
    """Though the spread, and so the difference, may be of any size."""
    skills = weigh(counts(("ada", "bob", 16, 0, 0)))
    assert 0.999 < skills.better("ada", "bob") < 1
    assert skills.better("bob", "ada") == pytest.approx(1 - skills.better("ada", "bob"))


@pytest.mark.parametrize(("width", "games"), [(SIGMA, 10**5), (30.0, 10**6)])
def test_a_chain_of_long_matches_keeps_what_is_known_of_its_halves(
    width: float, games: int
) -> None:
    """Bots that met in a chain are tied to each other, and the two parts that a match joins are
    free of each other but for the prior: their levels vary as means of so many skills."""
    bots = 30
    first = np.arange(bots - 1)
    likelihood = Likelihood(
        *(np.full((bots - 1, 1), games * part) for part in (0.6, 0.001, 0.4)), draw_margin(0.01)
    )
    found = propagate(Couples(first, first + 1, likelihood, bots), width)
    part = np.arange(1, bots)
    free = width**2 * (1 / part + 1 / (bots - part))
    assert found.cavities.variance == pytest.approx(free, rel=0.01)


# The spread of skills


def couples_of(counted: Counter[Outcome]) -> Skills:
    return weigh(counted, GIVEN)


def test_the_evidence_of_two_bots_is_the_integral() -> None:
    couples = couples_of(counts(("ada", "bob", 7, 2, 1))).couples
    x = np.linspace(-200, 200, 400_001)[None, :]
    likelihood = np.exp(couples.likelihood.value(x))

    def integral(prior: float) -> float:
        density = np.exp(-(x**2) / (4 * prior**2)) / (2 * prior * math.sqrt(math.pi))
        return math.log(float((likelihood * density).sum() * 0.001))

    for width in (2.0, SIGMA, 20.0):
        assert propagate(couples, width).evidence == pytest.approx(integral(width), abs=1e-4)


def test_the_evidence_rises_as_its_slope_says() -> None:
    couples = couples_of(
        counts(("a", "b", 7, 2, 1), ("b", "c", 4, 0, 6), ("a", "c", 9, 0, 1))
    ).couples
    step = 0.01
    for scale in (-1.0, 0.0, 1.0):
        low, middle, high = (
            propagate(couples, SIGMA * math.exp(each))
            for each in (scale - step, scale, scale + step)
        )
        rise = (high.evidence - low.evidence) / (2 * step)
        assert prior._slope(scale, middle, 3) == pytest.approx(rise, abs=0.01)


@pytest.mark.thorough
@pytest.mark.parametrize("width", [0.4, 2.0])
def test_the_spread_is_found_in_a_large_league(width: float) -> None:
    played = league(round_robin(40, 5), seed=2, width=width)
    counted = Counter(Outcome(g.bots, g.scores, g.faults) for g in played.results)
    spread = float(np.std(list(played.skills.values())))
    assert weigh(counted, Settings(draw=0.1)).prior == pytest.approx(spread, rel=0.1)


def test_without_games_the_spread_is_what_was_believed() -> None:
    nobody, none = np.zeros(0, dtype=np.intp), np.zeros((0, 1))
    found = over_priors(Couples(nobody, nobody, Likelihood(none, none, none, 1.0), 3), None)
    assert sum(weight for weight, _, _ in found) == pytest.approx(1)
    logarithms = sum(weight * math.log(spread / SIGMA) for weight, spread, _ in found)
    assert logarithms == pytest.approx(0, abs=0.05)


# Whatever is played


@pytest.mark.thorough
@settings(max_examples=40)
@example(couples=[(0, 75783, 0, 4418)], draw=1e-5, width=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(0, 10**6), st.integers(0, 10**5), st.integers(0, 10**6)
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda couple: couple[0],
    ),
    st.sampled_from([1e-5, 0.1, 0.9]),
    st.sampled_from([0.5, SIGMA, 80.0, None]),
)
def test_the_posterior_settles_whatever_was_played(
    couples: list[tuple[int, int, int, int]], draw: float, width: float | None
) -> None:
    names = [("a", "b"), ("b", "c"), ("a", "c")]
    counted = counts(*((*names[which], *ends) for which, *ends in couples))
    skills = weigh(counted, Settings(draw=draw, prior=width))
    assert np.isfinite(skills.mean).all()
    assert (np.diag(skills.covariance) >= 0).all()
    for bot, other in product(skills.bots, repeat=2):
        if bot != other:
            assert 0 <= skills.better(bot, other) <= 1


def test_play_varies_as_in_trueskill() -> None:
    assert (MU, SIGMA, BETA) == (trueskill.MU, trueskill.SIGMA, trueskill.BETA)
    assert pytest.approx(math.sqrt(2) * BETA) == SPREAD
    model = trueskill.TrueSkill()
    assert draw_margin(0.3) == pytest.approx(trueskill.calc_draw_margin(0.3, 2, model))
