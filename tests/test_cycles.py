"""What one rating per bot cannot tell: scores that stand out, and cycles."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from arena.ratings.base import SIGMA, Outcome, Settings, outcomes
from arena.ratings.cycles import cycles
from arena.ratings.expected import EXACT_GAMES, _about_at_most, _at_most, cells
from arena.ratings.pairs import Pairs
from arena.ratings.posterior import weigh
from arena.ratings.probit import draw_margin, logs
from tests.run_records import LOSS, WIN
from tests.simulation.leagues import league, round_robin

CYCLE = {("a", "b"): Pairs(14, 3, 2), ("b", "c"): Pairs(15, 0, 3), ("a", "c"): Pairs(1, 2, 13)}
CLEAN = (None, None)


def wins(*couples: tuple[str, str, int, int]) -> Counter[Outcome]:
    """Games won and lost by the first against the second."""
    return Counter(
        {
            Outcome((bot, other), scores, CLEAN): games
            for bot, other, *ends in couples
            for scores, games in zip((WIN, LOSS), ends, strict=True)
        }
    )


# Cycles


def test_a_cycle_is_told_in_a_sentence() -> None:
    (found,) = cycles(CYCLE)
    assert found.bots == ("a", "b", "c")
    assert found.p == pytest.approx(2 * CYCLE["a", "b"].p), "of three, the second smallest"
    assert str(found) == (
        "a beats b (14 pairs to 2), b beats c (15 pairs to 3), c beats a (13 pairs to 1): "
        "a cycle, p = 0.0084"
    )


def test_a_cycle_the_other_way_round_is_told_once_too() -> None:
    (found,) = cycles({couple: pairs.turned() for couple, pairs in CYCLE.items()})
    assert found.bots == ("a", "c", "b")
    assert [pairs.won for pairs in found.pairs] == [13, 15, 14]


def test_an_order_is_no_cycle() -> None:
    assert cycles({**CYCLE, ("a", "c"): Pairs(13, 2, 1)}) == []


def test_a_cycle_with_one_doubtful_arrow_is_not_told() -> None:
    assert cycles({**CYCLE, ("a", "c"): Pairs(4, 2, 9)}) == []
    assert cycles({couple: CYCLE[couple] for couple in list(CYCLE)[:2]}) == []


def test_more_couples_ask_for_more_evidence() -> None:
    names = [f"other{number}" for number in range(12)]
    level = {couple: Pairs(5, 0, 5) for couple in combinations(names, 2)}
    assert cycles(CYCLE)
    assert cycles({**level, **CYCLE}) == []


def test_bots_of_a_single_strength_each_hardly_ever_make_a_cycle() -> None:
    dice, found, leagues = random.Random(3), 0, 300
    for _ in range(leagues):
        skill = {name: dice.gauss(0, 1) for name in "abcdef"}
        met = {}
        for couple in combinations(skill, 2):
            chance = 1 / (1 + np.exp(skill[couple[1]] - skill[couple[0]]))
            won = sum(dice.random() < chance for _ in range(30))
            met[couple] = Pairs(won, 0, 30 - won)
        found += bool(cycles(met))
    assert found / leagues < 0.05


# Expected scores


def test_an_expected_score_follows_from_all_other_games() -> None:
    counted = wins(("a", "b", 60, 40), ("b", "c", 60, 40), ("a", "c", 50, 50))
    (ab, ac, bc) = cells(weigh(counted, Settings(draw=0.01, prior=SIGMA)))
    assert (ab.bot, ab.opponent, ab.points, ab.games) == ("a", "b", 60, 100)
    assert ac.expected > 65, "a beats b, b beats c"
    assert ab.expected < 50, "a does not beat c, b does"
    assert ab.expected == pytest.approx(bc.expected)


def test_an_expected_score_ignores_the_games_it_is_compared_with() -> None:
    others = (("a", "b", 30, 20), ("b", "c", 30, 20))
    found = [
        cells(weigh(wins(*others, ("a", "c", won, 50 - won)), Settings(draw=0.01, prior=SIGMA)))[1]
        for won in (5, 45)
    ]
    assert found[0].expected == pytest.approx(found[1].expected, abs=0.5)


def test_two_bots_alone_leave_nothing_to_expect() -> None:
    (cell,) = cells(weigh(wins(("a", "b", 19, 1))))
    assert cell.expected == pytest.approx(10)
    assert not cell.stands_out


def test_no_score_is_told_to_be_impossible() -> None:
    counted = wins(("a", "b", 900, 100), ("b", "c", 900, 100), ("a", "c", 0, 90), ("d", "a", 1, 0))
    found = {(cell.bot, cell.opponent): cell for cell in cells(weigh(counted))}
    assert found["a", "c"].p == pytest.approx(4e-12), "of four couples"


def test_a_score_against_all_others_stands_out_and_is_told() -> None:
    counted = wins(("a", "b", 30, 10), ("b", "c", 30, 10), ("a", "c", 4, 36))
    found = {(cell.bot, cell.opponent): cell for cell in cells(weigh(counted))}
    odd = found["a", "c"].turned()
    assert odd.stands_out
    assert str(odd).startswith("c scored 36 of 40 against a, where all other games let one expect ")
    assert odd.turned() == found["a", "c"]


@pytest.mark.thorough
def test_scores_that_follow_the_model_seldom_stand_out() -> None:
    shape, leagues = round_robin(6, 4), 100
    found = 0
    for seed in range(leagues):
        counted = Counter(outcomes(league(shape, seed).results))
        found += any(
            cell.stands_out for cell in cells(weigh(counted, Settings(draw=0.1, prior=SIGMA)))
        )
    assert found / leagues <= 0.1


def test_a_score_is_as_probable_as_its_binomial() -> None:
    win = 0.3
    chance = np.tile([[1 - win], [0.0], [win]], 61)
    for points in (0, 4, 20):
        ways = sum(comb(20, won) * win**won * (1 - win) ** (20 - won) for won in range(points + 1))
        assert _at_most(chance, 20, points) == pytest.approx(ways, abs=1e-12)
    assert _at_most(chance, 20, -0.5) == 0


def test_long_matches_are_told_as_short_ones() -> None:
    x = np.linspace(-6, 6, 61)
    at = logs(x, draw_margin(0.2))
    chance = np.exp([at.loss, at.draw, at.win])
    for points in (20.0, 45.5, 50.0, 70.0):
        assert _about_at_most(chance, EXACT_GAMES, points) == pytest.approx(
            _at_most(chance, EXACT_GAMES, points), abs=0.002
        )
