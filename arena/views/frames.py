"""Results, ratings and cross-tables as pandas frames, with the names that exports promise.

Importing this imports pandas, so it is imported where a frame is wanted and not before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, fields
from typing import Any

import pandas as pd

from arena.ratings.base import Ratings, Row
from arena.ratings.crosstable import Cell
from arena.record import JointMove
from arena.store.results import Result

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
RATING_COLUMNS = tuple(field.name for field in fields(Row))
CROSSTABLE_COLUMNS = tuple(field.name for field in fields(Cell))


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


def ratings(table: Ratings) -> pd.DataFrame:
    """A row for each bot, best first."""
    return pd.DataFrame([astuple(row) for row in table.rows], columns=list(RATING_COLUMNS))


def crosstable(cells: Iterable[Cell]) -> pd.DataFrame:
    """A row for each ordered pair of bots that met."""
    return pd.DataFrame([astuple(cell) for cell in cells], columns=list(CROSSTABLE_COLUMNS))


def matrix(cells: Iterable[Cell]) -> pd.DataFrame:
    """The cross-table for eyes: a row and a column for each bot, `points/games` where they met."""
    met: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        met.setdefault(cell.bot, {})[cell.opponent] = cell
    rows = [[bot, *_marks(list(met), row), *_totals(row.values())] for bot, row in met.items()]
    return pd.DataFrame(rows, columns=["bot", *met, "points", "games"])


def _marks(bots: Iterable[str], row: dict[str, Cell]) -> list[str]:
    found = [row.get(bot) for bot in bots]
    return [f"{cell.points:.12g}/{cell.games}" if cell else "-" for cell in found]


def _totals(row: Iterable[Cell]) -> tuple[float, int]:
    cells = list(row)
    return sum(cell.points for cell in cells), sum(cell.games for cell in cells)
