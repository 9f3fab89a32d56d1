"""A rating table as a page draws it: each bot's rating with its interval, and its faults. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena.ratings import method
from arena.ratings.base import Games, Ratings, Settings
from arena.ratings.posterior import HALF_WIDTH
from arena.record import FAULTS
from arena.views.fault_counts import faults

Words = tuple[tuple[str, int], ...]
"""Words, and how many games each stands for."""
CALIBRATED = "posterior"
"""The method whose intervals hold what they promise, whatever the order of the games."""
CAPTIONS = {
    "posterior": "All games weighed at once, so their order cannot matter; the intervals are "
    "calibrated, and it is quick at any size.",
    "trueskill": "Games weighed one by one in schedule order; the usual TrueSkill, "
    "whose intervals are a little too narrow.",
    "elo": "Bradley–Terry on all games; intervals by resampling pairs.",
}
"""What to know of each method."""


@dataclass(frozen=True, slots=True)
class Place:
    """A bot's line: its `rating`, the interval that holds it with 95%, and what its games came
    to. What a method does not tell is None."""

    rank: int
    bot: str
    rating: float
    low: float
    high: float
    sigma: float | None
    exposure: float | None
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    faults: Words


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A table by a method, best first; `unit` is what its ratings are called."""

    by: str
    unit: str
    places: tuple[Place, ...]
    games: int
    basis: tuple[str, ...]

    @property
    def caption(self) -> str:
        """What to know of the method."""
        return CAPTIONS[self.by]


def scoreboard(games: Games, settings: Settings, by: str = CALIBRATED) -> Scoreboard:
    """The table of these games."""
    rated = method(by)(games, settings)
    unit = "elo" if by == "elo" else "mu"
    return Scoreboard(by, unit, tuple(_places(rated, games, unit)), rated.games, rated.basis)


def _places(rated: Ratings, games: Games, unit: str) -> Iterator[Place]:
    words = fault_words(games)
    for row in rated.rows:
        rating, (low, high) = getattr(row, unit), _interval(row)
        yield Place(
            rank=row.rank,
            bot=row.bot,
            rating=rating,
            low=low,
            high=high,
            sigma=getattr(row, "sigma", None),
            exposure=getattr(row, "exposure", None),
            games=row.games,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
            score=row.score,
            faults=words[row.bot],
        )


def _interval(row: Any) -> tuple[float, float]:
    """The interval that a row tells, or the one that its deviation means."""
    if hasattr(row, "low"):
        return row.low, row.high
    return row.mu - HALF_WIDTH * row.sigma, row.mu + HALF_WIDTH * row.sigma


def fault_words(games: Games) -> dict[str, Words]:
    """Each bot's faults by word, those there are."""
    return {
        row.bot: tuple((word, n) for word, n in zip(FAULTS, row.words, strict=True) if n)
        for row in faults(games.tallies())
    }
