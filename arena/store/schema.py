"""The store's tables, and how an older store becomes one of today's.

`games` holds what lists, filters and ratings read, and stays small; `logs` holds what a replay
needs; `voids` has both for each spoilt game; `surplus` names games that don't count, since they
were played beyond a run's end; `hosts` names the machine for games of a cluster. What many games
share (who sits where, with which command, options and clock) is a lineup, written once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION = 0x4152454E
"""SQLite's application id of a store: the letters AREN."""

LIGHT = ["lineup", "pair", "seeds", "opening", "scores", "termination", "faults", "turns"]
"""A game's columns that every list reads."""
HEAVY = ["start", "replies", "infos", "failures", "stderr", "noise", "final", "started", "seconds"]
"""A game's columns that only a replay reads."""

_LIGHT_TYPES = """lineup INTEGER NOT NULL REFERENCES lineups, pair INTEGER NOT NULL,
    seeds TEXT NOT NULL, opening TEXT, scores TEXT NOT NULL, termination TEXT NOT NULL,
    faults TEXT, turns INTEGER NOT NULL"""
_HEAVY_TYPES = """start TEXT, replies BLOB NOT NULL, infos BLOB NOT NULL, failures TEXT NOT NULL,
    stderr BLOB NOT NULL, noise TEXT NOT NULL, final TEXT NOT NULL, started REAL NOT NULL,
    seconds REAL NOT NULL"""


def _first(db: sqlite3.Connection) -> None:
    """Format 1: the tables, and the indexes that the filters use."""
    for statement in (
        """CREATE TABLE header (
            arena TEXT NOT NULL, host TEXT NOT NULL, created TEXT NOT NULL,
            tournament TEXT NOT NULL, stages TEXT NOT NULL, fingerprints TEXT NOT NULL)""",
        """CREATE TABLE lineups (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL, variant TEXT NOT NULL,
            turn_limit INTEGER NOT NULL, seats TEXT NOT NULL,
            UNIQUE (seats, game, variant, turn_limit))""",
        f"CREATE TABLE games (id INTEGER PRIMARY KEY, {_LIGHT_TYPES})",
        f"CREATE TABLE logs (id INTEGER PRIMARY KEY REFERENCES games, {_HEAVY_TYPES})",
        f"""CREATE TABLE voids (number INTEGER PRIMARY KEY, id INTEGER NOT NULL,
            reason TEXT NOT NULL, {_LIGHT_TYPES}, {_HEAVY_TYPES})""",
        "CREATE INDEX games_by_lineup ON games (lineup, scores, faults)",
        "CREATE INDEX games_by_termination ON games (termination)",
        "CREATE INDEX games_by_fault ON games (faults) WHERE faults IS NOT NULL",
    ):
        db.execute(statement)


def _second(db: sqlite3.Connection) -> None:
    """Format 2: games that don't count."""
    db.execute("CREATE TABLE surplus (id INTEGER PRIMARY KEY REFERENCES games)")


def _third(db: sqlite3.Connection) -> None:
    """Format 3: which machine played."""
    db.execute("CREATE TABLE hosts (id INTEGER PRIMARY KEY REFERENCES games, host TEXT NOT NULL)")


SURPLUS_SINCE = 2
"""The first format that has surplus games."""
HOSTS_SINCE = 3
"""The first format that knows which machine played."""
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _second, _third)
"""What makes format n of format n - 1, the first from an empty file."""
FORMAT = len(MIGRATIONS)
"""The format that this arena writes, kept as SQLite's `user_version`."""
