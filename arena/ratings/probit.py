"""The likelihood of games between two bots, by the difference of their skills. Pure, on arrays.

Both play at their skill plus a Gaussian of their own; whoever plays better by more than a margin
wins, and nearer than that it is a draw. With Φ the Gaussian's distribution function, c = √2 β
and the margin ε, at a difference of x

    P(win) = Φ((x - ε) / c)    P(loss) = Φ((-x - ε) / c)    P(draw) = the rest.

Everything is computed by logarithms, so a million games one way are no special case.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

from arena.ratings.base import BETA

Array = NDArray[np.float64]

SPREAD = math.sqrt(2) * BETA
"""The standard deviation of the difference of two bots' play: c above."""
_BEND, _DEGREE, _ASYMPTOTIC = 2.0, 18, 20.0
_LOG_2, _LOG_ROOT_TAU = math.log(2), math.log(2 * math.pi) / 2


def draw_margin(draw: float) -> float:
    """The margin that makes `draw` the probability of a draw between equals."""
    return NormalDist().inv_cdf((draw + 1) / 2) * SPREAD


def log_tails(z: Array) -> tuple[Array, Array]:
    """log Φ(z) and log Φ(-z), both to a relative 1e-11."""
    y = np.abs(z) / math.sqrt(2)
    t = _BEND / (_BEND + y)
    small = chebyshev.chebval(2 * t - 1, _coefficients()) + np.log(t) - y * y - _LOG_2
    large = np.log1p(-np.exp(small))
    below = z < 0
    return np.where(below, small, large), np.where(below, large, small)


@cache
def _coefficients() -> Array:
    """log(exp(y²) erfc(y)) - log t as a polynomial of t = 2 / (2 + y), which is smooth in t."""

    def smooth(point: float) -> float:
        t = (point + 1) / 2
        return _log_erfcx(_BEND * (1 - t) / t) - math.log(t)

    points = chebyshev.chebpts1(_DEGREE + 1)
    values = [smooth(float(point)) for point in points]
    return np.asarray(chebyshev.chebfit(points, values, _DEGREE), dtype=np.float64)


def _log_erfcx(y: float) -> float:
    """log(exp(y²) erfc(y)), beyond the reach of `math.erfc` by its asymptotic series."""
    if y < _ASYMPTOTIC:
        return y * y + math.log(math.erfc(y))
    s = 1 / (2 * y * y)
    return math.log((1 - s + 3 * s**2 - 15 * s**3 + 105 * s**4) / (y * math.sqrt(math.pi)))


@dataclass(frozen=True, slots=True)
class Logs:
    """At some differences of skill: the scaled distances to both margins, and the logarithms of
    the probabilities of a win, a draw and a loss."""

    above: Array
    below: Array
    win: Array
    draw: Array
    loss: Array


def logs(x: Array, margin: float) -> Logs:
    """The probabilities of a game's outcomes at differences `x`."""
    above, below = (x - margin) / SPREAD, (-x - margin) / SPREAD
    (win, loss), (not_win, not_loss) = log_tails(np.stack([above, below]))
    ahead = x >= 0
    rest, upset = np.where(ahead, not_win, not_loss), np.where(ahead, loss, win)
    draw = rest + np.log(-np.expm1(np.minimum(upset - rest, -1e-300)))
    return Logs(above, below, win, draw, loss)


@dataclass(frozen=True, slots=True)
class Likelihood:
    """The log-likelihood of each couple's games: columns of numbers of wins, draws and losses.

    It is asked at arrays with a row for each couple, and is concave in every row.
    """

    wins: Array
    draws: Array
    losses: Array
    margin: float

    def value(self, x: Array) -> Array:
        """The logarithm of the likelihood, up to a constant."""
        return self._value(logs(x, self.margin))

    def slope(self, x: Array) -> tuple[Array, Array]:
        """The value and its derivative."""
        at = logs(x, self.margin)
        win, loss, draw, _, _ = _hazards(at)
        slope = self.wins * win - self.losses * loss + self.draws * draw
        return self._value(at), slope / SPREAD

    def bend(self, x: Array) -> tuple[Array, Array]:
        """The derivative, and the second derivative with its sign turned: 0 or more."""
        at = logs(x, self.margin)
        win, loss, draw, upper, lower = _hazards(at)
        slope = self.wins * win - self.losses * loss + self.draws * draw
        bend = (
            self.wins * win * (win + at.above)
            + self.losses * loss * (loss + at.below)
            + self.draws * (draw**2 - at.below * lower - at.above * upper)
        )
        return slope / SPREAD, bend / SPREAD**2

    def _value(self, at: Logs) -> Array:
        return self.wins * at.win + self.draws * at.draw + self.losses * at.loss


def _hazards(at: Logs) -> tuple[Array, Array, Array, Array, Array]:
    """Derivatives of the log probabilities of a win, a loss (turned) and a draw, and the two
    parts of the last: the densities at the margins over the probability of a draw."""
    upper, lower = -(at.above**2) / 2 - _LOG_ROOT_TAU, -(at.below**2) / 2 - _LOG_ROOT_TAU
    near, far = np.exp(upper - at.draw), np.exp(lower - at.draw)
    return np.exp(upper - at.win), np.exp(lower - at.loss), far - near, near, far
