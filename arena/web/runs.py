"""The runs that are served: each store by a short key, opened anew for each request."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from arena.errors import ArenaError, StoreError
from arena.record import PERSON, BotSpec
from arena.store.lock import is_written
from arena.store.planned import planned
from arena.store.store import Store
from arena.web.kept import Kept

Value = TypeVar("Value")
Given = TypeVarTuple("Given")


@dataclass(frozen=True, slots=True)
class Run:
    """A store's path under its key, which is what addresses call it: `spring` for
    `spring.arena`."""

    key: str
    path: Path
    _kept: Kept = field(default_factory=Kept, compare=False, repr=False)

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """The store, open to read."""
        with Store.open(self.path) as store:
            yield store

    def read(self, make: Callable[[Store, *Given], Value], *given: *Given) -> Value:
        """What `make` reads of the store, kept until the store changes. It is known again by
        `make` itself and what is given with it."""

        def fresh() -> Value:
            with self.opened() as store:
                return make(store, *given)

        return self._kept.get(self.state(), (make, given), fresh)

    def kept(self, make: Callable[[Run, *Given], Value], *given: *Given) -> Value:
        """The same for what is made of this run by several readings."""
        return self._kept.get(self.state(), (make, given), lambda: make(self, *given))

    def state(self) -> Hashable:
        """What tells this state of the store from others: it changes with every game that is
        saved, and when somebody begins or ceases to write. Raises StoreError if the file is gone.
        """
        own = _stamp(self.path)
        if own is None:
            raise StoreError(f"{self.path} is gone: it was deleted or moved while it was served")
        return own, _stamp(self.path.with_name(self.path.name + "-wal")), is_written(self.path)

    def title(self) -> str:
        """The tournament's name."""
        return self.read(_title)


def _title(store: Store) -> str:
    return planned(store.header).name


def _bots(store: Store) -> list[BotSpec]:
    bots = (entrant.bot for entrant in planned(store.header).entrants)
    return [bot for bot in bots if bot.command != PERSON]


def _stamp(path: Path) -> tuple[int, ...] | None:
    """What changes with a file's content; None without a file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


class Runs:
    """The runs that are served, in the order in which they were named."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Raises ArenaError for a path that is no store."""
        self._runs: dict[str, Run] = {}
        for path in paths:
            self.add(path)

    def add(self, path: Path) -> Run:
        """Serve one more run. Raises ArenaError for a path that is no store."""
        Store.open(path).close()
        run = Run(self._free_key(path.stem), path)
        self._runs[run.key] = run
        return run

    def key_of(self, path: Path) -> str | None:
        """The key under which this store is served, if it is."""
        own = path.absolute()
        return next((run.key for run in self if run.path.absolute() == own), None)

    def bots(self) -> list[BotSpec]:
        """The bots of all runs that can be read; people are none."""
        found: dict[BotSpec, None] = {}
        for run in self:
            with suppress(ArenaError):
                found |= dict.fromkeys(run.read(_bots))
        return list(found)

    def __iter__(self) -> Iterator[Run]:
        return iter(tuple(self._runs.values()))

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, key: str) -> Run:
        """Raises ArenaError for a key that no run has."""
        if key not in self._runs:
            known = ", ".join(self._runs) or "none"
            raise ArenaError(f"no run {key!r} is served here; those that are: {known}")
        return self._runs[key]

    def get(self, key: str) -> Run | None:
        """The run of this key, if there is one."""
        return self._runs.get(key)

    def _free_key(self, stem: str) -> str:
        key, number = stem, 2
        while key in self._runs:
            key, number = f"{stem}-{number}", number + 1
        return key
