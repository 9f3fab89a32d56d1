"""Games in memory, counted the slow and plain way: what a store's own counts must equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arena.record import VOID
from arena.store.results import PairTally, Result, Tally


class Listed:
    """The games of a list, for rating methods."""

    def __init__(self, results: list[Result]) -> None:
        self._results = [result for result in results if result.termination != VOID]

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def tallies(self) -> list[Tally]:
        """How many games between whom ended how."""
        counted = Counter(
            (game.game, game.variant, game.bots, game.scores, game.faults) for game in self
        )
        return [Tally(*kind, games) for kind, games in counted.items()]

    def pairs(self) -> list[PairTally]:
        """How many pairs between whom ended how."""
        pairs: dict[int, list[Result]] = {}
        for game in self:
            pairs.setdefault(game.pair, []).append(game)
        counted = Counter(
            tuple((game.bots, game.scores) for game in games) for games in pairs.values()
        )
        return [PairTally(games, number) for games, number in counted.items()]
