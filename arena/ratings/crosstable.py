"""Who scored what against whom. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from arena.store.results import Tally


@dataclass(frozen=True, slots=True)
class Cell:
    """What `bot` scored against `opponent`, at whatever seats."""

    bot: str
    opponent: str
    points: float
    games: int


def crosstable(tallies: Iterable[Tally]) -> tuple[Cell, ...]:
    """A cell for each ordered pair of bots that met; the best by points per game come first."""
    points: dict[tuple[str, str], float] = defaultdict(float)
    games: dict[tuple[str, str], int] = defaultdict(int)
    for tally in tallies:
        for seat, (bot, score) in enumerate(zip(tally.bots, tally.scores, strict=True)):
            for opponent in tally.bots[:seat] + tally.bots[seat + 1 :]:
                points[bot, opponent] += score * tally.games
                games[bot, opponent] += tally.games
    cells = [Cell(*pair, points[pair], games[pair]) for pair in games]
    place = {bot: index for index, bot in enumerate(_best_first(cells))}
    return tuple(sorted(cells, key=lambda cell: (place[cell.bot], place[cell.opponent])))


def _best_first(cells: Iterable[Cell]) -> list[str]:
    totals: dict[str, tuple[float, int]] = {}
    for cell in cells:
        points, games = totals.get(cell.bot, (0.0, 0))
        totals[cell.bot] = points + cell.points, games + cell.games
    return sorted(totals, key=lambda bot: (-totals[bot][0] / totals[bot][1], bot))
