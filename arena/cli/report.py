"""`arena report`: a run in one file."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.extras import needing

LAST = 1000
_PATH = click.Path(path_type=Path)


def _most(_context: click.Context, parameter: click.Parameter, text: str) -> int | None:
    if text == "all":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise click.BadParameter(f"found {text!r}, expected a number or all", param=parameter)
    return int(text)


@click.command()
@click.argument("run", metavar="RUN", type=_PATH)
@click.option(
    "-o", "--output", "file", type=_PATH, metavar="FILE", help="RUN.html here if not given."
)
@click.option(
    "--games",
    "most",
    default=str(LAST),
    show_default=True,
    callback=_most,
    metavar="N|all",
    help="How many games can be replayed in it, the last ones.",
)
def report(run: Path, file: Path | None, most: int | None) -> None:
    """Write RUN, a run's store, to one file of HTML that any browser opens, without a server.

    It has the standings by each method, the course of the ratings, the cross-table, faults, and
    games with their replays. An older report is replaced, any other file is kept.
    """
    with needing("web", "report"):
        from arena.web.report.file import write
    where = file or Path(f"{run.stem}.html")
    size = write(run, where, most)
    click.echo(f"{where}: {size / 1e6:.2f} MB")
