"""The tables that people ask of a run: read from its store, titled, ready to be written out.

Each takes a selection of the games. `given` settings replace what the tournament says of
ratings, and what the methods themselves would assume.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from arena.errors import ArenaError
from arena.ratings import DEFAULT, method
from arena.ratings.base import Settings
from arena.ratings.compare import compare
from arena.ratings.crosstable import crosstable
from arena.ratings.cycles import Cycle, cycles
from arena.ratings.expected import Cell
from arena.ratings.hosts import HostRow, by_host, standing_out
from arena.ratings.pairs import LEVEL, by_couple
from arena.store.planned import planned
from arena.store.results import EVERYTHING, Selection
from arena.store.selected import Selected
from arena.store.store import Store
from arena.views import frames
from arena.views.elo_words import chance_words, elo_words
from arena.views.fault_counts import faults
from arena.views.matrix import matrix
from arena.views.opening_book import openings
from arena.views.output import Grid, two_columns
from arena.views.selecting import check, parts, told
from arena.views.time_use import TimeRow, time_use
from arena.words import counted

OPENINGS_SHOWN = 20
"""How many openings eyes are shown; programs get all."""
NOTES_SHOWN = 10
"""How many scores, and how many cycles, are told in sentences."""
IN_BRACKETS = "In brackets: the points that the games of everyone else let one expect."
NONE_NEAR = "The nearest has p = 1."
STRAY = "Stray: lines that the arena does not know, or answers that no turn waited for; no faults."


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its title: `frame` holds all for programs, `shown` is laid out for eyes, with
    sentences below it."""

    title: str
    frame: pd.DataFrame
    shown: pd.DataFrame | Grid
    notes: tuple[str, ...] = ()


def settings_of(store: Store, **given: Any) -> Settings:
    """What the run's tournament says of ratings, unless it is `given`."""
    draw = planned(store.header).ratings.draw_probability
    return replace(Settings(draw=draw), **given)


def _each_kind(
    make: Callable[[Store, Selection], Table], store: Store, only: Selection
) -> list[Table]:
    """The table of all selected games; if these are of several kinds, then each kind's."""
    return [make(store, part) for part in parts(store, only)]


def rating_tables(
    store: Store, only: Selection = EVERYTHING, by: str = DEFAULT, **given: Any
) -> list[Table]:
    """The ratings by a method, over all selected games and for each kind."""
    rate, settings = method(by, given), settings_of(store, **given)

    def table(store: Store, only: Selection) -> Table:
        rated = rate(Selected(store, only), settings)
        title = ", ".join([f"{told(only)}: {counted(rated.games, 'game')}", *rated.basis])
        frame = frames.ratings(rated)
        return Table(title, frame, frame)

    return _each_kind(table, store, only)


def crosstables(store: Store, only: Selection = EVERYTHING) -> list[Table]:
    """Who scored what against whom, over all selected games and for each kind."""
    return _each_kind(_crosstable, store, only)


def _crosstable(store: Store, only: Selection) -> Table:
    tallies = store.tallies(only)
    cells = crosstable(tallies, settings_of(store))
    total = counted(sum(tally.games for tally in tallies), "game")
    title = f"{told(only)}: {total}, points/games of the row's bot against the column's"
    if len(cells) <= 2:
        return Table(title, frames.crosstable(cells), matrix(cells))
    return Table(
        title=title,
        frame=frames.crosstable(cells),
        shown=matrix(cells, expected=True),
        notes=(IN_BRACKETS, *_notes(cells, store, only)),
    )


def _notes(cells: tuple[Cell, ...], store: Store, only: Selection) -> tuple[str, ...]:
    """What stands out, in sentences."""
    above = sorted(
        (cell for cell in cells if cell.points > cell.expected),
        key=lambda cell: (cell.p, cell.bot),
    )
    odd = [cell for cell in above if cell.stands_out]
    circular = cycles(by_couple(store.pair_tallies(only)))
    looked_at = f"{LEVEL:.0%}, corrected for the {len(cells) // 2} couples looked at"
    if not odd and not circular:
        nearest = f"The nearest: {above[0]}." if above and above[0].p < 1 else NONE_NEAR
        return (f"No score stands out, and no cycle, at {looked_at}.", nearest)
    return (
        *_first(odd, "scores"),
        *_first(circular, "cycles"),
        f"What stands out (!) does so at {looked_at}.",
    )


def _first(found: Sequence[Cell | Cycle], noun: str) -> Iterator[str]:
    """The first few in sentences, and how many more there are."""
    yield from map(str, found[:NOTES_SHOWN])
    if len(found) > NOTES_SHOWN:
        yield f"{len(found) - NOTES_SHOWN} more {noun} stand out."


def comparison(store: Store, bot: str, opponent: str, only: Selection = EVERYTHING) -> list[Table]:
    """Two bots side by side: for eyes by their own games, then by all; for programs at once."""
    check(store, only)
    for name in (bot, opponent):
        check(store, Selection(bot=name))
    found = compare(Selected(store, only), bot, opponent, settings_of(store))
    frame = frames.rows([found], type(found))
    names = list(frame.columns)
    own, pool = names[names.index("games") : names.index("elo")], names[names.index("elo") :]
    title = f"{told(only)}: {bot} against {opponent}, by"
    total = sum(tally.games for tally in store.tallies(only))
    pair = f"Probability that {bot} is the likelier to win a pair (los): {chance_words(found.los)}."
    elo = elo_words(found.elo, found.elo_low, found.elo_high)
    better = f"{elo}. Probability that {bot} is better: {chance_words(found.better)}."
    return [
        Table(f"{title} their own games", frame, two_columns(frame[own]), (pair,)),
        Table(f"{title} all {total} games", frame, two_columns(frame[pool]), (better,)),
    ]


def by_host_table(store: Store, bot: str, opponent: str, only: Selection = EVERYTHING) -> Table:
    """Two bots' games against each other, host by host."""
    check(store, only)
    for name in (bot, opponent):
        check(store, Selection(bot=name))
    own = store.header.machine
    rows = by_host([(host or own, each) for host, each in store.host_tallies(only)], bot, opponent)
    if not rows:
        raise ArenaError(f"{bot} and {opponent} have not met here")
    frame = frames.rows(rows, HostRow)
    told_of = [
        f"{row.host} stands out: {bot} scores {row.score:.3f} there, {row.elsewhere:.3f} elsewhere "
        f"(p = {row.p:.2g})."
        for row in standing_out(rows)
    ]
    none = f"No host stands out at {LEVEL:.0%}, corrected for the {len(rows)} hosts looked at."
    alone = f"All were played on {rows[0].host}: there is no other to compare it with."
    notes = tuple(told_of) or (none if len(rows) > 1 else alone,)
    return Table(f"{told(only)}: {bot} against {opponent}, by host", frame, frame, notes)


def fault_tables(store: Store, only: Selection = EVERYTHING) -> list[Table]:
    """What each bot did wrong, over all selected games and for each kind."""

    def table(store: Store, only: Selection) -> Table:
        frame = frames.faults(faults(store.tallies(only)), store.stray_lines(only))
        total = int(frame["faults"].sum())
        notes = (STRAY,) if frame["stray"].any() else ()
        return Table(f"{told(only)}: {counted(total, 'fault')}", frame, frame, notes)

    return _each_kind(table, store, only)


def openings_table(store: Store, only: Selection = EVERYTHING) -> Table:
    """Which openings favour a seat."""
    check(store, only)
    rows = openings(store.opening_tallies(only))
    frame = frames.openings(rows)
    games = sum(row.games for row in rows)
    points = sum(row.score * row.games for row in rows)
    seat = f", seat 1 scored {points / games:.3f} per game" if games else ""
    shown = frame.drop(columns=[] if any(row.start for row in rows) else ["start"])
    note = f"The {OPENINGS_SHOWN} least balanced; --format csv and json have all."
    return Table(
        f"{told(only)}: {counted(games, 'game')}, {counted(len(rows), 'opening')}{seat}",
        frame,
        shown.head(OPENINGS_SHOWN),
        (note,) if len(rows) > OPENINGS_SHOWN else (),
    )


def time_tables(store: Store, only: Selection = EVERYTHING) -> list[Table]:
    """How bots use their clocks, over all selected games and for each kind."""

    def table(store: Store, only: Selection) -> Table:
        frame = frames.rows(time_use(store.records(only)), TimeRow)
        return Table(f"{told(only)}: milliseconds in a turn", frame, frame)

    return _each_kind(table, store, only)


def games_table(store: Store, only: Selection = EVERYTHING, limit: int | None = None) -> Table:
    """The selected games in schedule order; eyes are spared the seeds and openings."""
    check(store, only)
    frame = frames.games(store.results(only, limit))
    shown = frame.drop(columns=["seed", "opening"])
    return Table(f"{told(only)}: {counted(len(frame), 'game')}", frame, shown)
