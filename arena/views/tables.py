"""The tables that people ask of a run: read from its store, titled, ready to be written out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches

import pandas as pd

from arena.errors import ArenaError
from arena.ratings import method
from arena.ratings.base import DEFAULTS, Ratings, Settings
from arena.ratings.crosstable import crosstable
from arena.store.results import EVERYTHING, TERMINATIONS, Selection
from arena.store.store import Store
from arena.views import frames

NAMES_SHOWN = 12
"""How many names an error lists."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its title: `frame` holds all for programs, `shown` is laid out for eyes."""

    title: str
    frame: pd.DataFrame
    shown: pd.DataFrame


def rating_tables(
    store: Store, only: Selection = EVERYTHING, settings: Settings = DEFAULTS
) -> list[Table]:
    """The ratings over all selected games; if these are of several kinds, then each kind's."""
    return [_rating_table(store, part, settings) for part in _parts(store, only)]


def _rating_table(store: Store, only: Selection, settings: Settings) -> Table:
    rated = method("trueskill")(store.results(only), settings)
    frame = frames.ratings(rated)
    return Table(f"{_name(only)}: {_assumptions(rated, settings)}", frame, frame)


def _assumptions(rated: Ratings, settings: Settings) -> str:
    """What a rating table rests on, for its title."""
    source = "estimated" if rated.estimated else "given"
    parts = [
        f"{rated.games} games",
        f"TrueSkill, draw probability {rated.draw:.3g} ({source})",
        f"tau {settings.tau:g}",
    ]
    return ", ".join(parts + ([f"{settings.anchor} fixed"] if settings.anchor else []))


def crosstables(store: Store, only: Selection = EVERYTHING) -> list[Table]:
    """The cross-table of all selected games; if these are of several kinds, then each kind's."""
    return [_crosstable(store, part) for part in _parts(store, only)]


def _crosstable(store: Store, only: Selection) -> Table:
    tallies = store.tallies(only)
    cells = crosstable(tallies)
    total = sum(tally.games for tally in tallies)
    title = f"{_name(only)}: {total} games, points/games of the row's bot against the column's"
    return Table(title, frames.crosstable(cells), frames.matrix(cells))


def games_table(store: Store, only: Selection = EVERYTHING, limit: int | None = None) -> Table:
    """The selected games in schedule order; eyes are spared the seeds and openings."""
    check(store, only)
    frame = frames.games(store.results(only, limit))
    return Table(
        f"{_name(only)}: {len(frame)} games", frame, frame.drop(columns=["seed", "opening"])
    )


def _parts(store: Store, only: Selection) -> list[Selection]:
    """The selection, and if it holds several kinds of games, each kind by itself."""
    check(store, only)
    fitting = [lineup for lineup in store.lineups() if lineup.fits(only)]
    kinds = dict.fromkeys((lineup.game, lineup.variant) for lineup in fitting)
    if len(kinds) < 2:
        return [only]
    return [only, *(replace(only, game=game, variant=variant) for game, variant in kinds)]


def _name(only: Selection) -> str:
    """The selection's games in words."""
    variant = [f"{key}={value}" for key, value in only.variant]
    return " ".join([only.game or "all games", *variant])


def check(store: Store, only: Selection) -> None:
    """Raise an ArenaError if the selection names what the run doesn't have."""
    lineups = store.lineups()
    _known(store, "bot", only.bot, (bot for lineup in lineups for bot in lineup.bots))
    _known(store, "game", only.game, (lineup.game for lineup in lineups))
    kind = Selection(game=only.game, variant=only.variant)
    if only.variant and not any(lineup.fits(kind) for lineup in lineups):
        kinds = (_name(Selection(game=each.game, variant=each.variant)) for each in lineups)
        raise ArenaError(f"{store.path} has no games of {_name(kind)}; {_list(kinds)}")
    if only.termination is not None:
        words = (*TERMINATIONS, *store.terminations())
        _known(store, "termination", only.termination, words)


def _known(store: Store, noun: str, name: str | None, names: Iterable[str]) -> None:
    known = list(dict.fromkeys(names))
    if name is None or name in known:
        return
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else _list(known)
    raise ArenaError(f"{store.path} has no {noun} {name!r}; {hint}")


def _list(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - NAMES_SHOWN} more" if len(known) > NAMES_SHOWN else ""
    return (
        f"expected one of: {', '.join(known[:NAMES_SHOWN])}{more}" if known else "it has none yet"
    )
