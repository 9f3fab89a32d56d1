"""Saves from a damaged store what is whole, into a new one; the damaged file is only read.

The run's plan knows everything of a game but how it went, so of a game no more is needed than
its own two rows. They are looked for page by page, and count if the planned game is theirs and
the reference engine confirms what they say. Beyond the plan (a result is lost that decides what
comes next, or a game does not count) the file itself says who met, and all else must fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError
from arena.plan.meetings import Outcome, Outcomes
from arena.record import GameSpec, Record
from arena.store.database import telling
from arena.store.files import remove
from arena.store.found import MEANINGLESS, Found
from arena.store.header import Header
from arena.store.lock import refuse_while_written
from arena.store.pages import MAGIC, Pages
from arena.store.schema import FORMAT
from arena.store.store import Store


class Plan(NamedTuple):
    """What a header says of its run.

    `games` are those that it is to have, in the order of their ids; where results decide, it
    looks at those so far, which grow on the way, and ends where they don't suffice. `fits` tells
    of any game whether it can be one of the run, if its bots are the ones that met. `end` is the
    last pair that counts when all is played, None if all do.
    """

    games: Callable[[Header, Outcomes], Iterable[GameSpec]]
    fits: Callable[[Header], Callable[[GameSpec], bool]]
    end: Callable[[Header, Outcomes], int | None]


_VERSION = slice(60, 64)
"""Where SQLite keeps its `user_version`."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """How many games are in the new store; the ids of those that the damaged one had and that are
    not; whether games of the plan are still to be played; how many void games are kept."""

    saved: int
    lost: tuple[int, ...]
    complete: bool
    voids: int = 0


def repair(damaged: Path, to: Path, plan: Plan) -> Repaired:
    """Copy what is whole in the store `damaged` to a new one at `to`.

    Raises ArenaError if nothing says what run it was, and leaves no new store then.
    """
    refuse_while_written(damaged)
    found = Found(_pages(damaged))
    header = _header(found, plan)
    if header is None:
        raise ArenaError(
            f"{damaged}: found no header of a run that can be read, so nothing can be saved"
        )
    store = Store.create(to, header)
    try:
        with store:
            return _Filling(store, found, plan).fill()
    except BaseException:
        remove(to)
        raise


def _pages(path: Path) -> Pages:
    with telling(path):
        if not path.is_file():
            raise ArenaError(f"{path}: no such file; expected the damaged store of a run")
        file, log = path.read_bytes(), path.with_name(path.name + "-wal")
        version = int.from_bytes(file[_VERSION], "big")
        # A number that is far too large is damage, and no version.
        if file.startswith(MAGIC) and FORMAT < version < FORMAT + 1000:
            raise ArenaError(f"{path} is of store format {version}: a newer arena wrote it")
        return Pages(file, log.read_bytes() if log.is_file() else b"")


def _header(found: Found, plan: Plan) -> Header | None:
    """The newest header from which games can be planned."""
    for header in found.headers():
        with suppress(*MEANINGLESS):
            next(iter(plan.games(header, {})), None)
            return header
    return None


class _Filling:
    """Fills a new store from what is found."""

    def __init__(self, store: Store, found: Found, plan: Plan) -> None:
        self._store, self._found, self._plan = store, found, plan
        self._fits = plan.fits(store.header)
        self._outcomes: dict[int, Outcome] = {}
        self._pairs: dict[int, int] = {}
        self._planned: set[int] = set()

    def fill(self) -> Repaired:
        """Save all there is to save."""
        self._save_planned()
        missing = self._planned - self._outcomes.keys()
        # A whole game that the results before it don't ask for: what comes later rests on others.
        if not any(map(self._said, missing)):
            self._save_others()
        self._mark_surplus(complete=not missing)
        found = self._found.traces() & missing | self._found.whole()
        lost = sorted(found - self._outcomes.keys())
        return Repaired(len(self._outcomes), tuple(lost), not missing, self._save_voids())

    def _save_planned(self) -> None:
        for spec in self._plan.games(self._store.header, self._outcomes):
            self._planned.add(spec.id)
            if record := self._found.game(spec):
                self._save(record)

    def _save_others(self) -> None:
        for id_ in sorted(self._found.whole() - self._planned):
            if record := self._said(id_):
                self._save(record)

    def _said(self, id_: int) -> Record | None:
        """The game of this id between the bots that the file names."""
        return next((each for each in self._found.said(id_) if self._has(each)), None)

    def _has(self, record: Record) -> bool:
        with suppress(*MEANINGLESS):
            return self._fits(record.spec)
        return False

    def _save(self, record: Record) -> None:
        self._store.save(record)
        self._outcomes[record.spec.id] = (record.spec.bots, record.scores)
        self._pairs[record.spec.id] = record.spec.pair

    def _mark_surplus(self, complete: bool) -> None:
        """Let those games not count that are beyond the run's end or, as long as that is open,
        those that did not count before."""
        if complete:
            end = self._plan.end(self._store.header, self._outcomes)
        else:
            marked = self._found.surplus() & self._pairs.keys()
            end = min((self._pairs[id_] for id_ in marked), default=0) - 1
        if end is not None and end >= 0:
            self._store.mark_surplus(end)

    def _save_voids(self) -> int:
        voids = list(filter(self._has, self._found.voids()))
        for record in voids:
            self._store.save_void(record)
        return len(voids)
