"""How widely the skills of a league spread: the posterior averaged over that, not given it.

A prior that is too narrow or too wide makes every interval wrong, and a few bots' games tell
little of it. So the spread itself is uncertain: its logarithm is as likely to be anywhere within
bounds about TrueSkill's own, and the posterior is averaged over it with the weight that the games
give to each spread. (A bell about TrueSkill's own would pull the spread of a few bots there, and
make their intervals too short where they are far apart.)
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from arena.ratings.base import SIGMA
from arena.ratings.propagation import Couples, Posterior, propagate

LIMIT = math.log(4)
"""The spread is between a quarter of TrueSkill's and four times as wide. Where skills spread
more widely still, hardly a game is lost by the better bot, and nothing tells how widely."""
_NODES = 9
"""At how many spreads the posterior is taken, by Gauss and Legendre."""
_NEGLIGIBLE = 12.0
"""By how much the logarithm of a spread's weight has fallen where no more are taken."""
_NEAR, _STEP, _MAX_TRIES = 0.05, LIMIT / 2, 30


def over_priors(couples: Couples, anchor: int | None) -> list[tuple[float, float, Posterior]]:
    """Posteriors under priors of several spreads: each one's weight, spread and posterior."""
    tried: dict[float, Posterior] = {}

    def posterior(scale: float) -> Posterior:
        if scale not in tried:
            near = min(tried, key=lambda known: abs(known - scale), default=None)
            start = None if near is None else tried[near].sites
            tried[scale] = propagate(couples, SIGMA * math.exp(scale), anchor, start)
        return tried[scale]

    def slope(scale: float) -> float:
        return _slope(scale, posterior(scale), couples.bots - (anchor is not None))

    mode, reach = _peak(slope)
    low, high = max(mode - reach, -LIMIT), min(mode + reach, LIMIT)
    points, parts = np.polynomial.legendre.leggauss(_NODES)
    scales = [(low + high + point * (high - low)) / 2 for point in points.tolist()]
    found = [posterior(scale) for scale in scales]
    height = np.array([each.evidence for each in found])
    weights = parts * np.exp(height - height.max())
    return [
        (float(weight), SIGMA * math.exp(scale), each)
        for weight, scale, each in zip(weights / weights.sum(), scales, found, strict=True)
    ]


def _slope(scale: float, posterior: Posterior, bots: int) -> float:
    """The derivative of the evidence by the logarithm of the spread."""
    squares = float(posterior.mean @ posterior.mean + np.trace(posterior.covariance))
    return squares / (SIGMA * math.exp(scale)) ** 2 - bots


def _peak(slope: Callable[[float], float]) -> tuple[float, float]:
    """Where the evidence is highest within the bounds, and how far from there it is negligible."""
    low, high = _bracket(slope)
    for _ in range(_MAX_TRIES):
        if high - low <= 2 * _NEAR or slope(low) <= 0 or slope(high) >= 0:
            break
        secant = low + (high - low) * slope(low) / (slope(low) - slope(high))
        middle = min(max(secant, low + _NEAR), high - _NEAR)
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    fall = max((slope(low) - slope(high)) / (high - low), 1e-9)
    mode = min(max(low + slope(low) / fall, low), high)
    steep = abs(slope(low if mode == low else high)) if mode in (low, high) else 0.0
    return mode, 2 * _NEGLIGIBLE / (steep + math.sqrt(steep**2 + 2 * fall * _NEGLIGIBLE))


def _bracket(slope: Callable[[float], float]) -> tuple[float, float]:
    """Two spreads between which the slope changes from above 0 to below, or that end at a
    bound."""
    low, high = (-_STEP, 0.0) if slope(0.0) < 0 else (0.0, _STEP)
    while slope(low) < 0 and low > -LIMIT:
        low, high = low - _STEP, low
    while slope(high) > 0 and high < LIMIT:
        low, high = high, high + _STEP
    return low, high
