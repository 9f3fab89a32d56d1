"""The cross-table for eyes: a row and a column for each bot. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from arena.ratings.expected import Cell
from arena.views.output import Grid


def matrix(cells: Iterable[Cell], expected: bool = False) -> Grid:
    """`points/games` of the row's bot where it met the column's, and the points that were
    expected; its sums last."""
    met: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        met.setdefault(cell.bot, {})[cell.opponent] = cell
    rows = tuple(
        (bot, *_marks(met, row, expected), *_totals(row.values())) for bot, row in met.items()
    )
    left = (False,) * (1 + len(met))
    return Grid(("bot", *met, "points", "games"), (*left, True, True), rows)


def _marks(bots: Iterable[str], row: dict[str, Cell], expected: bool) -> list[str]:
    found = [row.get(bot) for bot in bots]
    return [_mark(cell, expected) if cell else "-" for cell in found]


def _mark(cell: Cell, expected: bool) -> str:
    scored = f"{cell.points:.12g}/{cell.games}"
    flag = "!" if cell.stands_out else ""
    return f"{scored} ({cell.expected:.1f}){flag}" if expected else scored


def _totals(row: Iterable[Cell]) -> tuple[str, str]:
    cells = list(row)
    return f"{sum(cell.points for cell in cells):.12g}", str(sum(cell.games for cell in cells))
