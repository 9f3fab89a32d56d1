"""How widely the skills of a league spread: the posterior averaged over that, not given it.

A prior that is too narrow or too wide makes every interval wrong, and a few bots' games tell
little of it. So the spread itself is uncertain, a log-normal about TrueSkill's own, and the
posterior is averaged over it with the weight that the games give to each spread.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from arena.ratings.base import SIGMA
from arena.ratings.propagation import Couples, Posterior, propagate

DOUBT = math.log(2)
"""The spread may well be half or twice TrueSkill's: one standard deviation of its logarithm."""
_NODES = (-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4)
"""Where the spread is tried, in deviations of its logarithm from the likeliest."""
_NEAR, _STEP, _MAX_TRIES = 0.05, 0.5, 30


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

    mode, width = _mode(slope)
    scales = [mode + node * width for node in _NODES]
    found = [posterior(scale) for scale in scales]
    height = np.array([each.evidence for each in found]) - np.square(scales) / (2 * DOUBT**2)
    weights = np.exp(height - height.max())
    return [
        (float(weight), SIGMA * math.exp(scale), each)
        for weight, scale, each in zip(weights / weights.sum(), scales, found, strict=True)
    ]


def _slope(scale: float, posterior: Posterior, bots: int) -> float:
    """The derivative, by the logarithm of the spread, of the logarithm of its posterior."""
    squares = float(posterior.mean @ posterior.mean + np.trace(posterior.covariance))
    return squares / (SIGMA * math.exp(scale)) ** 2 - bots - scale / DOUBT**2


def _mode(slope: Callable[[float], float]) -> tuple[float, float]:
    """Where a falling function is 0, by bisection and secants, and 1 / √ of its fall there."""
    low = high = 0.0
    while slope(low) < 0:
        low -= _STEP
    while slope(high) > 0:
        high += _STEP
    if low == high:
        low, high = -_NEAR, _NEAR
    for _ in range(_MAX_TRIES):
        if high - low <= 2 * _NEAR:
            break
        secant = low + (high - low) * slope(low) / (slope(low) - slope(high))
        middle = min(max(secant, low + _NEAR), high - _NEAR)
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    fall = (slope(low) - slope(high)) / (high - low)
    return low + slope(low) / fall, 1 / math.sqrt(fall)
