"""`arena serve`: pages over runs, for browsers."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import ArenaError

EXTRA = "pip install 'engine-arena[web]'"


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def serve(runs: tuple[Path, ...], host: str, port: int) -> None:
    """Show RUN... in the browser: standings, bots, games, replays.

    The pages are read-only and follow a run that is going on. Only this machine can see them,
    unless --host says otherwise.
    """
    try:
        from arena.web.server import serve
    except ModuleNotFoundError as error:
        raise ArenaError(f"serve needs {error.name}; install it with: {EXTRA}") from None
    serve(runs, host, port, click.echo)
