"""What a game came to, without its turns: the light rows that ratings and tables work on. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from arena.record import FAULTS, JointMove, Record

Variant = tuple[tuple[str, int], ...]

TERMINATIONS = (
    *("line", "sudden-death", "board-full", "majority"),
    *("resign", *FAULTS, "double-fault", "turn-limit"),
)
"""How games end: the bundled games' own words, then the arena's. Other games may add theirs."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game's row. `bots`, `scores`, `faults` (a word or None) and `seeds` are in seat order;
    `turns` is how many were played, those of the opening included."""

    id: int
    game: str
    variant: Variant
    bots: tuple[str, ...]
    scores: tuple[float, ...]
    termination: str
    faults: tuple[str | None, ...]
    turns: int
    seeds: tuple[int, ...]
    pair: int
    opening: tuple[JointMove, ...] = ()

    @classmethod
    def of(cls, record: Record) -> Result:
        """The row of a whole record."""
        spec = record.spec
        return cls(
            id=spec.id,
            game=spec.game,
            variant=spec.variant,
            bots=spec.bots,
            scores=record.scores,
            termination=record.termination,
            faults=tuple(fault.word if fault else None for fault in record.faults),
            turns=len(record.turns),
            seeds=tuple(player.seed for player in spec.players),
            pair=spec.pair,
            opening=spec.opening,
        )


class Outcome(NamedTuple):
    """A game by nothing but what a rating needs, so that equal ones can be counted."""

    bots: tuple[str, ...]
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]

    @property
    def is_draw(self) -> bool:
        """Whether no seat scored more than another."""
        return len(set(self.scores)) == 1


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games of one kind, between the same bots at the same seats, ended alike."""

    game: str
    variant: Variant
    bots: tuple[str, ...]
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]
    games: int


@dataclass(frozen=True, slots=True)
class OpeningTally:
    """How many games of one kind, from one position and opening, ended alike."""

    game: str
    variant: Variant
    start: str | None
    opening: tuple[JointMove, ...]
    scores: tuple[float, ...]
    games: int


@dataclass(frozen=True, slots=True)
class PairTally:
    """How many pairs were the same games, told as bots and scores in seat order, and ended alike.

    A game that has no partner, or not yet, is a pair of one.
    """

    games: tuple[tuple[tuple[str, ...], tuple[float, ...]], ...]
    pairs: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games are meant; what is None or empty does not narrow.

    `variant` names the terms that must match, `fault` a fault's word or `any`, `culprit` the bot
    that failed so, `pool` the bots among whom a game must be. `surplus` means the games beyond a
    run's end, which don't count, instead of those that do.
    """

    bot: str | None = None
    game: str | None = None
    variant: Variant = ()
    termination: str | None = None
    fault: str | None = None
    culprit: str | None = None
    pool: tuple[str, ...] = ()
    surplus: bool = False


EVERYTHING = Selection()
"""All games of a run."""
