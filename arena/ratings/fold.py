"""TrueSkill, folded over the games in schedule order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from arena.errors import ArenaError
from arena.ratings.base import (
    DEFAULTS,
    Count,
    Outcome,
    Ratings,
    Settings,
    check_known,
    count,
    draw_of,
    fixed,
    outcomes,
)
from arena.skill import MU, START, Skill, margin, update
from arena.store.results import Result


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's line in the table. `score` is points per game."""

    rank: int
    bot: str
    mu: float
    sigma: float
    exposure: float
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    faults: int


def rate(results: Iterable[Result], settings: Settings = DEFAULTS) -> Ratings:
    """The table of these results, given in schedule order."""
    if settings.tau < 0:
        raise ArenaError(f"tau {settings.tau:g}: expected 0 or more")
    games = outcomes(results)
    counted = Counter(games)
    draw, counts = draw_of(counted, settings), count(counted)
    check_known("anchor", settings.anchor, counts)
    first = dict.fromkeys(counts, START)
    if settings.anchor is not None:
        first[settings.anchor] = Skill(MU, 0.0)
    skills = _fold(games, first, draw.probability, settings.tau)
    basis = (f"TrueSkill, {draw}", f"tau {settings.tau:g}", *fixed(settings.anchor))
    return Ratings(_rank(skills, counts), Row, len(games), basis)


def _rank(skills: Mapping[str, Skill], counts: Mapping[str, Count]) -> tuple[Row, ...]:
    """The table's rows: by exposure, then skill, then name, so that the order is certain."""
    order = sorted(skills.items(), key=lambda each: (-each[1].exposure, -each[1].mu, each[0]))
    return tuple(
        Row(rank, bot, skill.mu, skill.sigma, skill.exposure, *counts[bot].columns())
        for rank, (bot, skill) in enumerate(order, 1)
    )


def _fold(
    games: Iterable[Outcome], first: Mapping[str, Skill], draw: float, tau: float
) -> dict[str, Skill]:
    """The skills after all games."""
    skills = dict(first)
    apart = margin(draw)
    for game in games:
        if len(game.bots) != 2:
            raise ArenaError(f"TrueSkill here rates games of two bots, not of {len(game.bots)}")
        winner, loser = game.bots if game.scores[0] >= game.scores[1] else game.bots[::-1]
        skills[winner], skills[loser] = update(
            _drifted(skills[winner], tau), _drifted(skills[loser], tau), game.is_draw, apart
        )
    return skills


def _drifted(skill: Skill, tau: float) -> Skill:
    """A skill some time later; an anchor's stays certain."""
    return Skill(skill.mu, sqrt(skill.sigma**2 + tau**2)) if tau and skill.sigma else skill
