"""TrueSkill, folded over the games in schedule order.

The update of two players is TrueSkill's own closed form, with the truncated Gaussians and the
draw margin of the `trueskill` package: the same numbers as its `rate_1vs1`, many times sooner,
and a certain skill (an anchor's sigma is 0) needs no special case.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

import trueskill

from arena.errors import ArenaError
from arena.ratings.base import DEFAULTS, Outcome, Ratings, Settings, Skill, count, outcomes, rank
from arena.store.results import Result

START = Skill(trueskill.MU, trueskill.SIGMA)
"""What is believed of a bot before its first game."""
_MODEL = trueskill.TrueSkill()
"""The package's functions at its own scale; drift and draws are told at each call."""


def rate(results: Iterable[Result], settings: Settings = DEFAULTS) -> Ratings:
    """The table of these results, given in schedule order."""
    games = outcomes(results)
    draw = estimate_draw(games) if settings.draw is None else settings.draw
    _check(draw, settings)
    counts = count(games)
    skills = _fold(games, _first_skills(counts, settings), draw, settings)
    return Ratings(rank(skills, counts), draw, settings.draw is None, len(games))


def estimate_draw(games: Iterable[Outcome]) -> float:
    """The share of draws, never 0: at 0 a single draw would make bots less certain."""
    drawn = [game.is_draw for game in games]
    return (sum(drawn) + 1) / (len(drawn) + 20)


def _check(draw: float, settings: Settings) -> None:
    if not 0 < draw < 1:
        raise ArenaError(f"draw probability {draw:g}: expected a number above 0 and below 1")
    if settings.tau < 0:
        raise ArenaError(f"tau {settings.tau:g}: expected 0 or more")


def _first_skills(bots: Iterable[str], settings: Settings) -> dict[str, Skill]:
    skills = dict.fromkeys(bots, START)
    if settings.anchor is not None:
        if settings.anchor not in skills:
            names = ", ".join(skills) or "none"
            raise ArenaError(
                f"anchor {settings.anchor!r} has no games here; those that do: {names}"
            )
        skills[settings.anchor] = Skill(START.mu, 0.0)
    return skills


def _fold(
    games: Iterable[Outcome], first: Mapping[str, Skill], draw: float, settings: Settings
) -> dict[str, Skill]:
    """The skills after all games."""
    skills = dict(first)
    margin = trueskill.calc_draw_margin(draw, 2, _MODEL)
    for game in games:
        if len(game.bots) != 2:
            raise ArenaError(f"TrueSkill here rates games of two bots, not of {len(game.bots)}")
        winner, loser = game.bots if game.scores[0] >= game.scores[1] else game.bots[::-1]
        skills[winner], skills[loser] = update(
            _drifted(skills[winner], settings.tau),
            _drifted(skills[loser], settings.tau),
            game.is_draw,
            margin,
        )
    return skills


def _drifted(skill: Skill, tau: float) -> Skill:
    """A skill some time later; an anchor's stays certain."""
    return Skill(skill.mu, sqrt(skill.sigma**2 + tau**2)) if tau and skill.sigma else skill


def update(winner: Skill, loser: Skill, drawn: bool, margin: float) -> tuple[Skill, Skill]:
    """Both skills after a game between them."""
    spread = sqrt(2 * _MODEL.beta**2 + winner.sigma**2 + loser.sigma**2)
    scaled = (winner.mu - loser.mu) / spread, margin / spread
    if drawn:
        shift, shrink = _MODEL.v_draw(*scaled), _MODEL.w_draw(*scaled)
    else:
        shift, shrink = _MODEL.v_win(*scaled), _MODEL.w_win(*scaled)
    return _moved(winner, spread, shift, shrink), _moved(loser, spread, -shift, shrink)


def _moved(skill: Skill, spread: float, shift: float, shrink: float) -> Skill:
    share = skill.sigma**2 / spread**2
    return Skill(skill.mu + share * spread * shift, skill.sigma * sqrt(1 - share * shrink))
