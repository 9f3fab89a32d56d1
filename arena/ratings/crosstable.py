"""Who scored what against whom, beside what one would expect. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from arena.ratings.base import DEFAULTS, Settings, tallied
from arena.ratings.expected import Cell, cells
from arena.ratings.posterior import weigh
from arena.store.results import Tally


def crosstable(tallies: Iterable[Tally], settings: Settings = DEFAULTS) -> tuple[Cell, ...]:
    """A cell for each ordered pair of bots that met; the best by points per game come first."""
    found = [
        cell for once in cells(weigh(tallied(tallies), settings)) for cell in (once, once.turned())
    ]
    place = {bot: index for index, bot in enumerate(_best_first(found))}
    return tuple(sorted(found, key=lambda cell: (place[cell.bot], place[cell.opponent])))


def _best_first(found: Iterable[Cell]) -> list[str]:
    totals: dict[str, tuple[float, int]] = {}
    for cell in found:
        points, games = totals.get(cell.bot, (0.0, 0))
        totals[cell.bot] = points + cell.points, games + cell.games
    return sorted(totals, key=lambda bot: (-totals[bot][0] / totals[bot][1], bot))
