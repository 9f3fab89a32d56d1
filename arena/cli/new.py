"""`arena new`: a bot to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from arena.words import typed


@click.command()
@click.argument("language")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help="The bot's name; that of the folder by default.")
def new(language: str, folder: Path, name: str | None) -> None:
    """Make FOLDER a bot in LANGUAGE that plays legal moves at random, and let it play a game.

    LANGUAGE is c, cpp, go, java, javascript, python, rust or shell.
    """
    from arena import starters
    from arena.first_game import GAME, OPPONENT, first_game
    from arena.plan import building

    choice, here = starters.copy(language, folder, name), typed(folder)
    bot = building.find(str(folder), Path.cwd())
    click.echo(f"{bot.name} is in {folder}")
    building.build(
        bot,
        told=lambda line: click.echo(f"$ {line}"),
        way_out=f"arena build --sandbox none {here} builds without one",
    )
    click.echo(first_game(folder))
    click.echo(f"edit {choice}, which picks the moves")
    build = f"arena build {here} && " if bot.build else ""
    click.echo(f"then: {build}arena match {here} {OPPONENT} --game {GAME}")
