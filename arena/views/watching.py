"""A run as an onlooker sees it: in lines, and as a picture for a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena import durations
from arena.printable import printable
from arena.record import FAULTS
from arena.store.results import Result
from arena.views.coloured import LOSS, NOBODY
from arena.views.pace import Pace
from arena.views.progress import PLAIN_PAUSE, rate_words, standings_table
from arena.views.standings import Standing

NAME = 24
"""Signs of a bot's name that are shown."""
SHARES = {0.0: "0", 0.5: "½", 1.0: "1"}


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a run stands. `state` is going, stopped or over; it has `total` games at its end, or
    `at_most` so many. `faults` counts by word, `trial` tells of a sequential test."""

    title: str
    state: str
    done: int
    total: int
    at_most: bool
    pace: Pace | None
    voids: int
    spoilt_by: str
    faults: tuple[tuple[str, int], ...]
    standings: tuple[Standing, ...]
    latest: tuple[Result, ...]
    trial: str = ""

    @property
    def is_over(self) -> bool:
        """Whether no game is left to play."""
        return self.state == "over"


def line(sight: Sight) -> str:
    """Where the run stands, in a line."""
    return ", ".join([*_words(sight), *([sight.trial] if sight.trial else [])])


def _words(sight: Sight) -> Iterable[str]:
    most = "at most " if sight.at_most and not sight.is_over else ""
    total = sight.done if sight.is_over else sight.total
    yield f"{sight.done}/{most}{total} games"
    if sight.state != "going":
        yield sight.state
    if sight.pace:
        left = (sight.total - sight.done) / sight.pace.rate
        yield rate_words(sight.pace.rate)
        yield f"{sight.pace.at_once} at once"
        yield f"{most}{durations.span(left)} left"
    if sight.voids:
        yield f"{sight.voids} void, played again"
    yield from (f"{word} {count}" for word, count in sight.faults)


def picture(sight: Sight) -> RenderableType:
    """The run on a terminal: how far it is, the standings, the last results."""
    done = sight.total if sight.is_over else sight.done
    return Group(
        Text(printable(sight.title, 80), style="bold"),
        ProgressBar(total=max(1, sight.total), completed=done, width=40),
        Text(", ".join(_words(sight))),
        *([Text(sight.trial)] if sight.trial else []),
        *([Text(f"last void: {printable(sight.spoilt_by, 200)}", NOBODY)] if sight.voids else []),
        Text(),
        standings_table(sight.standings),
        Text(),
        _results(sight.latest),
    )


def _results(latest: Iterable[Result]) -> Table:
    """The last games, the newest first."""
    table = Table(box=None, pad_edge=False)
    table.add_column("game", justify="right")
    for column in ("seat 1", "seat 2", "scores", "termination"):
        table.add_column(column)
    for game in latest:
        names = (_name(bot, score) for bot, score in zip(game.bots, game.scores, strict=True))
        scores = " – ".join(SHARES.get(score, f"{score:g}") for score in game.scores)
        failed = game.termination in FAULTS
        word = Text(game.termination, style=LOSS if failed else "")
        table.add_row(str(game.id), *names, scores, word)
    return table


def _name(bot: str, score: float) -> Text:
    return Text(printable(bot, NAME), style="bold" if score == 1 else "")


def told_now_and_then(sights: Iterable[Sight]) -> Iterator[str]:
    """Lines for a log: the first, the last, and between them some that differ."""
    said, when = "", -PLAIN_PAUSE
    for sight in sights:
        text, now = line(sight), time.monotonic()
        if text != said and (sight.is_over or now - when >= PLAIN_PAUSE):
            yield text
            said, when = text, now
