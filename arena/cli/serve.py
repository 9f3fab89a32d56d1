"""`arena serve`: pages over runs, for browsers."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.extras import needing
from arena.cli.flags import PLAYED
from arena.errors import ArenaError


@click.command()
@click.argument("runs", metavar="[RUN...]", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--play",
    is_flag=False,
    flag_value=PLAYED,
    metavar="[STORE]",
    type=click.Path(path_type=Path),
    help=f"Let people play, too; their games are kept in STORE ({PLAYED}).",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def serve(runs: tuple[Path, ...], play: Path | None, host: str, port: int) -> None:
    """Show RUN... in the browser: standings, bots, games, replays.

    The pages follow a run that is going on. They are read-only, unless --play is given. Only
    this machine can see them, unless --host says otherwise.
    """
    if not runs and play is None:
        raise ArenaError("found no RUN, expected the store of one, or --play")
    with needing("web", "serve"):
        from arena.web.server import serve
    serve(runs, play, host, port, click.echo)
