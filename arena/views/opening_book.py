"""Which openings favour a seat. Pure.

Where games are played in pairs, each bot has either seat once, so that skill cancels. Between
seats that are worth the same, each is as likely to win a game that is won: the sign test, which
for pairs errs on the careful side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arena.ratings.pairs import Pairs, holm
from arena.record import JointMove
from arena.store.results import OpeningTally, Variant

Key = tuple[str, Variant, str | None, tuple[JointMove, ...]]


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """The games from a position (None: the game's own) and an opening: how many seat 1 won, how
    many were drawn and how many seat 2 won; seat 1's points per game; and how probable such an
    advantage is by chance, corrected for the number of openings."""

    game: str
    variant: Variant
    start: str | None
    opening: tuple[JointMove, ...]
    games: int
    seat_1: int
    draws: int
    seat_2: int
    score: float
    p: float


def openings(tallies: Iterable[OpeningTally]) -> list[OpeningRow]:
    """A row for each opening, the least balanced first."""
    found: dict[Key, list[int]] = {}
    for tally in tallies:
        key = tally.game, tally.variant, tally.start, tally.opening
        first, second = tally.scores
        end = 0 if first > second else 2 if first < second else 1
        found.setdefault(key, [0, 0, 0])[end] += tally.games
    corrected = holm(Pairs(first, level, second).p for first, level, second in found.values())
    rows = [_row(key, ends, p) for (key, ends), p in zip(found.items(), corrected, strict=True)]
    return sorted(rows, key=_least_balanced)


def _row(key: Key, ends: list[int], p: float) -> OpeningRow:
    first, drawn, second = ends
    games = first + drawn + second
    return OpeningRow(*key, games, first, drawn, second, (first + drawn / 2) / games, p)


def _least_balanced(row: OpeningRow) -> tuple[object, ...]:
    return (
        row.p,
        -abs(row.seat_1 - row.seat_2),
        row.game,
        row.variant,
        row.start or "",
        row.opening,
    )
