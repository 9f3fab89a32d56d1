"""`arena add`, `arena retire`, `arena merge`: a standing league."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import ArenaError
from arena.words import counted, typed

_PATH = click.Path(path_type=Path)
_RUN = click.argument("run", type=_PATH)


@click.command()
@_RUN
@click.argument("bot")
@click.option("--games", type=click.IntRange(min=1), help="Place it in so many games.")
@click.option("--name", help="What it is called there.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="To set.")
def add(
    run: Path,
    bot: str,
    games: int | None,
    name: str | None,
    options: tuple[str, ...],
) -> None:
    """Let BOT join RUN, a run's store.

    It meets everyone as if it had been there from the beginning. With --games it is placed: in so
    many games against those that tell most of it. Another version of a bot that is there already
    gets a name of its own. The command that is printed plays the games.
    """
    from dataclasses import replace

    from arena.league import add as join
    from arena.plan.bots import from_text, setting

    spec = from_text(bot, Path.cwd())
    spec = replace(
        spec,
        name=spec.name if name is None else name,
        options=tuple((dict(spec.options) | dict(map(setting, options))).items()),
    )
    named = join(run, spec, games, lambda text: click.echo(f"note: {text}"))
    click.echo(f"{named} joins {run}; next: arena run {typed(run)}")


@click.command()
@click.argument("out", type=_PATH)
@click.argument("runs", metavar="RUN RUN...", nargs=-1, required=True, type=_PATH)
def merge(out: Path, runs: tuple[Path, ...]) -> None:
    """Join the games of several runs' stores RUN in the new store OUT.

    The runs must be of the same games. A bot is the same in two runs if its files, command, options
    and clock are; others of the same name get a name of their own. OUT is for tables and
    replays; nothing more is played in it.
    """
    from arena.merge import merge as join

    if len(runs) < 2:
        raise ArenaError(f"found {len(runs)} run, expected at least 2")
    count = join(out, runs, lambda text: click.echo(f"note: {text}"))
    click.echo(f"{out} has {counted(count, 'game')}; next: arena ratings {typed(out)}")


@click.command()
@_RUN
@click.argument("bot")
def retire(run: Path, bot: str) -> None:
    """Let BOT play no more games in RUN, a run's store; those it has played stay and are rated."""
    from arena.league import retire as leave

    leave(run, bot)
    click.echo(f"{bot} plays no more in {run}")
