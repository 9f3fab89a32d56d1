"""Games that are at hand, counted here instead of by a store's database. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from arena.store.results import PairTally, Result, Tally


@dataclass(frozen=True, slots=True)
class Counted:
    """The same as a store's selected games to whoever rates them."""

    results: tuple[Result, ...]

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def tallies(self) -> list[Tally]:
        """How many games between whom ended how."""
        alike = Counter(
            (each.game, each.variant, each.bots, each.scores, each.faults) for each in self.results
        )
        return [Tally(*kind, games) for kind, games in alike.items()]

    def pairs(self) -> list[PairTally]:
        """How many pairs between whom ended how."""
        pairs = defaultdict[int, list[tuple[tuple[str, ...], tuple[float, ...]]]](list)
        for each in self.results:
            pairs[each.pair].append((each.bots, each.scores))
        alike = Counter(tuple(sorted(games)) for games in pairs.values())
        return [PairTally(games, times) for games, times in alike.items()]
