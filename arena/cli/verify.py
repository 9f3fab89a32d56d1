"""`arena verify`: replay a run's games through the reference engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.store.store import Store


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
def verify(run: Path) -> None:
    """Replay every game of RUN through the reference engine.

    Names the first difference of each game that has one; exit status 1 if there are any.
    """
    from arena.errors import RunError
    from arena.store.store import Store

    wrong = 0
    with Store.open(run) as store:
        games = sorted(store.done())
        for id_ in games:
            if found := _difference(store, id_):
                click.echo(f"game {id_}: {found}")
                wrong += 1
    if wrong:
        raise RunError(
            f"{wrong} of {len(games)} games of {run} are not what the rules make of them"
        )
    click.echo(f"all {len(games)} games of {run} are what the rules make of them")


def _difference(store: Store, id_: int) -> str | None:
    """What is wrong with a game; that it cannot be read, too."""
    from arena.errors import ArenaError
    from arena.rules.verify import difference
    from arena.store.database import reading

    try:
        with reading(store.path):
            return difference(store.record(id_))
    except ArenaError as error:
        return str(error)
