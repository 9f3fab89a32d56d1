"""The lineups of an open store: each is read once, however many games share it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from arena.store.rows import Lineup, Seating


class Lineups:
    """Lineups by their ids. They are never changed, so what is known stays true while others
    write new ones."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._seatings: dict[int, Seating] = {}
        self._last = 0
        self._whole: dict[int, Lineup] = {}
        self._ids: dict[Lineup, int] = {}

    def seatings(self) -> Mapping[int, Seating]:
        """All that there are now."""
        query = "SELECT id, game, variant, seats FROM lineups WHERE id > ? ORDER BY id"
        for row in self._db.execute(query, (self._last,)):
            self._seatings[row["id"]] = Seating.read(row)
            self._last = row["id"]
        return self._seatings

    def seating(self, id_: int) -> Seating:
        """One of them; it may be new. Raises LookupError if there is none."""
        return self._seatings.get(id_) or self.seatings()[id_]

    def whole(self, id_: int) -> Lineup:
        """One with commands and clocks. Raises TypeError if there is none."""
        if id_ not in self._whole:
            query = "SELECT * FROM lineups WHERE id = ?"
            self._whole[id_] = Lineup.read(self._db.execute(query, (id_,)).fetchone())
        return self._whole[id_]

    def id_of(self, lineup: Lineup) -> int:
        """The id of a lineup, which is written if it is new."""
        if lineup in self._ids:
            return self._ids[lineup]
        row = lineup.row()
        match = " AND ".join(f"{column} = :{column}" for column in row)
        found = self._db.execute(f"SELECT id FROM lineups WHERE {match}", row).fetchone()
        if found is None:
            return self._write(row)
        self._ids[lineup] = found["id"]
        return self._ids[lineup]

    def _write(self, row: Mapping[str, object]) -> int:
        """Write a new one. It is not remembered yet, since the game that brought it may still be
        refused, and the lineup with it."""
        columns, marks = ", ".join(row), ", ".join(f":{column}" for column in row)
        written = self._db.execute(f"INSERT INTO lineups ({columns}) VALUES ({marks})", row)
        assert written.lastrowid is not None
        return written.lastrowid
