"""The selected games of a store, of which a reader takes no more than it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.store.results import EVERYTHING, Outcome, PairTally, Selection, Tally
from arena.store.store import Store


@dataclass(frozen=True, slots=True)
class Selected:
    """Games to iterate over in schedule order, or to have counted by the database."""

    store: Store
    only: Selection = EVERYTHING

    def __iter__(self) -> Iterator[Outcome]:
        return self.store.outcomes(self.only)

    def tallies(self) -> list[Tally]:
        """How many games between whom ended how."""
        return self.store.tallies(self.only)

    def pairs(self) -> list[PairTally]:
        """How many pairs between whom ended how."""
        return self.store.pair_tallies(self.only)
