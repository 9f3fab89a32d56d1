"""The parts of a tournament's page that change while it is played: each is HTML by itself, so
that the page can be made of them, and each can be sent again when it has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from arena import trial
from arena.headway import headway
from arena.plan import formats
from arena.ratings.crosstable import crosstable
from arena.ratings.cycles import Cycle, cycles
from arena.ratings.expected import Cell
from arena.ratings.pairs import by_couple
from arena.standings import standings_of
from arena.store.planned import planned
from arena.store.results import Outcome, PairTally, Selection, Tally
from arena.store.store import Store
from arena.views.headway import Headway
from arena.views.scoreboard import Scoreboard, scoreboard
from arena.views.tables import settings_of
from arena.web.drawing import axis, shares
from arena.web.rendering import fragment
from arena.web.runs import Run
from arena.web.view import View
from arena.words import typed

INTERVAL_WIDTH = 168
"""How wide the column of intervals is drawn."""
TINTS = 10
"""In how many steps the heat map goes from nothing to all points."""
PROMPT_GAMES = 20_000
"""With more games than this a page comes without what takes long; that follows."""
SLOW = ("crosstable",)

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """HTML, and a mark that changes with it."""

    html: str
    mark: str


def names(run: Run) -> tuple[str, ...]:
    """The parts that a run's page has, in their order."""
    return run.read(_names)


def _names(store: Store) -> tuple[str, ...]:
    name = planned(store.header).format
    found = ["state"]
    if name == trial.FORMAT:
        found.append("trial")
    if formats.load(name).TRAITS.standings:
        found.append("places")
    return (*found, "standings", "crosstable")


def parts(run: Run, view: View, prompt: bool = False) -> dict[str, Part | None]:
    """A run's parts by name. If they are to come promptly, None stands for those that do not."""
    late = SLOW if prompt and state_of(run).done > PROMPT_GAMES else ()
    return {name: None if name in late else part(run, name, view) for name in names(run)}


def part(run: Run, name: str, view: View) -> Part:
    """A part as it is now."""
    return run.kept(_part, name, view)


def _part(run: Run, name: str, view: View) -> Part:
    html = fragment(f"parts/{name}.html", run=run, view=view, **MAKERS[name](run, view))
    return Part(html, sha256(html.encode("utf-8", "replace")).hexdigest()[:12])


def state_of(run: Run) -> Headway:
    """How far a run is."""
    return run.kept(_state_of)


def _state_of(run: Run) -> Headway:
    done = run.read(Store.count)
    with run.opened() as store:
        return headway(store, done, time.time())


def _state(run: Run, view: View) -> Values:
    words = sorted(run.read(Store.terminations).items(), key=lambda each: (-each[1], each[0]))
    return {"headway": state_of(run), "terminations": words, "store": typed(run.path)}


def _trial(run: Run, view: View) -> Values:
    told = run.read(trial.told_by)
    return {"trial": told, "axis": axis((told.low, told.high, told.llr, 0.0), 560)}


def _places(run: Run, view: View) -> Values:
    traits = formats.load(run.read(_format)).TRAITS
    return {"rows": run.read(standings_of), "elimination": traits.elimination}


def _format(store: Store) -> str:
    return planned(store.header).format


def _standings(run: Run, view: View) -> Values:
    board = board_of(run, view)
    ends = [end for place in board.places for end in (place.low, place.rating, place.high)]
    bars = [shares((row.wins, row.draws, row.losses), 104) for row in board.places]
    return {"board": board, "axis": axis(ends, INTERVAL_WIDTH), "bars": bars}


def board_of(run: Run, view: View) -> Scoreboard:
    """The rating table of the chosen games by the chosen method."""
    return run.kept(_board_of, view)


def _board_of(run: Run, view: View) -> Scoreboard:
    return scoreboard(KeptGames(run, view.only), run.read(settings_of), view.by)


@dataclass(frozen=True, slots=True)
class KeptGames:
    """The selected games of a run; their counts are read once."""

    run: Run
    only: Selection

    def __iter__(self) -> Iterator[Outcome]:
        with self.run.opened() as store:
            yield from store.outcomes(self.only)

    def tallies(self) -> list[Tally]:
        """How many games between whom ended how."""
        return self.run.read(Store.tallies, self.only)

    def pairs(self) -> list[PairTally]:
        """How many pairs between whom ended how."""
        return self.run.read(Store.pair_tallies, self.only)


@dataclass(frozen=True, slots=True)
class Heat:
    """A cross-table: the bots in order, and each one's cells against all of them."""

    bots: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    cycles: tuple[Cycle, ...]

    @staticmethod
    def tint(cell: Cell) -> int:
        """How strongly a cell is tinted."""
        return round(TINTS * cell.points / cell.games)


def _crosstable(run: Run, view: View) -> Values:
    games = KeptGames(run, view.only)
    cells = crosstable(games.tallies(), run.read(settings_of))
    bots = tuple(dict.fromkeys(cell.bot for cell in cells))
    met = {(cell.bot, cell.opponent): cell for cell in cells}
    rows = tuple(tuple(met.get((bot, other)) for other in bots) for bot in bots)
    return {"heat": Heat(bots, rows, tuple(cycles(by_couple(games.pairs()))))}


MAKERS: dict[str, Callable[[Run, View], Values]] = {
    "state": _state,
    "trial": _trial,
    "places": _places,
    "standings": _standings,
    "crosstable": _crosstable,
}
