"""A skill as TrueSkill sees it, and what games of two tell of theirs. Pure.

The update of two players is TrueSkill's own closed form, on plain numbers, with the draw margin
and the distribution function of the `trueskill` package: the same numbers as its `rate_1vs1`,
many times sooner, and a certain skill (an anchor's sigma is 0) needs no special case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import exp, pi, sqrt

MU, SIGMA = 25.0, 25 / 3
"""What is believed of a bot before its first game: TrueSkill's own prior."""
BETA = SIGMA / 2
"""How much a bot's play varies from game to game."""
_PLAY = 2 * BETA**2
"""The variance of the difference of two bots' play."""
_ROOT_2, _ROOT_TAU = sqrt(2), sqrt(2 * pi)


@dataclass(frozen=True, slots=True)
class Skill:
    """A bot's skill as a Gaussian."""

    mu: float
    sigma: float

    @property
    def exposure(self) -> float:
        """A skill that the bot is almost certain to have; tables are ranked by it."""
        return self.mu - 3 * self.sigma


START = Skill(MU, SIGMA)


def margin(draw: float) -> float:
    """How far performances may lie apart in a draw, if equals draw with this probability."""
    package = import_module("trueskill")
    return float(package.calc_draw_margin(draw, 2, package.TrueSkill(MU, SIGMA, BETA)))


def update(winner: Skill, loser: Skill, drawn: bool, margin: float) -> tuple[Skill, Skill]:
    """Both skills after a game between them."""
    own, other = winner.sigma**2, loser.sigma**2
    mu, own, other_mu, other = _rated(winner.mu, own, loser.mu, other, drawn, margin, _erfc())
    return Skill(mu, sqrt(own)), Skill(other_mu, sqrt(other))


def fold(
    skills: Mapping[str, Skill],
    games: Iterable[tuple[str, str, bool]],
    margin: float,
    tau: float = 0.0,
) -> dict[str, Skill]:
    """All skills after these games, each told by its winner, its loser and whether it was drawn.

    Before each game both skills drift by `tau`, unless they are certain.
    """
    mus = {bot: skill.mu for bot, skill in skills.items()}
    variances = {bot: skill.sigma**2 for bot, skill in skills.items()}
    drifts = {bot: tau**2 if skill.sigma else 0.0 for bot, skill in skills.items()}
    erfc = _erfc()
    for winner, loser, drawn in games:
        mus[winner], variances[winner], mus[loser], variances[loser] = _rated(
            mus[winner],
            variances[winner] + drifts[winner],
            mus[loser],
            variances[loser] + drifts[loser],
            drawn,
            margin,
            erfc,
        )
    return {bot: Skill(mus[bot], sqrt(variances[bot])) for bot in skills}


def quality(one: Skill, two: Skill) -> float:
    """How even a game would be: TrueSkill's match quality, from 0 to 1."""
    spread = sqrt(_PLAY + one.sigma**2 + two.sigma**2)
    return _ROOT_2 * BETA / spread * exp(-(((one.mu - two.mu) / spread) ** 2) / 2)


Erfc = Callable[[float], float]


@cache
def _erfc() -> Erfc:
    """The package's complementary error function, imported when a game is rated: help does not
    need it."""
    erfc: Erfc = import_module("trueskill.backends").erfc
    return erfc


def _rated(
    mu: float,
    variance: float,
    other_mu: float,
    other_variance: float,
    drawn: bool,
    margin: float,
    erfc: Erfc,
) -> tuple[float, float, float, float]:
    """Mean and variance of the winner, then of the loser, after a game between them."""
    total = _PLAY + variance + other_variance
    spread = sqrt(total)
    corrections = _after_draw if drawn else _after_win
    shift, shrink = corrections((mu - other_mu) / spread, margin / spread, erfc)
    shift, shrink = shift / spread, shrink / total
    if variance * shrink >= 1 or other_variance * shrink >= 1:
        shrink = 1 / total  # the most that can be, if nothing is rounded
    return (
        mu + variance * shift,
        variance * (1 - variance * shrink),
        other_mu - other_variance * shift,
        other_variance * (1 - other_variance * shrink),
    )


# How far the means move, and what part of the variance is lost, for players `gap` apart. A result
# that is so unlikely that floats cannot tell its probability from 0 moves them to where it is
# not: the limit of both formulas.


def _after_win(gap: float, margin: float, erfc: Erfc) -> tuple[float, float]:
    x = gap - margin
    chance = erfc(-x / _ROOT_2) / 2
    if not chance:
        return -x, 1.0
    shift = exp(-x * x / 2) / _ROOT_TAU / chance
    return shift, shift * (shift + x)


def _after_draw(gap: float, margin: float, erfc: Erfc) -> tuple[float, float]:
    ahead = abs(gap)
    upper, lower = margin - ahead, -margin - ahead
    chance = (erfc(-upper / _ROOT_2) - erfc(-lower / _ROOT_2)) / 2
    if not chance:
        return (-upper if gap < 0 else upper), 1.0
    high, low = exp(-upper * upper / 2) / _ROOT_TAU, exp(-lower * lower / 2) / _ROOT_TAU
    shift = (low - high) / chance
    shrink = shift * shift + (upper * high - lower * low) / chance
    return (-shift if gap < 0 else shift), shrink
