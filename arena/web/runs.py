"""The runs that are served: each store by a short key, opened anew for each request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError
from arena.run import planned
from arena.store.store import Store


@dataclass(frozen=True, slots=True)
class Run:
    """A store's path under its key, which is what addresses call it: `spring` for
    `spring.arena`."""

    key: str
    path: Path

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """The store, open to read."""
        with Store.open(self.path) as store:
            yield store

    def title(self) -> str:
        """The tournament's name."""
        with self.opened() as store:
            return planned(store.header).name


class Runs:
    """The runs that are served, in the order in which they were named."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Raises ArenaError for a path that is no store."""
        self._runs: dict[str, Run] = {}
        for path in paths:
            Store.open(path).close()
            run = Run(self._free_key(path.stem), path)
            self._runs[run.key] = run

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs.values())

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, key: str) -> Run:
        """Raises ArenaError for a key that no run has."""
        if key not in self._runs:
            known = ", ".join(self._runs) or "none"
            raise ArenaError(f"no run {key!r} is served here; those that are: {known}")
        return self._runs[key]

    def _free_key(self, stem: str) -> str:
        key, number = stem, 2
        while key in self._runs:
            key, number = f"{stem}-{number}", number + 1
        return key
