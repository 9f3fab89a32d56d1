"""Results, ratings and cross-tables as pandas frames, with the names that exports promise.

Importing this imports pandas, so it is imported where a frame is wanted and not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import pandas as pd

from arena.ratings.base import Ratings
from arena.ratings.expected import Cell
from arena.record import FAULTS, JointMove
from arena.store.results import Result
from arena.views.fault_counts import FaultRow
from arena.views.opening_book import OpeningRow

GAME_COLUMNS = (
    "id",
    "game",
    "variant",
    "bots",
    "scores",
    "termination",
    "faults",
    "turns",
    "seed",
    "pair",
    "opening",
)
"""A game's names; bots, scores, faults and seed are lists in seat order."""


def games(results: Iterable[Result]) -> pd.DataFrame:
    """A row for each game. An opening is a list of turns, written as in `played` lines."""
    return pd.DataFrame([_game(result) for result in results], columns=list(GAME_COLUMNS))


def _game(result: Result) -> tuple[Any, ...]:
    return (
        result.id,
        result.game,
        dict(result.variant),
        list(result.bots),
        [whole(score) for score in result.scores],
        result.termination,
        list(result.faults),
        result.turns,
        list(result.seeds),
        result.pair,
        [_turn(turn) for turn in result.opening],
    )


def _turn(turn: JointMove) -> str:
    return " ".join(f"{seat}:{move}" for seat, move in turn)


def whole(number: float) -> float:
    """The number as an int if it is one: scores read 1, 0.5, 0."""
    return int(number) if number == int(number) else number


def rows(found: Iterable[Any], kind: type[Any]) -> pd.DataFrame:
    """A row for each of these values of one dataclass, a column for each field."""
    names = [each.name for each in fields(kind)]
    return pd.DataFrame([_values(row, names) for row in found], columns=names)


def _values(row: Any, names: Iterable[str]) -> list[Any]:
    return [getattr(row, name) for name in names]


def ratings(table: Ratings) -> pd.DataFrame:
    """A row for each bot, best first; the columns are those of the table's method."""
    return rows(table.rows, table.kind)


def crosstable(cells: Iterable[Cell]) -> pd.DataFrame:
    """A row for each ordered pair of bots that met."""
    return rows(cells, Cell)


def openings(found: Iterable[OpeningRow]) -> pd.DataFrame:
    """A row for each opening, written as in the frame of games."""
    frame = rows(found, OpeningRow)
    return frame.assign(
        variant=frame["variant"].map(dict),
        opening=frame["opening"].map(lambda opening: [_turn(turn) for turn in opening]),
    )


def faults(found: Iterable[FaultRow], stray: Mapping[str, int]) -> pd.DataFrame:
    """A row for each bot, a column for each fault, and its stray lines."""
    table = [
        (row.bot, row.games, row.faults, row.share, *row.words, stray.get(row.bot, 0))
        for row in found
    ]
    return pd.DataFrame(table, columns=["bot", "games", "faults", "share", *FAULTS, "stray"])
