"""What people see while games are played: a live view on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena import durations
from arena.printable import printable
from arena.record import Record
from arena.store.results import Result, Tally
from arena.views.standings import Standing, Standings
from arena.words import counted
from arena.workers.runner import Watcher

PLAIN_PAUSE = 10.0
"""Seconds between two plain lines."""
LONGEST_NAME = 40
"""Signs of a bot's name that are shown."""


class Progress:
    """Counts games, knows the rate and the time left, and keeps the standings. `total` is how
    many games there are, or `at_most` so many."""

    def __init__(self, total: int, before: Iterable[Tally], at_most: bool = False) -> None:
        self.total = total
        self._at_most = "at most " if at_most else ""
        self.standings = Standings(before)
        self.done = self.standings.games
        self.voids = 0
        self._began = time.monotonic()
        self._played = 0

    def game(self, record: Record) -> None:
        """A game has ended."""
        self.standings.add(Result.of(record))
        self.done += 1
        self._played += 1

    @property
    def rate(self) -> float:
        """Games a second since this call of the command."""
        return self._played / max(1e-6, time.monotonic() - self._began)

    def line(self) -> str:
        """Where things stand, in a line."""
        parts = [f"{self.done}/{self._at_most}{counted(self.total, 'game')}"]
        if self._played:
            parts.append(rate_words(self.rate))
        if self._played and self.done < self.total:
            parts.append(
                f"{self._at_most}{durations.span_words((self.total - self.done) / self.rate)} left"
            )
        if self.voids:
            parts.append(f"{self.voids} void, played again")
        return ", ".join(parts)


def rate_words(rate: float) -> str:
    """So many games a second, in the unit that suits."""
    if rate >= 1:
        return f"{rate:.1f} games/s"
    return f"{rate * 60:.0f} games/min" if rate * 60 >= 1 else f"{rate * 3600:.1f} games/h"


def noting(console: Console) -> Callable[[str], None]:
    """A function that prints a remark on the console."""
    return lambda text: _print(console, f"note: {text}")


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)


class View:
    """Shows a Progress on a console until closed; use it in a `with` block."""

    def __init__(self, progress: Progress, console: Console, quiet: bool = False) -> None:
        self._progress = progress
        self._console = console
        self._quiet = quiet
        self._said = time.monotonic()
        live = console.is_terminal and not quiet
        self._note = noting(console)
        self._live = Live(console=console, refresh_per_second=4, transient=True) if live else None

    def __enter__(self) -> View:
        if self._live:
            self._live.start()
            self._show()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._live:
            self._live.stop()
        if not self._quiet:
            self._print(self._progress.line())

    def watcher(self) -> Watcher:
        """Whom the run tells what happens."""
        return Watcher(self._progress.game, self._void, self._pulse, self._note)

    def _void(self, record: Record) -> None:
        self._progress.voids += 1
        self._note(f"game {record.spec.id} is void: {record.void_reason}")

    def _pulse(self, _in_play: int) -> None:
        if self._live:
            self._show()
        elif not self._quiet and time.monotonic() - self._said >= PLAIN_PAUSE:
            self._print(self._progress.line())

    def _print(self, text: str) -> None:
        self._said = time.monotonic()
        _print(self._console, text)

    def _show(self) -> None:
        progress = self._progress
        bar = ProgressBar(total=progress.total, completed=progress.done, width=40)
        assert self._live
        self._live.update(
            Group(bar, Text(progress.line()), standings_table(progress.standings.rows()))
        )


def standings_table(rows: Iterable[Standing]) -> Table:
    """The standings for a terminal."""
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    columns = ("games", "wins", "draws", "losses", "score")
    for column in columns:
        table.add_column(column, justify="right")
    for row in rows:
        numbers = (row.games, row.wins, row.draws, row.losses)
        name = Text(printable(row.bot, LONGEST_NAME))
        table.add_row(name, *map(str, numbers), f"{row.score:.3f}")
    return table
