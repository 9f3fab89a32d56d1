"""`arena watch`: a run that another process plays, live."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from arena.views.watching import Glance


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
def watch(run: Path) -> None:
    """Watch RUN, a run's store, while another process plays it: games, pace, standings, results.

    It ends with the run, or by Ctrl-C, and changes nothing. A run that was stopped is waited for.
    Without a terminal it prints a line now and then.
    """
    from rich.console import Console

    from arena.watch import glances

    console = Console()
    with suppress(KeyboardInterrupt):
        if console.is_terminal:
            _live(console, glances(run))
        else:
            _lines(glances(run))


def _live(console: Console, glances: Iterable[Glance]) -> None:
    from rich.live import Live

    from arena.views.watching import picture

    with Live(console=console, auto_refresh=False) as live:
        for glance in glances:
            live.update(picture(glance), refresh=True)


def _lines(glances: Iterable[Glance]) -> None:
    from arena.views.watching import told_now_and_then

    for text in told_now_and_then(glances):
        click.echo(text)
