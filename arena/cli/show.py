"""`arena show`: replay a game turn by turn."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("game", metavar="GAME", type=click.IntRange(min=1))
@click.option("--turn", type=int, help="Only this turn.")
@click.option("--stderr", is_flag=True, help="What the bots wrote to stderr, too.")
def show(run: Path, game: int, turn: int | None, stderr: bool) -> None:
    """Replay game number GAME of RUN: moves, times, what happened, the board.

    A fault at its end is explained: what the bot sent, what was due, how to see it again.
    """
    from arena.store.store import Store
    from arena.views.explain import endings
    from arena.views.replay import replay

    with Store.open(run) as store:
        record = store.record(game)
    for block in replay(record, turn):
        click.echo(block + "\n")
    for block in endings(record, run, turn):
        click.echo(block + "\n")
    if stderr:
        for name, text in zip(record.spec.bots, record.stderr, strict=True):
            click.echo(f"stderr of {name}:\n{text or '(nothing)'}")
