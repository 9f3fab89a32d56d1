"""Points while games come in: the plain count that needs no rating. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arena.store.results import Result, Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's games so far; `score` is points per game."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """Points per game, 0 without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


class Standings:
    """Counts wins, draws and losses by bot."""

    def __init__(self, before: Iterable[Tally] = ()) -> None:
        self.games = 0
        self._counts: dict[str, Counter[float]] = {}
        for tally in before:
            self._count(tally.bots, tally.scores, tally.games)

    def add(self, result: Result) -> None:
        """Count a game."""
        self._count(result.bots, result.scores, 1)

    def rows(self) -> list[Standing]:
        """The bots, the best score first, equal scores by name."""
        rows = [
            Standing(bot, counts.total(), counts[1.0], counts[0.5], counts[0.0])
            for bot, counts in self._counts.items()
        ]
        return sorted(rows, key=lambda row: (-row.score, row.bot))

    def _count(self, bots: tuple[str, ...], scores: tuple[float, ...], games: int) -> None:
        self.games += games
        for bot, score in zip(bots, scores, strict=True):
            self._counts.setdefault(bot, Counter())[score] += games
