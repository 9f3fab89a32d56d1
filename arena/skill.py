"""A skill as TrueSkill sees it, and what one game of two tells of theirs. Pure.

The update of two players is TrueSkill's own closed form, with the truncated Gaussians and the
draw margin of the `trueskill` package: the same numbers as its `rate_1vs1`, many times sooner,
and a certain skill (an anchor's sigma is 0) needs no special case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import exp, sqrt
from typing import Any

MU, SIGMA = 25.0, 25 / 3
"""What is believed of a bot before its first game: TrueSkill's own prior."""
BETA = SIGMA / 2
"""How much a bot's play varies from game to game."""


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
    return float(import_module("trueskill").calc_draw_margin(draw, 2, _model()))


def update(winner: Skill, loser: Skill, drawn: bool, margin: float) -> tuple[Skill, Skill]:
    """Both skills after a game between them."""
    spread, model = _spread(winner, loser), _model()
    scaled = (winner.mu - loser.mu) / spread, margin / spread
    if drawn:
        shift, shrink = model.v_draw(*scaled), model.w_draw(*scaled)
    else:
        shift, shrink = model.v_win(*scaled), model.w_win(*scaled)
    return _moved(winner, spread, shift, shrink), _moved(loser, spread, -shift, shrink)


def quality(one: Skill, two: Skill) -> float:
    """How even a game would be: TrueSkill's match quality, from 0 to 1."""
    spread = _spread(one, two)
    return sqrt(2) * BETA / spread * exp(-(((one.mu - two.mu) / spread) ** 2) / 2)


@cache
def _model() -> Any:
    """The package's functions at its own scale, imported when a game is rated: help does not
    need them."""
    return import_module("trueskill").TrueSkill(MU, SIGMA, BETA)


def _spread(one: Skill, two: Skill) -> float:
    """The deviation of the difference of two performances."""
    return sqrt(2 * BETA**2 + one.sigma**2 + two.sigma**2)


def _moved(skill: Skill, spread: float, shift: float, shrink: float) -> Skill:
    share = skill.sigma**2 / spread**2
    return Skill(skill.mu + share * spread * shift, skill.sigma * sqrt(1 - share * shrink))
