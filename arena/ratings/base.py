"""What rating methods take and give, and the counting that they share. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from arena.errors import ArenaError
from arena.skill import BETA as BETA
from arena.skill import MU as MU
from arena.skill import SIGMA as SIGMA
from arena.store.results import Outcome as Outcome
from arena.store.results import PairTally, Tally


class Scored(Protocol):
    """What a rating needs of a game, in seat order; a void has no scores. A `Result` has it."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played."""

    @property
    def scores(self) -> tuple[float, ...]:
        """Their points."""

    @property
    def faults(self) -> tuple[str | None, ...]:
        """The word of what each did wrong, if anything."""


class Games(Protocol):
    """The games to rate, of which a method asks for no more than it needs.

    What depends on the order of games reads them one by one; all else takes counts.
    """

    def __iter__(self) -> Iterator[Scored]:
        """The games in schedule order."""

    def tallies(self) -> Iterable[Tally]:
        """How many games between whom ended how."""

    def pairs(self) -> Iterable[PairTally]:
        """How many pairs between whom ended how."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table may be asked to assume; a method takes what it needs of it.

    `draw` is the probability of a draw between equals, None to estimate it from the games;
    `tau` what a skill may drift by between games; `anchor` a bot whose rating stays where all
    ratings begin, without uncertainty; `prior` how widely skills are believed to spread, None
    to estimate it.
    """

    draw: float | None = None
    tau: float = 0.0
    anchor: str | None = None
    prior: float | None = None


NARROWEST, WIDEST = 1e-3, 1e4
"""Between these skills may be believed to spread, and by no more to drift: beyond them rounding
errors outweigh what games tell."""
DEFAULTS = Settings()
"""Draws and the spread of skills estimated, no drift, nobody fixed."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """A rating table, best first: rows of one dataclass, whose fields are the columns.

    `basis` says in words what the table rests on.
    """

    rows: tuple[Any, ...]
    kind: type[Any]
    games: int
    basis: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The probability of a draw between equals, and whether it was estimated."""

    probability: float
    estimated: bool

    def __str__(self) -> str:
        source = "estimated" if self.estimated else "given"
        return f"draw probability {self.probability:.3g} ({source})"


def outcomes(games: Iterable[Scored]) -> Iterator[Outcome]:
    """The games that count, which are all but the voids."""
    return (outcome(game) for game in games if game.scores)


def outcome(game: Scored) -> Outcome:
    """What counts of a game."""
    return game if isinstance(game, Outcome) else Outcome(game.bots, game.scores, game.faults)


def tallied(tallies: Iterable[Tally]) -> Counter[Outcome]:
    """How many games had which outcome. Raises ArenaError for games that are not of two bots."""
    counted: Counter[Outcome] = Counter()
    for tally in tallies:
        if len(tally.bots) != 2:
            raise ArenaError(f"ratings here are of games of two bots, not of {len(tally.bots)}")
        counted[Outcome(tally.bots, tally.scores, tally.faults)] += tally.games
    return counted


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

    @property
    def score(self) -> float:
        """Points per game, 0 without games."""
        return self.points / self.games if self.games else 0.0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.points + other.points,
            self.faults + other.faults,
        )

    def columns(self) -> tuple[int, int, int, int, float, int]:
        """The end of a row of any table: games, wins, draws, losses, score, faults."""
        return self.games, self.wins, self.draws, self.losses, self.score, self.faults


def count(games: Mapping[Outcome, int]) -> dict[str, Count]:
    """Each bot's games by outcome, in the order of first appearance."""
    counts: dict[str, Count] = {}
    for game, times in games.items():
        best, drawn = max(game.scores), game.is_draw
        for bot, score, fault in zip(game.bots, game.scores, game.faults, strict=True):
            entry = counts.setdefault(bot, Count())
            entry.draws += times * drawn
            entry.wins += times * (not drawn and score == best)
            entry.losses += times * (not drawn and score < best)
            entry.points += times * score
            entry.faults += times * (fault is not None)
    return counts


def draw_of(games: Mapping[Outcome, int], settings: Settings) -> Draw:
    """The draw probability that is given, or the share of draws in these games.

    An estimate is never 0: at 0 a single draw would make bots less certain.
    """
    if settings.draw is None:
        drawn = sum(times for game, times in games.items() if game.is_draw)
        return Draw((drawn + 1) / (sum(games.values()) + 20), estimated=True)
    if not 0 < settings.draw < 1:
        raise ArenaError(
            f"draw probability {settings.draw:g}: expected a number above 0 and below 1"
        )
    return Draw(settings.draw, estimated=False)


def check_known(role: str, bot: str | None, bots: Iterable[str]) -> None:
    """Raise an ArenaError if a bot is named that is none of those that have games."""
    known = list(bots)
    if bot is not None and bot not in known:
        names = ", ".join(known) or "none"
        raise ArenaError(f"{role} {bot!r} has no games here; those that do: {names}")


def fixed(anchor: str | None) -> tuple[str, ...]:
    """The anchor, for a table's basis."""
    return () if anchor is None else (f"{anchor} fixed",)
