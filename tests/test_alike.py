"""Intervals of ratings in Elo of bots whose pairs all ended alike."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from arena.ratings.base import Settings
from arena.ratings.bounds import bounds
from arena.ratings.bradley_terry import INTERVAL, Row, estimate, rate
from arena.sprt import elo_of, score_of
from arena.store.results import PairTally, Tally
from tests.test_bradley_terry import double


class Pairs(list[PairTally]):
    """Games that are known by their pairs."""

    def tallies(self) -> list[Tally]:
        return [
            Tally("g", (), bots, scores, (None, None), pair.pairs)
            for pair in self
            for bots, scores in pair.games
        ]

    def pairs(self) -> list[PairTally]:
        return list(self)


def rows(*pairs: PairTally, anchor: str | None = None) -> dict[str, Row]:
    """The table's rows by bot; each rating is within its interval."""
    found = {row.bot: row for row in rate(Pairs(pairs), Settings(anchor=anchor)).rows}  # type: ignore[arg-type]
    assert all(row.low <= row.elo <= row.high for row in found.values())
    return found


@pytest.mark.parametrize("points", [(1, 1), (1, 0), (0.5, 0.5), (0.5, 0), (0, 0)])
@pytest.mark.parametrize("number", [1, 5, 100])
def test_of_two_bots_it_is_what_a_comparison_tells(
    points: tuple[float, float], number: int
) -> None:
    pairs = [double("a", "b", *points, number)]
    low, high = bounds(estimate(pairs), pairs, "a", "b")
    free, fixed = rows(*pairs)["a"], rows(*pairs, anchor="b")
    assert (free.low, free.high) == pytest.approx((low / 2, high / 2))
    assert (fixed["a"].low, fixed["a"].high) == pytest.approx((low, high))
    assert (fixed["b"].low, fixed["b"].high) == (0, 0)


def test_in_a_pool_only_who_won_or_lost_all_has_an_endless_interval() -> None:
    others = [double("b", "c", 1, 1, 9), double("b", "c", 0, 0, 7), double("b", "c", 1, 0, 5)]
    best = [double("a", each, 1, 1, 10) for each in "bc"]
    worst = [double(each, "d", 1, 1, 10) for each in "abc"]
    found = rows(*others, *best, *worst)
    assert (found["a"].high, found["d"].low) == (inf, -inf)
    assert inf > found["a"].low > found["b"].high
    assert -inf < found["d"].high < found["c"].low
    resamples = estimate([*others, *best, *worst]).resamples
    assert [(found[bot].low, found[bot].high) for bot in "bc"] == [
        tuple(np.quantile(resamples[:, place], INTERVAL)) for place in (1, 2)
    ]


def test_the_least_of_who_won_all_is_where_that_score_is_expected_of_it() -> None:
    others = [double("b", "c", 1, 1, 30), double("b", "c", 0, 0, 10)]
    found = rows(*others, *(double("a", each, 1, 1, 10) for each in "bc"))
    fell = (found["a"].elo - found["a"].low) * 3 / 2  # a third of it is the average's
    met = [found["a"].elo - fell - found[each].elo for each in "bc"]
    assert sum(map(score_of, met)) / 2 == pytest.approx(0.025 ** (1 / 20))


def test_level_pairs_of_a_whole_pool_leave_a_doubt_that_more_of_them_lessen() -> None:
    def pool(number: int) -> Row:
        return rows(*(double(*couple, 1, 0, number) for couple in ("ab", "ac", "bc")))["a"]

    few, many = pool(5), pool(50)
    assert few.low < many.low < 0 < many.high < few.high < inf
    assert many.high == pytest.approx(elo_of(1 - 0.025 ** (1 / 100) / 2) * 2 / 3)
