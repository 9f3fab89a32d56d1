"""What the live view of a run counts: its games, or the course of a sequential test."""

from __future__ import annotations

from collections.abc import Sequence

from arena.plan import fixtures
from arena.plan.formats import sprt
from arena.plan.tournament import Tournament
from arena.record import Record
from arena.store.results import Result
from arena.store.store import Store
from arena.views.elo_words import elo_words
from arena.views.progress import Progress


def progress_of(plan: Tournament, store: Store, total: int) -> Progress:
    """The progress of a run, of so many games, that goes on from what the store has."""
    if plan.format == "sprt":
        return SprtProgress(plan, store)
    return Progress(total, store.tallies(), at_most=fixtures.decides(plan))


class SprtProgress(Progress):
    """Follows a test pair by pair, in schedule order, whichever is finished first."""

    def __init__(self, plan: Tournament, store: Store) -> None:
        super().__init__(fixtures.count(plan), store.tallies(), at_most=True)
        self._new = plan.names[0]
        self._test = sprt.new_test(fixtures.field(plan))
        self._waiting: dict[int, list[float]] = {}
        self._next = 1
        for result in store.results():
            self._take(result)

    def game(self, record: Record) -> None:
        """A game has ended."""
        super().game(record)
        self._take(Result.of(record))

    def line(self) -> str:
        """Where the test stands, and what else there is to say of its games."""
        test = self._test
        words = trial_words(test.llr, test.hypotheses.bounds, test.pairs, test.elo())
        return f"{words}, {super().line()}"

    def _take(self, result: Result) -> None:
        score = result.scores[result.bots.index(self._new)]
        self._waiting.setdefault(result.pair, []).append(score)
        while len(self._waiting.get(self._next, ())) == 2:
            self._test.add(sum(self._waiting.pop(self._next)))
            self._next += 1


def trial_words(
    llr: float,
    bounds: tuple[float, float],
    pairs: Sequence[int],
    elo: tuple[float, float, float],
) -> str:
    """Where a sequential test stands: its ratio, its pairs by points, the Elo difference with its
    interval."""
    low, high = bounds
    return (
        f"LLR {llr:.2f} in [{low:.2f}, {high:.2f}], "
        f"{sum(pairs)} pairs ({' '.join(map(str, pairs))}), "
        f"{elo_words(*elo)}"
    )
