"""Intervals of a difference in Elo where some end of a game never came."""

from __future__ import annotations

from math import comb, inf, log

import pytest

from arena.ratings.bounds import bounds
from arena.ratings.bradley_terry import SCALE, estimate
from arena.sprt import elo_of
from arena.store.results import PairTally
from tests.run_records import LOSS, WIN
from tests.test_bradley_terry import double, single


def interval(tallies: list[PairTally], bot: str = "a", opponent: str = "b") -> tuple[float, float]:
    """Its ends; they hold what is estimated, and are the same from the other side."""
    elo = estimate(tallies)
    low, high = bounds(elo, tallies, bot, opponent)
    assert low < elo.difference(bot, opponent)[0] < high
    assert bounds(elo, tallies, opponent, bot) == pytest.approx((-high, -low))
    return low, high


@pytest.mark.parametrize("pairs", [1, 5, 100])
def test_who_won_all_pairs_is_better_by_no_known_most(pairs: int) -> None:
    """At least by so much that all are won once in forty times."""
    low, high = interval([double("a", "b", 1, 1, pairs)])
    assert low == pytest.approx(elo_of(0.025 ** (1 / pairs)), abs=1e-6)
    assert high == inf


def test_pairs_that_all_were_level_leave_a_doubt_that_more_of_them_lessen() -> None:
    few, many = interval([double("a", "b", 1, 0, 5)]), interval([double("a", "b", 1, 0, 50)])
    assert few[0] < many[0] < 0 < many[1] < few[1] < inf
    assert many[1] == pytest.approx(elo_of(1 - 0.025 ** (1 / 50) / 2))


def test_pairs_that_ended_differently_are_resampled() -> None:
    tallies = [double("a", "b", 1, 1, 9), double("a", "b", 1, 0, 3)]
    assert interval(tallies) == estimate(tallies).difference("a", "b")[1:]


def test_who_is_beaten_by_others_has_an_upper_end_though_not_by_this_opponent() -> None:
    tallies = [double("a", "b", 1, 1, 5), double("a", "c", 1, 0.5, 5), double("b", "c", 0, 0, 4)]
    assert interval([*tallies, double("b", "c", 1, 1, 1)])[1] < inf
    assert interval(tallies)[1] == inf, "no point leads up from b"


def test_who_never_lost_a_point_in_the_pool_has_none_and_all_pairs_tell_of_the_least() -> None:
    alone = [double("a", "b", 1, 1, 5)]
    pool = [
        *alone,
        double("a", "c", 1, 1, 40),
        double("b", "c", 1, 1, 3),
        double("b", "c", 0, 0, 3),
    ]
    low, high = interval(pool)
    assert low > interval(alone)[0] + 50
    assert high == inf
    unmet = [each for each in pool if each not in alone]
    assert interval(unmet)[0] > 0
    assert interval(unmet)[1] == inf


def test_of_bots_that_only_share_whom_they_beat_nothing_is_known() -> None:
    assert interval([double("a", "c", 1, 1, 5), double("b", "c", 1, 1, 5)]) == (-inf, inf)


@pytest.mark.parametrize(("chance", "games"), [(0.9, 10), (0.9, 20), (0.95, 20), (0.98, 20)])
def test_they_hold_the_truth_of_who_wins_nearly_always(chance: float, games: int) -> None:
    """Resampling alone holds it in 33 to 84 of a hundred such matches."""
    truth, held = SCALE * log(chance / (1 - chance)), 0.0
    for won in range(games + 1):
        played = [single("a", "b", WIN, won), single("a", "b", LOSS, games - won)]
        low, high = interval([tally for tally in played if tally.pairs])
        ways = comb(games, won) * chance**won * (1 - chance) ** (games - won)
        held += ways * (low <= truth <= high)
    assert held > 0.9
