"""The order-free posterior: TrueSkill's model, with all games weighed at once.

Gaussian skills, Gaussian play, a margin for draws, as in TrueSkill; but where the fold forgets
what later games tell of earlier opponents, this is the posterior given all games, so their order
cannot matter. It needs counts per couple of bots alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from arena.errors import ArenaError
from arena.ratings.base import (
    DEFAULTS,
    MU,
    NARROWEST,
    WIDEST,
    Draw,
    Games,
    Outcome,
    Ratings,
    Settings,
    check_known,
    count,
    draw_of,
    fixed,
    tallied,
)
from arena.ratings.prior import over_priors
from arena.ratings.probit import Array, Likelihood, draw_margin
from arena.ratings.propagation import (
    Beliefs,
    Couples,
    Posterior,
    ahead,
    propagate,
    variance_between,
)

CONFIDENCE = 0.95
"""The chance that an interval holds the skill."""
HALF_WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half an interval's width, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's line in the table: its skill's mean and deviation, and the interval that holds it
    with 95%. `score` is points per game."""

    rank: int
    bot: str
    mu: float
    sigma: float
    low: float
    high: float
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    faults: int


@dataclass(frozen=True, slots=True)
class Skills:
    """What all games together tell of the bots' skills, as one joint Gaussian.

    It is a mean of those `under` several priors, each with its weight. `couples` are the bots
    that met, by index.
    """

    bots: tuple[str, ...]
    mean: Array
    covariance: Array
    couples: Couples
    under: tuple[tuple[float, Posterior], ...]
    draw: Draw
    prior: float

    @property
    def others(self) -> Beliefs:
        """What the games of everyone else tell of each couple's difference, under the likeliest
        prior."""
        return max((each for _, each in self.under), key=lambda each: each.evidence).cavities

    def difference(self, bot: str, other: str) -> NormalDist:
        """By how much `bot` is better; with no doubt about it the deviation is 0."""
        i, j = self.bots.index(bot), self.bots.index(other)
        (variance,) = variance_between(self.covariance, np.array([i]), np.array([j]))
        return NormalDist(float(self.mean[i] - self.mean[j]), math.sqrt(variance))

    def better(self, bot: str, other: str) -> float:
        """The probability that `bot` is better than `other`."""
        first, second = sorted((self.bots.index(bot), self.bots.index(other)))
        found = (weight * ahead(self.couples, each, first, second) for weight, each in self.under)
        chance = min(sum(found), 1.0)
        return chance if bot == self.bots[first] else 1 - chance


def rate(games: Games, settings: Settings = DEFAULTS) -> Ratings:
    """The table of these games; only their counts are read."""
    counted = tallied(games.tallies())
    skills, counts = weigh(counted, settings), count(counted)
    sigmas = np.sqrt(np.diag(skills.covariance))
    rated = zip(skills.bots, skills.mean.tolist(), sigmas.tolist(), strict=True)
    order = sorted(rated, key=lambda each: (-round(each[1], 9), each[0]))
    rows = tuple(
        Row(
            *(rank, bot, mu, sigma, mu - HALF_WIDTH * sigma, mu + HALF_WIDTH * sigma),
            *counts[bot].columns(),
        )
        for rank, (bot, mu, sigma) in enumerate(order, 1)
    )
    return Ratings(rows, Row, counted.total(), _basis(skills, settings))


def _basis(skills: Skills, settings: Settings) -> tuple[str, ...]:
    source = "estimated" if settings.prior is None else "given"
    prior = f"prior {MU:g} ± {skills.prior:.3g} ({source})"
    return f"order-free posterior, {skills.draw}", prior, *fixed(settings.anchor)


def weigh(counted: Counter[Outcome], settings: Settings = DEFAULTS) -> Skills:
    """The posterior of these games."""
    if settings.prior is not None and not NARROWEST <= settings.prior <= WIDEST:
        bounds = f"from {NARROWEST:g} to {WIDEST:g}"
        raise ArenaError(f"prior {settings.prior:g}: expected a number {bounds}")
    bots = tuple(sorted({bot for game in counted for bot in game.bots}))
    check_known("anchor", settings.anchor, bots)
    anchor = None if settings.anchor is None else bots.index(settings.anchor)
    draw = draw_of(counted, settings)
    couples = couple(counted, bots, draw)
    if settings.prior is None:
        found = over_priors(couples, anchor)
    else:
        found = [(1.0, settings.prior, propagate(couples, settings.prior, anchor))]
    mean = sum((weight * each.mean for weight, _, each in found), np.zeros(len(bots)))
    covariance = np.zeros((len(bots), len(bots)))
    for weight, _, each in found:
        off = each.mean - mean
        covariance += weight * (each.covariance + np.outer(off, off))
    prior = math.exp(sum(weight * math.log(spread) for weight, spread, _ in found))
    under = tuple((weight, each) for weight, _, each in found)
    return Skills(bots, MU + mean, covariance, couples, under, draw, prior)


def couple(counted: Mapping[Outcome, int], bots: tuple[str, ...], draw: Draw) -> Couples:
    """How the games of each two bots that met ended, in an order that no game's place changes."""
    place = {bot: index for index, bot in enumerate(bots)}
    ends: dict[tuple[int, int], list[int]] = {}
    for game, times in counted.items():
        (first, second), (score, other) = map(place.__getitem__, game.bots), game.scores
        if first > second:
            first, second, score, other = second, first, other, score
        end = 0 if score > other else 2 if score < other else 1
        ends.setdefault((first, second), [0, 0, 0])[end] += times
    order = sorted(ends)
    indices = np.array(order, dtype=np.intp).reshape(-1, 2)
    numbers = np.array([ends[met] for met in order], dtype=float).reshape(-1, 3)
    wins, draws, losses = numbers.T[:, :, None]
    likelihood = Likelihood(wins, draws, losses, draw_margin(draw.probability))
    return Couples(indices[:, 0], indices[:, 1], likelihood, len(bots))
