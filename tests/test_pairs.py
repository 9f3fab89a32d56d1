"""Pairs, the sign test, the likelihood of superiority, and Holm's correction."""

from __future__ import annotations

from math import comb, erf, sqrt

import pytest

from arena.ratings.pairs import Pairs, binomial, by_couple, holm
from arena.store.results import PairTally
from tests.run_records import DRAW, LOSS, WIN


@pytest.mark.parametrize("tosses", [1, 2, 7, 30, 101])
def test_a_binomial_is_the_sum_of_its_ways(tosses: int) -> None:
    for most in range(tosses):
        ways = sum(comb(tosses, heads) for heads in range(most + 1))
        assert binomial(most, tosses) == pytest.approx(ways / 2**tosses, rel=1e-10)


def test_a_short_probability_is_told_in_few_digits() -> None:
    assert [binomial(most, 5) for most in range(5)] == [0.03125, 0.1875, 0.5, 0.8125, 0.96875]
    assert [Pairs(won, 0, 4 - won).los for won in (1, 3)] == [0.1875, 0.8125]


def test_a_binomial_of_a_million_tosses() -> None:
    assert binomial(500_000 - 980, 1_000_000) == pytest.approx(0.025, rel=0.01)
    assert binomial(100, 1_000_000) == 0


def test_the_sign_test_counts_pairs_that_were_won() -> None:
    assert Pairs(8, 5, 2).p == pytest.approx(2 * (1 + 10 + 45) / 2**10)
    assert Pairs(8, 5, 2).p == Pairs(2, 0, 8).p
    assert Pairs(3, 1, 3).p == 1
    assert Pairs().p == 1


def test_superiority_is_even_without_pairs_and_never_certain() -> None:
    assert Pairs().los == pytest.approx(0.5)
    assert Pairs(0, 9, 0).los == pytest.approx(0.5)
    assert Pairs(1, 0, 0).los == pytest.approx(0.75)
    assert 0.99 < Pairs(10, 0, 0).los < 1
    for pairs in (Pairs(7, 2, 3), Pairs(0, 0, 4)):
        assert pairs.los + pairs.turned().los == pytest.approx(1)
        assert pairs.total == pairs.turned().total


@pytest.mark.parametrize(
    ("won", "level", "lost", "los"), [(76, 123, 89, 0.1553), (136, 111, 96, 0.9960)]
)
def test_superiority_is_what_others_say(won: int, level: int, lost: int, los: float) -> None:
    """The figures are those of fastchess's own tests (elo_test.cpp), by a normal approximation;
    that of cutechess, which leaves draws out, is (1 + erf((won - lost) / √(2 (won + lost)))) / 2.
    """
    found = Pairs(won, level, lost).los
    assert found == pytest.approx(los, abs=0.003)
    assert found == pytest.approx((1 + erf((won - lost) / sqrt(2 * (won + lost)))) / 2, abs=0.003)


def test_a_pair_is_won_by_who_scored_more_in_it() -> None:
    tallies = [
        PairTally(((("b", "a"), WIN), (("a", "b"), LOSS)), 4),
        PairTally(((("b", "a"), WIN), (("a", "b"), WIN)), 3),
        PairTally(((("b", "a"), DRAW), (("a", "b"), WIN)), 2),
        PairTally(((("a", "b"), WIN),), 1),
    ]
    assert by_couple(tallies) == {("a", "b"): Pairs(won=3, level=3, lost=4)}


def test_holm_corrects_as_published() -> None:
    """The example of R's p.adjust: 0.01, 0.02, 0.03, 0.04 become 0.04, 0.06, 0.06, 0.06."""
    assert holm([0.02, 0.01, 0.04, 0.03]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []
