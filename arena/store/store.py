"""One run, one SQLite file: a header, and every game that was played, whole.

A game is saved in one transaction, so a run that is killed at any moment loses no more than
the games in play. One process writes at a time; any number read meanwhile. Whatever goes wrong
with the file is an ArenaError of one line.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self

from arena.errors import ArenaError, RunError
from arena.plan import meetings
from arena.record import Record
from arena.store.database import (
    close_writing,
    create_database,
    open_database,
    reading,
    telling,
    transaction,
)
from arena.store.files import refuse_what_is_there, remove
from arena.store.header import Header, header_of_row, row_of_header, this_host
from arena.store.lineups import Lineups
from arena.store.lock import FileLock
from arena.store.results import (
    EVERYTHING,
    OpeningTally,
    Outcome,
    PairTally,
    Result,
    Selection,
    Tally,
)
from arena.store.rows import (
    Lineup,
    Seating,
    heavy_row,
    light_row,
    read_noise,
    read_opening_tally,
    read_outcome,
    read_pair_tally,
    read_record,
    read_result,
    read_scores,
    read_tally,
)
from arena.store.schema import HEAVY, HOSTS_SINCE, LIGHT, SURPLUS_SINCE
from arena.store.where import where
from arena.words import counted

LARGEST = 2**63 - 1
"""The largest number that SQLite knows; no game has a larger one."""


class Store:
    """A run's file: open to read, or to write too. Use it in a `with` block, from one thread."""

    def __init__(self, path: Path, db: sqlite3.Connection, lock: FileLock | None) -> None:
        """Use `create` or `open`."""
        self.path = path
        self._db = db
        self._lock = lock
        self._lineups = Lineups(db)
        try:
            with reading(path):
                self._header = _read_header(path, db)
        except BaseException:
            db.close()
            raise

    @classmethod
    def create(cls, path: str | Path, header: Header) -> Self:
        """A new store, open for writing; an existing file is refused and left as it is.

        It appears whole or not at all, whenever the process is killed.
        """
        path = Path(path)
        lock = FileLock(path)
        try:
            refuse_what_is_there(path)
            _write_new(path, header)
            return cls(path, open_database(path, write=True), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: str | Path, write: bool = False) -> Self:
        """An existing store. A second writer is refused; the error names the first."""
        path = Path(path)
        if not write:
            return cls(path, open_database(path, write=False), None)
        open_database(path, write=False).close()  # what is no store gets no lock beside it
        lock = FileLock(path)
        try:
            return cls(path, open_database(path, write=True), lock)
        except BaseException:
            lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; nothing more can be asked of this store."""
        if self._lock is None:
            self._db.close()
        else:
            close_writing(self._db)
            self._lock.release()

    @property
    def header(self) -> Header:
        """What the store says of its run."""
        return self._header

    def extend(self, header: Header) -> None:
        """Let the run grow: take over the tournament, stages and fingerprints of `header`."""
        row = row_of_header(header)
        columns = ("tournament", "stages", "fingerprints")
        with telling(self.path), transaction(self._db):
            assign = ", ".join(f"{column} = :{column}" for column in columns)
            self._db.execute(f"UPDATE header SET {assign}", row)
        self._header = _read_header(self.path, self._db)

    # One game

    def save(self, record: Record) -> None:
        """Keep a game that counts."""
        if record.is_void:
            raise ValueError("a void game belongs to save_void")
        id_ = {"id": record.spec.id}
        with telling(self.path), transaction(self._db):
            try:
                _insert(self._db, "games", id_ | self._light(record))
            except sqlite3.IntegrityError:
                raise RunError(f"{self.path} has game {record.spec.id} already") from None
            _insert(self._db, "logs", id_ | heavy_row(record))
            if record.host:
                _insert(self._db, "hosts", id_ | {"host": record.host})

    def save_void(self, record: Record) -> None:
        """Log a spoilt game with its reason, apart from the games; its id stays to be played."""
        told = {"id": record.spec.id, "reason": record.void_reason}
        with telling(self.path), transaction(self._db):
            _insert(self._db, "voids", told | self._light(record) | heavy_row(record))

    def record(self, id_: int) -> Record:
        """All of one game, equal to what was saved."""
        query = f"SELECT {self._whole()} FROM games LEFT JOIN logs USING (id) WHERE id = ?"
        with reading(self.path):
            row = self._db.execute(query, (min(id_, LARGEST),)).fetchone()
            if row is not None:
                return self._read(row)
        raise ArenaError(f"{self.path} has no game {id_}: {self._span()}")

    def voids(self, last: int | None = None) -> Iterator[Record]:
        """The spoilt games, or the `last` so many, in the order in which they were logged."""
        newest = "SELECT number FROM voids ORDER BY number DESC LIMIT ?"
        query = f"SELECT * FROM voids WHERE number IN ({newest}) ORDER BY number"
        with reading(self.path):
            for row in self._db.execute(query, (_number(last),)):
                yield read_record(row, self._lineups.whole(row["lineup"]), row["reason"])

    def void_reasons(self) -> list[str]:
        """Why games were spoilt, each of them, in the order in which they were logged."""
        with reading(self.path):
            query = "SELECT reason FROM voids ORDER BY number"
            return [reason for (reason,) in self._db.execute(query)]

    def spans(self, last: int) -> list[tuple[float, float]]:
        """When the games with the `last` highest ids began, and the seconds that each took."""
        query = "SELECT started, seconds FROM logs ORDER BY id DESC LIMIT ?"
        with reading(self.path):
            return [(began, took) for began, took in self._db.execute(query, (last,))]

    def done(self) -> frozenset[int]:
        """The ids of the games that are here."""
        with reading(self.path):
            return frozenset(id_ for (id_,) in self._db.execute("SELECT id FROM games"))

    def scores(self) -> dict[int, meetings.Outcome]:
        """Who scored what in each game, those beyond the run's end too."""
        with reading(self.path):
            answer = self._db.execute("SELECT id, lineup, scores FROM games")
            answer.row_factory = None
            return {
                id_: (self._lineups.seating(lineup).bots, read_scores(scores))
                for id_, lineup, scores in answer
            }

    def last_pair(self) -> int:
        """The highest number of a pair of which a game is here, or 0."""
        with reading(self.path):
            (last,) = self._db.execute("SELECT coalesce(max(pair), 0) FROM games").fetchone()
            return int(last)

    # Many games

    def records(
        self,
        only: Selection = EVERYTHING,
        limit: int | None = None,
        offset: int = 0,
        newest: bool = False,
    ) -> Iterator[Record]:
        """All of the selected games in schedule order, or of the first `limit` of them after
        `offset` others; `newest` begins with the last."""
        with reading(self.path):
            # The games are chosen before their logs are looked at.
            what = f"SELECT {self._whole()} FROM (SELECT id FROM games"
            joined = "JOIN games USING (id) LEFT JOIN logs USING (id)"
            how = f"{_page(newest)}) {joined} {_order(newest)}"
            for row in self._ask(what, only, how, _number(limit), offset):
                yield self._read(row)

    def results(
        self,
        only: Selection = EVERYTHING,
        limit: int | None = None,
        offset: int = 0,
        newest: bool = False,
    ) -> Iterator[Result]:
        """The rows of the selected games in schedule order, or the first `limit` of them after
        `offset` others; `newest` begins with the last."""
        columns = ", ".join(["id", *LIGHT])
        with reading(self.path):
            what = f"SELECT {columns} FROM games"
            for row in self._ask(what, only, _page(newest), _number(limit), offset):
                yield read_result(row, self._lineups.seating(row["lineup"]))

    def outcomes(self, only: Selection = EVERYTHING) -> Iterator[Outcome]:
        """What ratings need of the selected games, in schedule order; equal ones are one value."""
        known: dict[tuple[int, str, str | None], Outcome] = {}
        with reading(self.path):
            what = "SELECT lineup, scores, faults FROM games"
            answer = self._ask(what, only, "ORDER BY id")
            answer.row_factory = None
            for row in answer:
                if row not in known:
                    lineup, scores, faults = row
                    bots = self._lineups.seating(lineup).bots
                    known[row] = read_outcome(scores, faults, bots)
                yield known[row]

    def count(self, only: Selection = EVERYTHING) -> int:
        """How many games are selected."""
        with reading(self.path):
            (count,) = self._ask("SELECT count(*) FROM games", only).fetchone()
            return int(count)

    def tallies(self, only: Selection = EVERYTHING) -> list[Tally]:
        """How many of the selected games ended how, for each lineup; the database counts."""
        with reading(self.path):
            what = "SELECT lineup, scores, faults, count(*) AS games FROM games"
            rows = self._ask(what, only, "GROUP BY lineup, scores, faults")
            return [read_tally(row, self._lineups.seating(row["lineup"])) for row in rows]

    def host_tallies(self, only: Selection = EVERYTHING) -> list[tuple[str, Tally]]:
        """The same for each machine that played, which has no name if it keeps the run."""
        with reading(self.path):
            what = f"SELECT lineup, scores, faults, {self._host()}, count(*) AS games FROM games"
            rows = self._ask(what, only, "GROUP BY host, lineup, scores, faults ORDER BY host")
            return [
                (row["host"] or "", read_tally(row, self._lineups.seating(row["lineup"])))
                for row in rows
            ]

    def pair_tallies(self, only: Selection = EVERYTHING) -> list[PairTally]:
        """How many pairs of the selected games ended how; the database counts."""
        with reading(self.path):
            pairs = "SELECT json_group_array(json_array(lineup, json(scores))) AS games FROM games"
            what = f"SELECT games, count(*) AS pairs FROM ({pairs}"
            rows = self._ask(what, only, "GROUP BY pair) GROUP BY games ORDER BY games")
            seatings = self._lineups.seatings()
            return [read_pair_tally(row, seatings) for row in rows]

    def opening_tallies(self, only: Selection = EVERYTHING) -> list[OpeningTally]:
        """How many of the selected games from each opening ended how; the database counts."""
        with reading(self.path):
            what = """SELECT lineup, start, opening, scores, count(*) AS games
                FROM games LEFT JOIN logs USING (id)"""
            rows = self._ask(what, only, "GROUP BY lineup, start, opening, scores")
            return [read_opening_tally(row, self._lineups.seating(row["lineup"])) for row in rows]

    def stray_lines(self, only: Selection = EVERYTHING) -> dict[str, int]:
        """How many lines each bot wrote in the selected games that were no message, or an answer
        to another turn."""
        with reading(self.path):
            what = "SELECT lineup, noise, count(*) AS games FROM games JOIN logs USING (id)"
            lines: Counter[str] = Counter()
            for row in self._ask(what, only, "GROUP BY lineup, noise"):
                bots = self._lineups.seating(row["lineup"]).bots
                for bot, noise in zip(bots, read_noise(row["noise"]), strict=False):
                    lines[bot] += row["games"] * (noise.unknown + noise.stale)
            return dict(lines)

    def terminations(self, only: Selection = EVERYTHING) -> dict[str, int]:
        """How many of the selected games ended with each word."""
        with reading(self.path):
            return dict(self._ask("SELECT termination, count(*) FROM games", only, "GROUP BY 1"))

    def seatings(self) -> list[Seating]:
        """Who has met whom here, at which seats of which game."""
        with reading(self.path):
            return list(self._lineups.seatings().values())

    def mark_surplus(self, after: int) -> int:
        """Let games of pairs beyond this one not count, and all others; how many don't."""
        with telling(self.path), transaction(self._db):
            self._db.execute("DELETE FROM surplus")
            marked = self._db.execute(
                "INSERT INTO surplus SELECT id FROM games WHERE pair > ?", (after,)
            )
            return marked.rowcount

    # Rows

    def _whole(self) -> str:
        """The columns of a whole game."""
        return ", ".join(["id", *LIGHT, *HEAVY, self._host()])

    def _host(self) -> str:
        """The column that tells who played."""
        if self.header.format < HOSTS_SINCE:
            return "NULL AS host"
        return "(SELECT host FROM hosts WHERE hosts.id = games.id) AS host"

    def _read(self, row: Any) -> Record:
        """The record of a row with the columns of a whole game."""
        return read_record(row, self._lineups.whole(row["lineup"]), host=row["host"])

    def _ask(self, what: str, only: Selection, how: str = "", *values: int) -> sqlite3.Cursor:
        """The answer to a question about the selected games."""
        chosen = where(only, self._lineups.seatings(), self._has_surplus())
        return self._db.execute(f"{what} WHERE {chosen.text} {how}", (*chosen.values, *values))

    def _has_surplus(self) -> bool:
        if self.header.format < SURPLUS_SINCE:
            return False
        (some,) = self._db.execute("SELECT EXISTS (SELECT 1 FROM surplus)").fetchone()
        return bool(some)

    def _light(self, record: Record) -> dict[str, Any]:
        """The light columns of a record; its lineup is written if it is new."""
        return {"lineup": self._lineups.id_of(Lineup.of(record.spec))} | light_row(record)

    def _span(self) -> str:
        """Which games there are, for people."""
        query = "SELECT min(id), max(id), count(*) FROM games"
        first, last, count = self._db.execute(query).fetchone()
        if not count:
            return "it has none yet"
        return f"it has {counted(count, 'game')} from {first} to {last}"


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    db.execute(_insertion(table, tuple(row)), row)


@cache
def _insertion(table: str, columns: tuple[str, ...]) -> str:
    marks = ", ".join(f":{column}" for column in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def _order(newest: bool) -> str:
    return f"ORDER BY id {'DESC' if newest else 'ASC'}"


def _page(newest: bool) -> str:
    return f"{_order(newest)} LIMIT ? OFFSET ?"


def _number(limit: int | None) -> int:
    """A limit as SQLite takes it."""
    return -1 if limit is None else min(limit, LARGEST)


def _write_new(path: Path, header: Header) -> None:
    """Build a store beside `path` and move it there."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    header = replace(header, host=header.host or this_host(), created=header.created or created)
    draft = path.with_name(path.name + "-new")
    remove(draft)
    try:
        with telling(path):
            with closing(create_database(draft)) as db:
                _insert(db, "header", row_of_header(header))
            draft.replace(path)
    finally:
        remove(draft)


def _read_header(path: Path, db: sqlite3.Connection) -> Header:
    row = db.execute("SELECT * FROM header").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return header_of_row(row, version, str(path))
