"""`arena verify`: replay a run's games through the reference engine."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import RunError


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
def verify(run: Path) -> None:
    """Replay every game of RUN through the reference engine.

    Names the first difference of each game that has one; exit status 1 if there are any.
    """
    from arena.store.store import Store
    from arena.verify import differences

    wrong = 0
    with Store.open(run) as store:
        for id_, found in differences(store):
            click.echo(f"game {id_}: {found}")
            wrong += 1
        games = len(store.done())
    if wrong:
        raise RunError(f"{wrong} of {games} games of {run} are not what the rules make of them")
    click.echo(f"all {games} games of {run} are what the rules make of them")
