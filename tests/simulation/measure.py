"""How often 95% intervals hold what they should, and how far ratings are off."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.base import SIGMA, Settings, outcomes
from arena.ratings.fold import rate
from arena.ratings.posterior import HALF_WIDTH, weigh
from tests.simulation.leagues import DRAW, League

Array = NDArray[np.float64]
Belief = tuple[Array, Array]
"""Means of the skills in the order of the bots' names, and their covariance."""
Method = Callable[[League], Belief]


def fold(league: League) -> Belief:
    """TrueSkill folded in the order of the games; it tells no covariances."""
    rows = sorted(rate(league.results, Settings(draw=DRAW)).rows, key=lambda row: str(row.bot))
    return np.array([row.mu for row in rows]), np.diag([row.sigma**2 for row in rows])


def posterior(prior: float | None) -> Method:
    """The order-free posterior with this prior, None to estimate it."""

    def method(league: League) -> Belief:
        counted = Counter(outcomes(league.results))
        skills = weigh(counted, Settings(draw=DRAW, prior=prior))
        return skills.mean, skills.covariance

    return method


GIVEN, ESTIMATED = posterior(SIGMA), posterior(None)


@dataclass(frozen=True, slots=True)
class Measured:
    """The parts of the intervals that hold the skill, and the difference of two skills, with the
    standard error of the first over leagues; and the error of differences, root mean square."""

    skills: float
    skills_error: float
    differences: float
    error: float


def measure(method: Method, leagues: Iterable[League]) -> Measured:
    """What a method is worth over these leagues."""
    each = np.array([_one(method, league) for league in leagues])
    skills, differences, squares = each.mean(axis=0).tolist()
    deviation = float(each[:, 0].std() / math.sqrt(len(each)))
    return Measured(skills, deviation, differences, math.sqrt(squares))


def _one(method: Method, league: League) -> tuple[float, float, float]:
    """The parts held, and the mean square of errors of differences, in one league."""
    mean, covariance = method(league)
    true, own = np.array(list(league.skills.values())), np.diag(covariance)
    i, j = np.triu_indices(len(true), 1)
    off = (true[i] - true[j]) - (mean[i] - mean[j])
    doubt = np.sqrt(own[i] + own[j] - 2 * covariance[i, j])
    held = np.abs(true - mean) < HALF_WIDTH * np.sqrt(own)
    return (
        float(held.mean()),
        float((np.abs(off) < HALF_WIDTH * doubt).mean()),
        float((off**2).mean()),
    )
