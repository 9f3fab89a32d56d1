"""Elo by the Bradley–Terry model, with intervals from resampling pairs.

A bot rated d points above another is expected to score 1 / (1 + 10^(-d/400)) of a game; a draw
is half a win. The ratings are those that make the scores likeliest (R. Bradley and M. Terry,
"Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952). The two games of a pair have
an opening in common and aren't independent, so what is resampled for the intervals is whole
pairs (B. Efron, "Bootstrap Methods", Annals of Statistics 7, 1979). Where a bot's pairs all ended
alike, its interval holds that of `alike`, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings import alike
from arena.ratings.base import (
    DEFAULTS,
    Games,
    Ratings,
    Settings,
    check_known,
    count,
    fixed,
    tallied,
)
from arena.ratings.pairs import Score, scores
from arena.ratings.probit import Array
from arena.sprt import CHANCE
from arena.store.results import PairTally

SCALE = 400 / math.log(10)
"""Elo points in a unit of the logarithm of the odds."""
RESAMPLES = 1000
INTERVAL = (CHANCE, 1 - CHANCE)
DRAWN = 1.0
"""Games that each bot is thought to have drawn beside its own, against the average bot: who won
or lost all its games has a finite rating, and bots that never met one scale."""
_SEED, _CELLS, _TOLERANCE, _LONGEST_STEP, _MAX_STEPS = 1, 2_000_000, 1e-8, 2.0, 200


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's line in the table: its rating above the average bot, and the interval that holds
    it with 95%, an end of which is infinite where the bot won or lost every game. `score` is
    points per game."""

    rank: int
    bot: str
    elo: float
    low: float
    high: float
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    faults: int


@dataclass(frozen=True, slots=True)
class Elo:
    """Ratings of the bots, and what they are in each resample of the pairs (a row for each)."""

    bots: tuple[str, ...]
    ratings: Array
    resamples: Array

    def difference(self, bot: str, other: str) -> tuple[float, float, float]:
        """By how much `bot` is rated above `other`, and the interval's ends."""
        i, j = self.bots.index(bot), self.bots.index(other)
        low, high = np.quantile(self.resamples[:, i] - self.resamples[:, j], INTERVAL)
        return float(self.ratings[i] - self.ratings[j]), float(low), float(high)


@dataclass(frozen=True, slots=True)
class Meetings:
    """Kinds of pairs, sorted by couple: how many there are, how many games such a pair has and
    what they came to for the couple's first bot; and the couples, by index: where the kinds of
    each begin, and who they are."""

    pairs: NDArray[np.int64]
    games: Array
    points: Array
    begin: NDArray[np.intp]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    bots: tuple[str, ...]


def rate(games: Games, settings: Settings = DEFAULTS) -> Ratings:
    """The table of these games; only their counts are read."""
    counted = tallied(games.tallies())
    counts = count(counted)
    pairs = list(games.pairs())
    elo = estimate(pairs, settings.anchor)
    order = sorted(zip(elo.bots, elo.ratings.tolist(), strict=True), key=_place)
    intervals = _intervals(elo, scores(pairs), settings.anchor)
    rows = tuple(
        Row(rank, bot, own, intervals[bot][0], intervals[bot][1], *counts[bot].columns())
        for rank, (bot, own) in enumerate(order, 1)
    )
    basis = ("Elo by Bradley–Terry", f"{RESAMPLES} resamples of pairs", *fixed(settings.anchor))
    return Ratings(rows, Row, counted.total(), basis)


def _place(rated: tuple[str, float]) -> tuple[float, str]:
    """What to sort bots and their ratings by."""
    bot, rating = rated
    return -round(rating, 9), bot


def _intervals(
    elo: Elo, kinds: Mapping[Score, int], anchor: str | None
) -> dict[str, tuple[float, float]]:
    """Each bot's interval: that of the resamples, and as wide as ends that are all alike leave it.

    Where it moves, the average moves along by its part.
    """
    ratings: dict[str, float] = dict(zip(elo.bots, elo.ratings.tolist(), strict=True))
    lows, highs = np.quantile(elo.resamples, INTERVAL, axis=0).tolist()
    found = dict(zip(elo.bots, zip(lows, highs, strict=True), strict=True))
    part = 1 - 1 / len(ratings) if ratings and anchor is None else 1.0
    for bot, *ends in alike.ends(ratings, kinds):
        if bot != anchor:
            worst, best = (ratings[bot] + (end - ratings[bot]) * part for end in ends)
            found[bot] = min(found[bot][0], worst), max(found[bot][1], best)
    return found


def estimate(tallies: Iterable[PairTally], anchor: str | None = None) -> Elo:
    """The ratings of these pairs, the average or the anchor at 0."""
    met = meetings(tallies)
    check_known("anchor", anchor, met.bots)
    if not met.bots:
        return Elo((), np.zeros(0), np.zeros((RESAMPLES, 0)))
    own = strengths(met, met.pairs[None, :])
    chunks = [strengths(met, pairs, start=own) for pairs in _resampled(met)]
    return Elo(
        met.bots,
        _placed(own, met.bots, anchor)[0],
        _placed(np.concatenate(chunks), met.bots, anchor),
    )


def meetings(tallies: Iterable[PairTally]) -> Meetings:
    """The kinds of pairs in these tallies, in an order that no game's place changes."""
    kinds = scores(tallies)
    order = sorted(kinds)
    bots = tuple(sorted({bot for kind in kinds for bot in kind[:2]}))
    begin = {kind[:2]: index for index, kind in reversed(list(enumerate(order)))}
    couples = sorted(begin)
    indices = [[bots.index(bot) for bot in couple] for couple in couples]
    first, second = np.array(indices, dtype=np.intp).reshape(-1, 2).T
    return Meetings(
        pairs=np.array([kinds[kind] for kind in order], dtype=np.int64),
        games=np.array([kind.games for kind in order], dtype=float),
        points=np.array([kind.points for kind in order], dtype=float),
        begin=np.array([begin[couple] for couple in couples], dtype=np.intp),
        first=first,
        second=second,
        bots=bots,
    )


def _resampled(met: Meetings) -> Iterator[NDArray[np.int64]]:
    """How often each kind of pair is drawn, a row for each resample, some rows at a time."""
    dice = np.random.default_rng(_SEED)
    total = int(met.pairs.sum())
    rows = max(1, _CELLS // (len(met.bots) ** 2 + len(met.pairs)))
    for start in range(0, RESAMPLES, rows):
        size = min(rows, RESAMPLES - start)
        yield dice.multinomial(total, met.pairs / total, size=size)


def strengths(
    met: Meetings, pairs: NDArray[np.int64], start: Array | None = None, drawn: float = DRAWN
) -> Array:
    """The likeliest strengths, in logarithms of odds, for each row of numbers of pairs, by
    Newton's method; every bot's own games are joined by `drawn` drawn games against strength 0.
    `start` is where to begin, one row for all."""
    games, points = (
        np.add.reduceat(pairs * each, met.begin, axis=1) for each in (met.games, met.points)
    )
    strength = np.zeros((len(pairs), len(met.bots))) + (0 if start is None else start)
    for _ in range(_MAX_STEPS):
        step = _newton_step(met, strength, games, points, drawn)
        longest = np.abs(step).max(initial=0.0)
        strength = strength + step * min(1.0, _LONGEST_STEP / max(longest, _TOLERANCE))
        if longest < _TOLERANCE:
            break
    return strength


def _newton_step(
    met: Meetings, strength: Array, games: Array, points: Array, drawn: float
) -> Array:
    i, j = met.first, met.second
    expected = _logistic(strength[:, i] - strength[:, j])
    surplus, weight = points - games * expected, games * expected * (1 - expected)
    alone = _logistic(strength)
    size = len(met.bots)
    pull, bend = (np.zeros((len(strength), size, size)) for _ in range(2))
    pull[:, i, j], pull[:, j, i] = surplus, -surplus
    bend[:, i, j] = bend[:, j, i] = -weight
    every = np.arange(size)
    bend[:, every, every] = drawn * alone * (1 - alone) - bend.sum(axis=2)
    slope = pull.sum(axis=2) + drawn * (0.5 - alone)
    return np.asarray(np.linalg.solve(bend, slope[:, :, None])[:, :, 0])


def _logistic(x: Array) -> Array:
    return np.asarray((1 + np.tanh(x / 2)) / 2)


def _placed(strength: Array, bots: tuple[str, ...], anchor: str | None) -> Array:
    """Strengths as Elo points, the anchor or the average at 0."""
    zero = strength.mean(axis=1) if anchor is None else strength[:, bots.index(anchor)]
    return (strength - zero[:, None]) * SCALE
