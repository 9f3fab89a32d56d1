"""The course of TrueSkill ratings: what was believed of each bot as the games went on. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise

from arena import skill
from arena.ratings.base import DEFAULTS, Scored, Settings
from arena.ratings.fold import Field, field
from arena.skill import Skill

POINTS = 100
"""At how many places of the schedule a course is told, unless one asks for others."""


@dataclass(frozen=True, slots=True)
class Point:
    """A bot's rating after the first `game` games of the schedule, `played` of which were its
    own."""

    game: int
    played: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Line:
    """A bot's ratings from before the first game (`game` is 0) to after the last."""

    bot: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A line for each bot, all at the same places, in the order of first appearance."""

    lines: tuple[Line, ...]
    games: int


def course(games: Iterable[Scored], settings: Settings = DEFAULTS, points: int = POINTS) -> Course:
    """The ratings at `points` evenly spaced places of these games, given in schedule order, and
    at their beginning. The last are those of the rating table; the probability of a draw is that
    of all games from the beginning."""
    whole = field(games, settings)
    steps = list(_steps(whole, settings.tau, points))
    lines = (Line(bot, tuple(step[bot] for step in steps)) for bot in whole.skills)
    return Course(tuple(lines), len(whole.games))


def _steps(whole: Field, tau: float, points: int) -> Iterator[dict[str, Point]]:
    """Each bot's point at each place."""
    total, apart = len(whole.games), skill.margin(whole.draw.probability)
    places = sorted({total * step // points for step in range(points + 1)})
    skills, played = whole.skills, Counter[str]()
    yield _points(skills, played, 0)
    for before, place in pairwise(places):
        part = whole.games[before:place]
        skills = skill.fold(skills, part, apart, tau)
        played.update(chain.from_iterable(ended[:2] for ended in part))
        yield _points(skills, played, place)


def _points(skills: Mapping[str, Skill], played: Counter[str], game: int) -> dict[str, Point]:
    return {bot: Point(game, played[bot], each.mu, each.sigma) for bot, each in skills.items()}
