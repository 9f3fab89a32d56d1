"""`arena repair`: save from a damaged store what is whole."""

from __future__ import annotations

from pathlib import Path

import click

from arena.words import counted, typed

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("run", metavar="RUN", type=_PATH)
@click.option("--to", "new", metavar="FILE", required=True, type=_PATH, help="The new store.")
def repair(run: Path, new: Path) -> None:
    """Copy what is whole in the damaged store RUN to the new store FILE.

    A game is copied if it is the one that was planned and the reference engine confirms it. RUN
    itself is only read. The command that is printed then plays the games that are missing.
    """
    from arena.run import PLAN
    from arena.store.repair import repair as save_whole

    done = save_whole(run, new, PLAN)
    lost = f"lost are {_ranges(done.lost)}" if done.lost else "none is lost"
    voids = f" and {done.voids} void ones" if done.voids else ""
    click.echo(f"{new} has {counted(done.saved, 'game')}{voids} of {run}; {lost}")
    if done.complete:
        click.echo(f"next: arena verify {typed(new)}, arena ratings {typed(new)}")
    else:
        click.echo(f"next: arena run FILE.yaml --store {typed(new)} plays the missing games")


def _ranges(ids: tuple[int, ...]) -> str:
    """Ascending numbers, those that follow each other as first-last."""
    found: list[list[int]] = []
    for id_ in ids:
        if found and found[-1][-1] == id_ - 1:
            found[-1] = [found[-1][0], id_]
        else:
            found.append([id_])
    return ", ".join("-".join(map(str, ends)) for ends in found)
