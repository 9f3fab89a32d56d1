"""Saves from a damaged store what is whole, into a new one; the damaged file is only read.

The run's plan knows everything of a game but how it went, so of a game no more is needed than
its own two rows. They are looked for page by page, and count if the planned game is theirs and
the reference engine confirms what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.plan.meetings import Outcome, Outcomes
from arena.record import GameSpec, Record
from arena.rules.verify import difference
from arena.store.database import NONSENSE, telling
from arena.store.lock import refuse_while_written
from arena.store.pages import MAGIC, Cell, Pages
from arena.store.rows import Lineup, read_record
from arena.store.schema import FORMAT, HEAVY, LIGHT
from arena.store.store import Header, Store, header_of_row

Plan = Callable[[Header, Outcomes], Iterable[GameSpec]]
"""The games that the run of a header is to have, in the order of their ids. Where results decide,
it looks at those so far, which grow on the way, and ends where they don't suffice."""

_HEADER = ("arena", "host", "created", "tournament", "stages", "fingerprints")
_COLUMNS = {len(LIGHT) + 1: ("id", *LIGHT), len(HEAVY) + 1: ("id", *HEAVY)}
"""The tables of games and of logs, which their number of columns tells from all others."""
_NONSENSE = (ArenaError, *NONSENSE)
_VERSION = slice(60, 64)
"""Where SQLite keeps its `user_version`."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """How many games are in the new store; the ids of those that the damaged one had and that are
    not; whether games of the plan are still to be played."""

    saved: int
    lost: tuple[int, ...]
    complete: bool


def repair(damaged: Path, to: Path, plan: Plan) -> Repaired:
    """Copy what is whole in the store `damaged` to a new one at `to`.

    Raises ArenaError if nothing says what run it was, and leaves no new store then.
    """
    refuse_while_written(damaged)
    rows = _Rows(_pages(damaged))
    header = rows.header(plan)
    if header is None:
        raise ArenaError(
            f"{damaged}: found no header of a run that can be read, so nothing can be saved"
        )
    store = Store.create(to, header)
    try:
        with store:
            return _fill(store, rows, plan)
    except BaseException:
        to.unlink(missing_ok=True)
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


def _fill(store: Store, rows: _Rows, plan: Plan) -> Repaired:
    outcomes: dict[int, Outcome] = {}
    missing, last = [], 0
    for spec in plan(store.header, outcomes):
        last = spec.id
        if record := rows.record(spec):
            store.save(record)
            outcomes[spec.id] = (spec.bots, record.scores)
        else:
            missing.append(spec.id)
    lost = [*filter(rows.has_trace, missing), *rows.whole_after(last)]
    return Repaired(len(outcomes), tuple(lost), not missing)


class _Rows:
    """The rows that are found in a file: headers, and what there is of each game."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._headers: list[Header] = []
        self._found: dict[tuple[int, int], list[Cell]] = {}
        for cell in pages.cells():
            self._sort(cell)

    def _sort(self, cell: Cell) -> None:
        try:
            columns = self._pages.columns(cell)
            if columns == len(_HEADER):
                self._headers.append(_header(self._pages.read(cell)))
        except _NONSENSE:
            return
        if columns in _COLUMNS:
            self._found.setdefault((columns, cell.key), []).append(cell)

    def header(self, plan: Plan) -> Header | None:
        """The newest header from which games can be planned."""
        for header in reversed(self._headers):
            try:
                if next(iter(plan(header, {})), None):
                    return header
            except _NONSENSE:
                continue
        return None

    def has_trace(self, id_: int) -> bool:
        """Whether anything of a game was found."""
        return any((columns, id_) in self._found for columns in _COLUMNS)

    def whole_after(self, last: int) -> list[int]:
        """The games after this one of which all was found, which nothing planned any more."""
        light, heavy = ({id_ for kind, id_ in self._found if kind == each} for each in _COLUMNS)
        return sorted(id_ for id_ in light & heavy if id_ > last)

    def record(self, spec: GameSpec) -> Record | None:
        """The planned game as it was played, if its rows are whole."""
        candidates = (list(self._read(columns, spec.id)) for columns in _COLUMNS)
        for light, heavy in product(*candidates):
            try:
                record = read_record(_timed(light | heavy), Lineup.of(spec))
                if record.spec == spec and difference(record) is None:
                    return record
            except _NONSENSE:
                continue
        return None

    def _read(self, columns: int, id_: int) -> Iterator[dict[str, Any]]:
        """The different rows of a table that say they are of a game, the newest first."""
        seen = []
        for cell in reversed(self._found.get((columns, id_), [])):
            try:
                values = self._pages.read(cell)
            except ValueError:
                continue
            if values not in seen:
                seen.append(values)
                yield dict(zip(_COLUMNS[columns], values, strict=True)) | {"id": id_}


def _timed(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its times as fractions, which SQLite keeps as whole numbers where it can."""
    return row | {column: float(row[column]) for column in ("started", "seconds")}


def _header(values: tuple[Any, ...]) -> Header:
    if not all(isinstance(value, str) for value in values):
        raise ValueError("a header is made of texts")
    return header_of_row(dict(zip(_HEADER, values, strict=True)))
