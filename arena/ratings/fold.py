"""TrueSkill, folded over the games in schedule order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena import skill
from arena.errors import ArenaError
from arena.ratings.base import (
    DEFAULTS,
    WIDEST,
    Count,
    Draw,
    Outcome,
    Ratings,
    Scored,
    Settings,
    check_known,
    count,
    draw_of,
    fixed,
    outcomes,
)
from arena.skill import MU, START, Skill


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


Ended = tuple[str, str, bool]
"""A game's winner, its loser, and whether it was drawn: then they are the seats in order."""


@dataclass(frozen=True, slots=True)
class Field:
    """What a fold needs: each bot's skill before its first game and what its games came to, the
    games in order, and the probability of a draw."""

    skills: Mapping[str, Skill]
    counts: Mapping[str, Count]
    games: tuple[Ended, ...]
    draw: Draw


def field(games: Iterable[Scored], settings: Settings) -> Field:
    """What is to be folded of these games, given in schedule order."""
    if not 0 <= settings.tau <= WIDEST:
        raise ArenaError(f"tau {settings.tau:g}: expected a number from 0 to {WIDEST:g}")
    seen: dict[Outcome, Outcome] = {}
    each = [seen.setdefault(game, game) for game in outcomes(games)]
    counted = Counter(each)
    ended = {game: _ended(game) for game in counted}
    draw, counts = draw_of(counted, settings), count(counted)
    check_known("anchor", settings.anchor, counts)
    skills = {bot: Skill(MU, 0.0) if bot == settings.anchor else START for bot in counts}
    return Field(skills, counts, tuple(map(ended.__getitem__, each)), draw)


def rate(games: Iterable[Scored], settings: Settings = DEFAULTS) -> Ratings:
    """The table of these games, given in schedule order."""
    whole = field(games, settings)
    apart = skill.margin(whole.draw.probability)
    skills = skill.fold(whole.skills, whole.games, apart, settings.tau)
    basis = (f"TrueSkill, {whole.draw}", f"tau {settings.tau:g}", *fixed(settings.anchor))
    return Ratings(_rank(skills, whole.counts), Row, len(whole.games), basis)


def _ended(game: Outcome) -> Ended:
    if len(game.bots) != 2:
        raise ArenaError(f"TrueSkill here rates games of two bots, not of {len(game.bots)}")
    first, second = game.bots if game.scores[0] >= game.scores[1] else game.bots[::-1]
    return first, second, game.is_draw


def _rank(skills: Mapping[str, Skill], counts: Mapping[str, Count]) -> tuple[Row, ...]:
    """The table's rows: by exposure, then skill, then name, so that the order is certain."""
    order = sorted(skills.items(), key=lambda each: (-each[1].exposure, -each[1].mu, each[0]))
    return tuple(
        Row(rank, bot, skill.mu, skill.sigma, skill.exposure, *counts[bot].columns())
        for rank, (bot, skill) in enumerate(order, 1)
    )
