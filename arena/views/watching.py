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
from arena.views.headway import Headway
from arena.views.progress import PLAIN_PAUSE, rate_words, standings_table
from arena.views.standings import Standing
from arena.words import counted

NAME = 24
"""Signs of a bot's name that are shown."""
SHARES = {0.0: "0", 0.5: "½", 1.0: "1"}


@dataclass(frozen=True, slots=True)
class Glance:
    """A run at one moment: how far it is, its faults by word, its standings and last games, and
    where it stands if it is a sequential test (`trial`)."""

    title: str
    headway: Headway
    faults: tuple[tuple[str, int], ...]
    standings: tuple[Standing, ...]
    latest: tuple[Result, ...]
    trial: str = ""

    @property
    def is_over(self) -> bool:
        """Whether no game is left to play."""
        return self.headway.state == "over"


def line(glance: Glance) -> str:
    """Where the run stands, in a line."""
    return ", ".join([*_words(glance), *([glance.trial] if glance.trial else [])])


def _words(glance: Glance) -> Iterable[str]:
    run = glance.headway
    most = "at most " if run.at_most and not glance.is_over else ""
    yield f"{run.done}/{most}{counted(run.done if glance.is_over else run.total, 'game')}"
    if run.state != "going":
        yield run.state
    if run.pace and run.left is not None:
        yield rate_words(run.pace.rate)
        yield f"{run.pace.at_once} at once"
        yield f"{most}{durations.span_words(run.left)} left"
    if run.voids:
        yield f"{run.voids} void, played again"
    yield from (f"{word} {count}" for word, count in glance.faults)


def picture(glance: Glance) -> RenderableType:
    """The run on a terminal: how far it is, the standings, the last results."""
    run = glance.headway
    return Group(
        Text(printable(glance.title, 80), style="bold"),
        ProgressBar(total=1.0, completed=run.share, width=40),
        Text(", ".join(_words(glance))),
        *([Text(glance.trial)] if glance.trial else []),
        *([Text(f"last void: {printable(run.spoilt_by, 200)}", NOBODY)] if run.voids else []),
        Text(),
        standings_table(glance.standings),
        Text(),
        _results(glance.latest),
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


def told_now_and_then(glances: Iterable[Glance]) -> Iterator[str]:
    """Lines for a log: the first, the last, and between them some that differ."""
    said, when = "", -PLAIN_PAUSE
    for glance in glances:
        text, now = line(glance), time.monotonic()
        if text != said and (glance.is_over or now - when >= PLAIN_PAUSE):
            yield text
            said, when = text, now
