"""`arena watch`: a run that another process plays, live."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from arena.views.watching import Sight


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
def watch(run: Path) -> None:
    """Watch RUN, a run's store, while another process plays it: games, pace, standings, results.

    It ends with the run, or by Ctrl-C, and changes nothing. A run that was stopped is waited for.
    Without a terminal it prints a line now and then.
    """
    from rich.console import Console

    from arena.watch import sights

    console = Console()
    with suppress(KeyboardInterrupt):
        if console.is_terminal:
            _live(console, sights(run))
        else:
            _lines(sights(run))


def _live(console: Console, sights: Iterable[Sight]) -> None:
    from rich.live import Live

    from arena.views.watching import picture

    with Live(console=console, auto_refresh=False) as live:
        for sight in sights:
            live.update(picture(sight), refresh=True)


def _lines(sights: Iterable[Sight]) -> None:
    from arena.views.watching import told_now_and_then

    for text in told_now_and_then(sights):
        click.echo(text)
