"""Expectation propagation: the skills' joint posterior as a Gaussian, from counts per couple.

Each couple's games stand in for one factor of the model, a function of the difference of two
skills. A factor is approximated by a Gaussian (a *site*) such that, in the context of all the
other sites (the *cavity*), both give the same mean and variance. The moments are integrals over
one variable, done by quadrature; so the work grows with couples, not with games.

T. Minka, "Expectation Propagation for Approximate Bayesian Inference", UAI 2001.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.ratings.probit import Array, Likelihood

TOLERANCE = 1e-5
"""Sites agree when no moment of theirs is off by more than this part of its deviation."""
MAX_SWEEPS = 500
_EAGER_SWEEPS = 15
_NODES, _MANY_NODES, _DROP, _MAX_STEPS = 64, 2048, 30.0, 100


@dataclass(frozen=True, slots=True)
class Couples:
    """Which bots met, by index, each couple once, and how their games ended."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    likelihood: Likelihood
    bots: int


@dataclass(frozen=True, slots=True)
class Sites:
    """For each couple a Gaussian in the difference of their skills: precision and its product
    with the mean."""

    precision: Array
    shift: Array


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is believed of each couple's difference of skills: means and variances."""

    mean: Array
    variance: Array


@dataclass(frozen=True, slots=True)
class Posterior:
    """The skills' joint Gaussian, measured from the prior's mean.

    `cavities` tell what all other games let one believe of each couple's difference; `evidence`
    is the logarithm of the games' probability under the prior, up to a constant.
    """

    mean: Array
    covariance: Array
    sites: Sites
    cavities: Beliefs
    evidence: float


def propagate(
    couples: Couples, prior: float, anchor: int | None = None, start: Sites | None = None
) -> Posterior:
    """The posterior of skills that spread by `prior`; the anchor's skill is the prior's mean.

    `start` is where to begin, such as the sites of another prior. Sites are moved all at once;
    where that oscillates, the smaller steps of later sweeps settle it.
    """
    size = len(couples.first)
    sites = start or Sites(np.zeros(size), np.zeros(size))
    for sweep in range(MAX_SWEEPS):
        mean, covariance = _joint(couples, sites, prior, anchor)
        now = _differences(couples, mean, covariance)
        cavities = _without(now, sites, prior)
        mass, wanted = tilted_moments(couples.likelihood, cavities)
        if _distance(now, wanted) < TOLERANCE:
            evidence = _evidence(couples, sites, mean, covariance, prior, anchor)
            factors = mass - _log_ratio(now, cavities)
            return Posterior(mean, covariance, sites, cavities, evidence + float(factors.sum()))
        step = min(1.0, _EAGER_SWEEPS / (sweep + 1))
        sites = _moved(sites, _quotient(wanted, cavities), step)
    raise ArenaError(f"the posterior of these games does not settle in {MAX_SWEEPS} sweeps")


def _joint(couples: Couples, sites: Sites, prior: float, anchor: int | None) -> tuple[Array, Array]:
    """Mean and covariance of all skills; an anchor has no variance."""
    i, j = couples.first, couples.second
    precision = np.zeros((couples.bots, couples.bots))
    precision[i, j] = precision[j, i] = -sites.precision
    np.fill_diagonal(precision, prior**-2 - precision.sum(axis=1))
    free = _free(couples.bots, anchor)
    covariance = np.zeros_like(precision)
    covariance[np.ix_(free, free)] = np.linalg.inv(precision[np.ix_(free, free)])
    return covariance @ _pull(couples, sites), covariance


def _free(bots: int, anchor: int | None) -> NDArray[np.intp]:
    return np.array([bot for bot in range(bots) if bot != anchor], dtype=np.intp)


def _pull(couples: Couples, sites: Sites) -> Array:
    """What the sites add to the product of precision and mean of each skill."""
    ahead = np.bincount(couples.first, sites.shift, couples.bots)
    return np.asarray(ahead - np.bincount(couples.second, sites.shift, couples.bots))


def _differences(couples: Couples, mean: Array, covariance: Array) -> Beliefs:
    i, j = couples.first, couples.second
    return Beliefs(mean[i] - mean[j], variance_between(covariance, i, j))


def variance_between(covariance: Array, i: NDArray[np.intp], j: NDArray[np.intp]) -> Array:
    """The variances of the differences of these skills. The level of a pool is far less certain
    than its differences; taken column by column, its rounding errors cancel."""
    ahead, behind = covariance[i, i] - covariance[j, i], covariance[i, j] - covariance[j, j]
    return np.asarray(ahead - behind)


def _without(beliefs: Beliefs, sites: Sites, prior: float) -> Beliefs:
    """The beliefs with each couple's own site taken out, which leaves at least what the prior
    tells of two skills, whatever is lost to rounding."""
    precision = np.maximum(1 / beliefs.variance - sites.precision, prior**-2 / 2)
    return Beliefs((beliefs.mean / beliefs.variance - sites.shift) / precision, 1 / precision)


def _quotient(wanted: Beliefs, cavities: Beliefs) -> Sites:
    """The sites that turn the cavities into the wanted beliefs."""
    return Sites(
        np.maximum(1 / wanted.variance - 1 / cavities.variance, 0.0),
        wanted.mean / wanted.variance - cavities.mean / cavities.variance,
    )


def _moved(old: Sites, new: Sites, step: float) -> Sites:
    return Sites(
        old.precision + step * (new.precision - old.precision),
        old.shift + step * (new.shift - old.shift),
    )


def _distance(now: Beliefs, wanted: Beliefs) -> float:
    means = np.abs(wanted.mean - now.mean) / np.sqrt(now.variance)
    return float(np.max([means, np.abs(wanted.variance / now.variance - 1)], initial=0.0))


def _evidence(
    couples: Couples,
    sites: Sites,
    mean: Array,
    covariance: Array,
    prior: float,
    anchor: int | None,
) -> float:
    """The logarithm of the integral of the prior times all sites."""
    free = _free(couples.bots, anchor)
    _, volume = np.linalg.slogdet(covariance[np.ix_(free, free)])
    return float(volume / 2 - len(free) * math.log(prior) + mean @ _pull(couples, sites) / 2)


def _log_ratio(now: Beliefs, cavities: Beliefs) -> Array:
    """The logarithm of the integral of each cavity times its site."""
    squares = now.mean**2 / now.variance - cavities.mean**2 / cavities.variance
    return np.asarray((np.log(now.variance / cavities.variance) + squares) / 2)


def tilted_moments(likelihood: Likelihood, cavities: Beliefs) -> tuple[Array, Beliefs]:
    """The logarithm of the mass of each cavity times its likelihood, its mean and variance."""
    tilted = _Tilted(likelihood, cavities.mean[:, None], cavities.variance[:, None])
    x, weights, unit = tilted.quadrature(_NODES)
    total = weights.sum(axis=1, keepdims=True)
    mean = (weights * x).sum(axis=1, keepdims=True) / total
    variance = (weights * (x - mean) ** 2).sum(axis=1, keepdims=True) / total
    mass = np.log(total) + unit - np.log(2 * math.pi * tilted.variance) / 2
    return mass[:, 0], Beliefs(mean[:, 0], variance[:, 0])


def ahead(couples: Couples, posterior: Posterior, first: int, second: int) -> float:
    """The probability that `first` is better than `second`, the lower index first.

    If they met it is of their games as they are, in the context of all others, not of the
    Gaussian: where one won all, that would make far too much of the other's chances.
    """
    met = (couples.first == first) & (couples.second == second)
    cavities = Beliefs(posterior.cavities.mean[met], posterior.cavities.variance[met])
    likelihood = couples.likelihood
    if not met.any():
        pair = np.array([first]), np.array([second])
        cavities = Beliefs(
            posterior.mean[pair[0]] - posterior.mean[pair[1]],
            variance_between(posterior.covariance, *pair),
        )
        likelihood = Likelihood(*(np.zeros((1, 1)),) * 3, likelihood.margin)
    else:
        numbers = (likelihood.wins[met], likelihood.draws[met], likelihood.losses[met])
        likelihood = Likelihood(*numbers, likelihood.margin)
    tilted = _Tilted(likelihood, cavities.mean[:, None], cavities.variance[:, None])
    x, weights, _ = tilted.quadrature(_MANY_NODES)
    below = np.cumsum(weights[0]) - weights[0] / 2
    return float(1 - np.interp(0.0, x[0], below / weights.sum(), left=0.0, right=1.0))


@dataclass(frozen=True, slots=True)
class _Tilted:
    """The logarithm of each cavity times its likelihood, a concave function in every row."""

    likelihood: Likelihood
    mean: Array
    variance: Array

    def quadrature(self, nodes: int) -> tuple[Array, Array, Array]:
        """Where to take it, with which weights, and the logarithm of the weights' unit.

        By the trapezoidal rule in u, where x = mode + width sinh(u): dense at the mode, and as
        wide as the longer tail, which may be a hundred times the shorter.
        """
        mode, width = self.mode()
        top, _ = self.slope(mode)
        low, high = (np.arcsinh(self.reach(mode, top, side) / width) for side in (-1, 1))
        step = (high - low) / (nodes - 1)
        u = low + step * np.arange(nodes)
        x = mode + width * np.sinh(u)
        weights = np.exp(self.value(x) - top) * np.cosh(u)
        return x, weights, np.asarray(np.log(step * width) + top)

    def value(self, x: Array) -> Array:
        return np.asarray(self.likelihood.value(x) - (x - self.mean) ** 2 / (2 * self.variance))

    def slope(self, x: Array) -> tuple[Array, Array]:
        value, slope = self.likelihood.slope(x)
        away = (x - self.mean) / self.variance
        return value - away * (x - self.mean) / 2, slope - away

    def mode(self) -> tuple[Array, Array]:
        """About where it is highest, and how wide it is there: Newton steps, halved by what is
        known of both sides."""
        x = self.mean
        low, high = np.full_like(x, -np.inf), np.full_like(x, np.inf)
        for _ in range(_MAX_STEPS):
            slope, bend = self.likelihood.bend(x)
            slope, bend = slope - (x - self.mean) / self.variance, bend + 1 / self.variance
            low, high = np.where(slope > 0, x, low), np.where(slope < 0, x, high)
            step = slope / bend
            if np.all(np.abs(step) * np.sqrt(bend) < 0.1):
                break
            beyond = (x + step < low) | (x + step > high)
            middle = (np.where(beyond, low, x) + np.where(beyond, high, x)) / 2
            x = np.where(beyond, middle, x + step)
        return x, 1 / np.sqrt(bend)

    def reach(self, mode: Array, top: Array, side: int) -> Array:
        """How far from the mode it has dropped enough: Newton steps from too far, which never
        fall short in a concave function."""
        x = mode + side * np.sqrt(2 * _DROP * self.variance) * 1.1
        for _ in range(_MAX_STEPS):
            value, slope = self.slope(x)
            too_far = top - value > 2 * _DROP
            if not too_far.any():
                break
            x = np.where(too_far, x + (top - value - _DROP) / slope, x)
        return x - mode
