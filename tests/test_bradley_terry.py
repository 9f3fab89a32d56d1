"""Elo by Bradley–Terry: published strengths, odds, and intervals that know of pairs."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from arena.errors import ArenaError
from arena.ratings.base import Settings
from arena.ratings.bradley_terry import RESAMPLES, SCALE, Row, estimate, meetings, rate, strengths
from arena.ratings.pairs import Score, scores
from arena.store.results import PairTally, Result
from arena.store.selected import Selected
from arena.store.store import Store
from tests.listed import Listed
from tests.run_records import DRAW, LOSS, WIN, header, record, result

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""Baseball's American League of 1987, who won how often against whom: A. Agresti, Categorical
Data Analysis, 2nd edition, table 10.10."""
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
"""The strengths above Baltimore's that the R package BradleyTerry2 prints for them."""


def single(bot: str, other: str, games: tuple[float, float], pairs: int = 1) -> PairTally:
    """Pairs of one game."""
    return PairTally((((bot, other), games),), pairs)


def double(bot: str, other: str, first: float, second: float, pairs: int = 1) -> PairTally:
    """Pairs of two games, as points of `bot`."""
    return PairTally(
        (((bot, other), (first, 1 - first)), ((other, bot), (1 - second, second))), pairs
    )


def test_published_strengths() -> None:
    tallies = [
        single(TEAMS[i], TEAMS[j], points, games)
        for i, j in combinations(range(7), 2)
        for points, games in ((WIN, WINS[i][j]), (LOSS, WINS[j][i]))
    ]
    met = meetings(tallies)
    (found,) = strengths(met, met.pairs[None, :], drawn=1e-9)
    above = dict(zip(met.bots, found - found[met.bots.index("Baltimore")], strict=True))
    assert [above[team] for team in TEAMS] == pytest.approx(ABILITIES, abs=5e-5)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (10 / 11, 400.0)])
def test_two_bots_are_apart_by_the_logarithm_of_the_odds(score: float, elo: float) -> None:
    won = round(score * 1_100_000)
    found = estimate([single("a", "b", WIN, won), single("a", "b", LOSS, 1_100_000 - won)])
    assert found.difference("a", "b")[0] == pytest.approx(elo, abs=0.01)


def test_a_draw_is_half_a_win() -> None:
    drawn = estimate([single("a", "b", DRAW, 40), single("a", "b", WIN, 60)])
    won = estimate([single("a", "b", LOSS, 20), single("a", "b", WIN, 80)])
    assert drawn.ratings == pytest.approx(won.ratings)


def test_the_average_is_0_or_the_anchor() -> None:
    tallies = [double("a", "b", 1, 0.5, 9), double("b", "c", 1, 0, 5), double("b", "c", 1, 1, 5)]
    free, fixed = estimate(tallies), estimate(tallies, "b")
    assert free.ratings.mean() == pytest.approx(0, abs=1e-9)
    assert fixed.ratings[1] == 0
    assert not fixed.resamples[:, 1].any()
    assert fixed.ratings - fixed.ratings[0] == pytest.approx(free.ratings - free.ratings[0])


def test_who_won_everything_and_who_never_met_have_finite_ratings() -> None:
    found = estimate([single("a", "b", WIN, 100_000), single("c", "d", WIN, 1)])
    a, b, c, d = found.ratings
    assert a > c > d > b
    assert np.isfinite(found.resamples).all()


def test_no_order_of_games_and_no_seats_change_a_digit() -> None:
    dice = random.Random(1)
    games = []
    for id_ in range(1, 41, 2):
        one, other = dice.sample(["a", "b", "c", "d"], 2)
        games += [
            result(id_, (one, other), WIN),
            result(id_ + 1, (other, one), dice.choice([WIN, LOSS])),
        ]
    assert rate(Listed(games)) == rate(Listed(dice.sample(games, len(games))))
    turned = [result(game.id, game.bots[::-1], game.scores[::-1]) for game in games]
    assert rate(Listed(games)) == rate(Listed(turned))


def test_the_table() -> None:
    games = [result(id_, scores=WIN if id_ % 4 else DRAW) for id_ in range(1, 21)]
    table = rate(Listed(games))
    assert table.basis == ("Elo by Bradley–Terry", f"{RESAMPLES} resamples of pairs")
    first, second = table.rows
    assert (first.rank, first.bot, first.games, first.wins, first.draws) == (1, "ada", 20, 15, 5)
    assert first.elo == pytest.approx(-second.elo)
    assert first.low < first.elo < first.high
    assert rate(Listed(games), Settings(anchor="bob")).basis[-1] == "bob fixed"
    with pytest.raises(ArenaError, match="anchor 'eve' has no games here"):
        rate(Listed(games), Settings(anchor="eve"))
    assert (rate(Listed([])).rows, rate(Listed([])).kind) == ((), Row)


# Pairs


def test_a_pair_is_one_observation() -> None:
    """The same 200 games: as 100 pairs that were always split, the score has no variance; as 100
    pairs won or lost whole, it has twice that of single games."""
    split = estimate([double("a", "b", 1, 0, 100)])
    whole = estimate([double("a", "b", 1, 1, 50), double("a", "b", 0, 0, 50)])
    alone = estimate([single("a", "b", WIN, 100), single("a", "b", LOSS, 100)])

    def width(elo: object) -> float:
        _, low, high = elo.difference("a", "b")  # type: ignore[attr-defined]
        return high - low

    assert width(split) == pytest.approx(0, abs=1e-6)
    assert width(whole) == pytest.approx(width(alone) * math.sqrt(2), rel=0.15)


def test_intervals_hold_the_truth_where_openings_decide_much() -> None:
    """Bots of odds 2 to 1, but two games of three pairs in four end alike: the better opening
    wins. Intervals by pairs hold the true score nineteen times in twenty."""
    dice, held, leagues = random.Random(5), 0, 200
    ends = Counter({(1.0, 1.0): 50, (0.0, 0.0): 20, (1.0, 0.0): 15, (0.0, 1.0): 15})
    truth = SCALE * math.log((50 + 15) / (20 + 15))
    for _ in range(leagues):
        drawn = Counter(dice.choices(list(ends), list(ends.values()), k=200))
        found = estimate(double("a", "b", *kind, pairs) for kind, pairs in sorted(drawn.items()))
        _, low, high = found.difference("a", "b")
        held += low < truth < high
    assert 0.90 < held / leagues < 0.99


def test_a_store_counts_pairs_as_plain_counting_does(tmp_path: Path) -> None:
    dice = random.Random(2)
    records = []
    for id_ in range(1, 61, 2):
        one, other = dice.sample(["ada", "bob", "cyd"], 2)
        for place, couple in enumerate([(one, other), (other, one)]):
            records.append(record(id_ + place, couple, dice.choice([WIN, LOSS, DRAW])))
    with Store.create(tmp_path / "cup.arena", header()) as store:
        for each in dice.sample(records, len(records)):
            store.save(each)
        games = Listed([Result.of(each) for each in records])
        assert scores(store.pair_tallies()) == scores(games.pairs())
        assert rate(Selected(store)) == rate(games)


def test_games_of_several_couples_under_one_number_are_pairs_of_their_own() -> None:
    odd = PairTally(((("a", "b"), WIN), (("c", "b"), LOSS)), 3)
    assert scores([odd]) == {Score("a", "b", 1, 1.0): 3, Score("b", "c", 1, 1.0): 3}
