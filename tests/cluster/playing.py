"""Plays tournaments by a cluster in this process, and compares them with those of one machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arena import run as runs
from arena.cluster.joining import joined
from arena.cluster.roster import Patience
from arena.plan.tournament_file import load
from arena.record import Record
from arena.workers.runner import Report, Watcher
from tests.cluster.machines import Cluster
from tests.test_run import ratings, records

QUICK = Patience(silent=2.5, slack=600)


@dataclass
class Told:
    """What a run told, and what is done when so many games have ended."""

    at: dict[int, Callable[[], object]] = field(default_factory=dict)
    games: list[int] = field(default_factory=list)
    voids: list[Record] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def watcher(self) -> Watcher:
        """Whom the run tells."""
        return Watcher(self._game, self.voids.append, lambda _: None, self.notes.append)

    def _game(self, record: Record) -> None:
        self.games.append(record.spec.id)
        self.at.get(len(self.games), lambda: None)()


def play(file: Path, machines: Cluster, told: Told, patience: Patience = QUICK) -> Report:
    """Play a tournament by these machines, or go on with it."""
    plan, where = load(file), file.with_suffix(".arena")
    with (
        joined(machines.address, plan, told.notes.append, patience) as pool,
        runs.open_run(plan, where, told.notes.append) as store,
    ):
        return runs.play(plan, store, told.watcher(), pool=pool)


def same(where: Path, plain: Path) -> None:
    """A run has exactly the planned games, and they and the table are those of one machine."""
    assert played(where) == played(plain)
    assert ratings(where) == ratings(plain)


def played(where: Path) -> list[object]:
    """The games of a run, but for who played them when, and for how bots are started."""
    return [
        (
            (each.spec.id, each.spec.bots, [seat.seed for seat in each.spec.players]),
            (each.turns, each.scores, each.termination, each.faults, each.final),
        )
        for each in records(where)
    ]
