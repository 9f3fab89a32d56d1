"""The store's file as SQLite sees it: opening, checking, building, and errors in plain words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from arena.errors import ArenaError, RunError, StoreError
from arena.store.schema import APPLICATION, FORMAT, MIGRATIONS

_MAGIC = b"SQLite format 3\0"
BUSY_SECONDS = 20.0
"""How long a statement waits for another process to finish its own."""
NONSENSE = (
    *(ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, RecursionError),
)
"""What those who decode rows raise for values that cannot be."""


def is_database(path: Path) -> bool:
    """Whether `path` is a file of SQLite's."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def open_database(path: Path, write: bool) -> sqlite3.Connection:
    """A connection to the store at `path`, which must be one that this arena understands."""
    with telling(path):
        if not path.exists():
            raise StoreError(f"{path}: no such file; expected the store of a run")
        if not path.is_file():
            raise StoreError(f"{path} is not a file; expected the store of a run")
        db = _connect(path, "mode=rw" if write else _reading_mode(path))
        try:
            _check(path, db)
            if write:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = NORMAL")
                _migrate(db)
        except BaseException:
            db.close()
            raise
    return db


def close_writing(db: sqlite3.Connection) -> None:
    """Close a writer; unless others still read, the store is one file without companions."""
    with suppress(sqlite3.Error):
        db.execute("PRAGMA busy_timeout = 0")
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()


def create_database(path: Path) -> sqlite3.Connection:
    """A new store's tables at `path`, where no file is, open for its first rows."""
    db = _connect(path, "mode=rwc")
    try:
        _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(os.fsencode(path.absolute()))}?{mode}"
    db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    db.row_factory = sqlite3.Row
    return db


def _reading_mode(path: Path) -> str:
    """How to open for reading: where nothing can be written, SQLite must not want to."""
    log = path.with_name(path.name + "-wal")
    frozen = not os.access(path.absolute().parent, os.W_OK) and not log.exists()
    return "mode=ro&immutable=1" if frozen else "mode=ro"


def _check(path: Path, db: sqlite3.Connection) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{path} is not the store of a run")
    if version > FORMAT:
        raise StoreError(
            f"{path} is of store format {version}, this arena reads up to {FORMAT}: "
            "it was written by a newer one"
        )


def _migrate(db: sqlite3.Connection) -> None:
    """Bring a store to today's format, each step in one transaction."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        with transaction(db):
            step(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute(f"PRAGMA application_id = {APPLICATION}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of the block's writes, or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system raises in the block into one line about the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explain(path, error) from error
    except OSError as error:
        raise RunError(f"cannot open or write {path}: {error.strerror}") from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """As `telling`, where rows are also decoded: what cannot be decoded is damage."""
    try:
        with telling(path):
            yield
    except NONSENSE as error:
        raise damaged(path, "a row makes no sense", error) from error


def _explain(path: Path, error: sqlite3.Error) -> ArenaError:
    """The line for an error, by SQLite's primary result code."""
    told = _line(error)
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{path} is not the store of a run")
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path, told)
        case sqlite3.SQLITE_FULL:
            return RunError(f"the disk of {path} is full; what was saved before is safe")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return RunError(f"cannot open or write {path}: {told}")
        case _ if told.startswith("Could not decode"):
            return damaged(path, "a text is not UTF-8")
        case _ if told == "malformed JSON":
            return damaged(path, "a text is not JSON")
        case _:
            return RunError(f"{path}: {told}")


def damaged(place: Path | str, how: str, error: Exception | None = None) -> StoreError:
    """The error for a store of which something makes no sense, as `error` says if it is given."""
    why = f" ({_line(error)})" if error else ""
    return StoreError(f"{place} is damaged: {how}{why}; arena repair saves what is whole")


def _line(error: Exception) -> str:
    """What an error says, on one line whatever bytes of the file it quotes."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))
