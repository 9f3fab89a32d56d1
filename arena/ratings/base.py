"""What rating methods take and give, and the counting and ranking that they share. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.record import VOID
from arena.store.results import Result


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table may be asked to assume.

    `draw` is the probability of a draw between equals, None to estimate it from the games;
    `tau` what a skill may drift by between games; `anchor` a bot whose rating stays where all
    ratings begin, without uncertainty.
    """

    draw: float | None = None
    tau: float = 0.0
    anchor: str | None = None


DEFAULTS = Settings()
"""Draws estimated, no drift, nobody fixed."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A bot's skill as a Gaussian."""

    mu: float
    sigma: float

    @property
    def exposure(self) -> float:
        """A skill that the bot is almost certain to have; tables are ranked by it."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's line in a rating table. `score` is points per game."""

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


@dataclass(frozen=True, slots=True)
class Ratings:
    """A rating table, best first, and the draw probability it rests on."""

    rows: tuple[Row, ...]
    draw: float
    estimated: bool
    games: int


@dataclass(slots=True)
class Count:
    """What a bot's games came to so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    faults: int = 0

    @property
    def games(self) -> int:
        """All its games."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rating needs of a game. Its tuples are shared, so that a million games are small."""

    bots: tuple[str, ...]
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]

    @property
    def is_draw(self) -> bool:
        """Whether no seat scored more than another."""
        return len(set(self.scores)) == 1


def outcomes(results: Iterable[Result]) -> list[Outcome]:
    """The games that count, which are all but the voids."""
    return [
        Outcome(result.bots, result.scores, result.faults)
        for result in results
        if result.termination != VOID
    ]


def count(games: Iterable[Outcome]) -> dict[str, Count]:
    """Each bot's games by outcome, in the order of first appearance."""
    counts: dict[str, Count] = {}
    for game in games:
        best, drawn = max(game.scores), game.is_draw
        for bot, score, fault in zip(game.bots, game.scores, game.faults, strict=True):
            entry = counts.setdefault(bot, Count())
            entry.draws += drawn
            entry.wins += not drawn and score == best
            entry.losses += not drawn and score < best
            entry.points += score
            entry.faults += fault is not None
    return counts


def rank(skills: Mapping[str, Skill], counts: Mapping[str, Count]) -> tuple[Row, ...]:
    """The table's rows: by exposure, then skill, then name, so that the order is certain."""
    order = sorted(skills, key=lambda bot: (-skills[bot].exposure, -skills[bot].mu, bot))
    return tuple(_row(place, bot, skills[bot], counts[bot]) for place, bot in enumerate(order, 1))


def _row(place: int, bot: str, skill: Skill, counted: Count) -> Row:
    return Row(
        rank=place,
        bot=bot,
        mu=skill.mu,
        sigma=skill.sigma,
        exposure=skill.exposure,
        games=counted.games,
        wins=counted.wins,
        draws=counted.draws,
        losses=counted.losses,
        score=counted.points / counted.games,
        faults=counted.faults,
    )
