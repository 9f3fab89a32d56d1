"""The tables of a run as pandas frames, in one call each: for notebooks and scripts.

Each function takes the path of a run's store, and `game`, `size` and `bots` to choose among its
games (`bots`: games among these alone). The columns are those of the command of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from arena.ratings import DEFAULT
from arena.store.store import Store
from arena.views import tables
from arena.views.selecting import selection

Run = str | Path


def games(
    run: Run,
    *,
    bot: str | None = None,
    termination: str | None = None,
    fault: str | None = None,
    limit: int | None = None,
    game: str | None = None,
    size: int | None = None,
    bots: Iterable[str] = (),
) -> pd.DataFrame:
    """A row for each game, in the order of the schedule."""
    only = replace(selection(game, size, bots), bot=bot, termination=termination, fault=fault)
    with Store.open(run) as store:
        return tables.games_table(store, only, limit).frame


def ratings(
    run: Run,
    method: str = DEFAULT,
    *,
    game: str | None = None,
    size: int | None = None,
    bots: Iterable[str] = (),
    **settings: float | str,
) -> pd.DataFrame:
    """A row for each bot, best first; `settings` are `draw`, `tau`, `prior` and `anchor`."""
    with Store.open(run) as store:
        found = tables.rating_tables(store, selection(game, size, bots), method, **settings)
    return found[0].frame


def crosstable(
    run: Run, *, game: str | None = None, size: int | None = None, bots: Iterable[str] = ()
) -> pd.DataFrame:
    """A row for each bot and opponent: points, and what all other games let one expect."""
    with Store.open(run) as store:
        return tables.crosstables(store, selection(game, size, bots))[0].frame


def compare(
    run: Run,
    bot: str,
    opponent: str,
    *,
    game: str | None = None,
    size: int | None = None,
    bots: Iterable[str] = (),
) -> pd.DataFrame:
    """One row: how a bot stands to another."""
    with Store.open(run) as store:
        return tables.comparison(store, bot, opponent, selection(game, size, bots))[0].frame


def faults(
    run: Run, *, game: str | None = None, size: int | None = None, bots: Iterable[str] = ()
) -> pd.DataFrame:
    """A row for each bot: how often it failed, and how."""
    with Store.open(run) as store:
        return tables.fault_tables(store, selection(game, size, bots))[0].frame


def openings(
    run: Run, *, game: str | None = None, size: int | None = None, bots: Iterable[str] = ()
) -> pd.DataFrame:
    """A row for each opening, the least balanced first."""
    with Store.open(run) as store:
        return tables.openings_table(store, selection(game, size, bots)).frame


def time(
    run: Run, *, game: str | None = None, size: int | None = None, bots: Iterable[str] = ()
) -> pd.DataFrame:
    """A row for each bot: how it uses its clock, in milliseconds."""
    with Store.open(run) as store:
        return tables.time_tables(store, selection(game, size, bots))[0].frame
