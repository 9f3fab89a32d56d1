"""The rows that are found in a damaged store, whatever leads to them: headers, and what there is
of each game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

from arena.errors import ArenaError
from arena.record import GameSpec, Record
from arena.rules.verify import difference
from arena.store.database import NONSENSE
from arena.store.header import Header, header_of_row
from arena.store.pages import Cell, Pages
from arena.store.rows import Lineup, read_record
from arena.store.schema import HEAVY, LIGHT

HEADER = ("arena", "host", "created", "tournament", "stages", "fingerprints")
LINEUPS = ("id", "game", "variant", "turn_limit", "seats")
GAMES = ("id", *LIGHT)
LOGS = ("id", *HEAVY)
VOIDS = ("number", "id", "reason", *LIGHT, *HEAVY)
SURPLUS = ("id",)
HOSTS = ("id", "host")
TABLES = {
    len(columns): columns for columns in (HEADER, LINEUPS, GAMES, LOGS, VOIDS, SURPLUS, HOSTS)
}
"""The tables, which their number of columns tells from each other."""
MEANINGLESS = (ArenaError, *NONSENSE)
"""What those who read damaged rows raise."""

Row = dict[str, Any]


class Found:
    """What is found in a file."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._cells: dict[tuple[str, ...], dict[int, list[Cell]]] = {
            columns: {} for columns in TABLES.values()
        }
        for cell in pages.cells():
            self._sort(cell)

    def _sort(self, cell: Cell) -> None:
        try:
            table = TABLES.get(self._pages.columns(cell))
        except LookupError:
            return
        if table:
            self._cells[table].setdefault(cell.key, []).append(cell)

    def headers(self) -> Iterator[Header]:
        """What may be the run's header, the newest first."""
        for key in reversed(self._cells[HEADER]):
            for row in self._rows(HEADER, key):
                with suppress(*MEANINGLESS):
                    yield _header(row)

    def traces(self) -> set[int]:
        """The ids of all games of which anything was found."""
        return self._cells[GAMES].keys() | self._cells[LOGS].keys()

    def whole(self) -> set[int]:
        """The ids of the games of which both rows were found."""
        return self._cells[GAMES].keys() & self._cells[LOGS].keys()

    def surplus(self) -> set[int]:
        """The ids that were marked as of games that don't count."""
        return set(self._cells[SURPLUS])

    def game(self, spec: GameSpec) -> Record | None:
        """This game as it was played, if its rows are whole and the rules confirm them."""
        for row in self._both(spec.id):
            record = _read(row, Lineup.of(spec))
            if record and record.spec == spec and self._may_be(row, spec) and _is_confirmed(record):
                return record
        return None

    def said(self, id_: int) -> Iterator[Record]:
        """What may be the game of this id, between the bots that the file itself names."""
        for row in self._both(id_):
            yield from filter(_is_confirmed, self._with_lineups(row))

    def voids(self) -> Iterator[Record]:
        """The spoilt games, in the order in which they were logged."""
        for number in sorted(self._cells[VOIDS]):
            rows = self._rows(VOIDS, number)
            records = (record for row in rows for record in self._with_lineups(row))
            if record := next((record for record in records if record.is_void), None):
                yield record

    def _may_be(self, row: Row, spec: GameSpec) -> bool:
        """Whether the file does not say that others played."""
        named = {record.spec.bots for record in self._with_lineups(row)}
        return not named or spec.bots in named

    def _with_lineups(self, row: Row) -> Iterator[Record]:
        """The record of a row with each of the lineups that have its number, as a rule one."""
        for lineup in self._rows(LINEUPS, row["lineup"]):
            with suppress(*MEANINGLESS):
                if record := _read(row, Lineup.read(lineup)):
                    yield record

    def _both(self, id_: int) -> Iterator[Row]:
        """The rows of a game, light and heavy."""
        host = next((row["host"] for row in self._rows(HOSTS, id_)), "")
        for light, heavy in product(self._rows(GAMES, id_), list(self._rows(LOGS, id_))):
            yield light | heavy | {"host": host}

    def _rows(self, table: tuple[str, ...], key: int) -> Iterator[Row]:
        """The different rows of a table that bear this key, the newest first."""
        seen = []
        for cell in reversed(self._cells[table].get(key, [])):
            try:
                values = self._pages.read(cell)
            except ValueError:
                continue
            if values not in seen:
                seen.append(values)
                # SQLite keeps a key that is a column with the row's number, not in the column.
                first = key if values[0] is None else values[0]
                yield dict(zip(table, (first, *values[1:]), strict=True))


def _read(row: Row, lineup: Lineup) -> Record | None:
    try:
        # SQLite keeps fractions as whole numbers where it can.
        times = {column: float(row[column]) for column in ("started", "seconds")}
        host = row.get("host")
        if not isinstance(host, str | None):
            raise ValueError(f"host {host!r}")
        return read_record(row | times, lineup, row.get("reason", ""), host)
    except MEANINGLESS:
        return None


def _is_confirmed(record: Record) -> bool:
    """Whether the rules confirm a game."""
    try:
        return difference(record) is None
    except MEANINGLESS:
        return False


def _header(row: Row) -> Header:
    if not all(isinstance(value, str) for value in row.values()):
        raise ValueError("a header is made of texts")
    return header_of_row(row)
