"""A sequential test of a new bot against an old one: planned, and told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.plan import fixtures, formats
from arena.plan.fixtures import Fixtures
from arena.plan.formats import sprt
from arena.plan.tournament import Contest, Tournament, match
from arena.record import BotSpec
from arena.sprt import Verdict
from arena.store.planned import planned, stages_of
from arena.store.results import Selection
from arena.store.store import Store
from arena.views.elo_words import elo_words

FORMAT = "sprt"


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a test: `pairs` tells how many pairs brought the new bot 0, ½, 1, 1½ and 2
    points, the Elo difference has its 95% interval, `surplus` games don't count."""

    new: str
    old: str
    verdict: Verdict | None
    llr: float
    low: float
    high: float
    pairs: tuple[int, ...]
    elo: float
    elo_low: float
    elo_high: float
    surplus: int

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON can hold them: what is not finite is None."""
        return {
            key: None if isinstance(value, float) and not isfinite(value) else value
            for key, value in asdict(self).items()
        }

    def __str__(self) -> str:
        ends = {
            "passed": f"{self.new} passes against {self.old}",
            "failed": f"{self.new} fails against {self.old}",
            None: f"no verdict on {self.new} against {self.old}",
        }
        surplus = f", {self.surplus} surplus games" if self.surplus else ""
        return (
            f"{ends[self.verdict]}: LLR {self.llr:.2f} in [{self.low:.2f}, {self.high:.2f}] after "
            f"{sum(self.pairs)} pairs\n"
            f"pairs of 0, ½, 1, 1½, 2 points: {' '.join(map(str, self.pairs))}{surplus}\n"
            f"{elo_words(self.elo, self.elo_low, self.elo_high)}"
        )


def plan(
    bots: Sequence[BotSpec], contest: Contest, terms: dict[str, float], seed: int
) -> Tournament:
    """The test of the first bot against the second. Raises ArenaError for terms that cannot be."""
    for key, number in terms.items():
        if reason := sprt.TRAITS.terms[key].objection(number):
            raise ArenaError(f"{key}: {reason}")
    given = tuple({**formats.defaults(FORMAT), **terms}.items())
    found = replace(match(bots, contest, seed=seed), name=FORMAT, format=FORMAT, terms=given)
    if reason := formats.load(FORMAT).objection(fixtures.field(found)):
        raise ArenaError(reason)
    return found


def told(path: Path) -> Trial:
    """What has come of the test in a store."""
    with Store.open(path) as store:
        return told_by(store)


def told_by(store: Store) -> Trial:
    """What has come of the test that a store is the run of."""
    tournament = planned(store.header)
    test = sprt.new_test(fixtures.field(tournament))
    course = Fixtures(tournament, stages_of(store.header), store.scores()).through()
    for meeting in course.book.meetings():
        if not meeting.is_over:
            break
        sprt.add(test, meeting)
    new, old = tournament.names
    low, high = test.hypotheses.bounds
    elo, elo_low, elo_high = test.elo()
    surplus = sum(tally.games for tally in store.tallies(Selection(surplus=True)))
    return Trial(
        new=new,
        old=old,
        verdict=test.verdict,
        llr=test.llr,
        low=low,
        high=high,
        pairs=tuple(test.pairs),
        elo=elo,
        elo_low=elo_low,
        elo_high=elo_high,
        surplus=surplus,
    )
