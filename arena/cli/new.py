"""`arena new`: a bot to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import RunError

if TYPE_CHECKING:
    from arena.record import Record

GAME = "what-the-shell"
TIME = 1000
"""Milliseconds for each move of the first game: it is to show that the bot plays, not how fast."""


@click.command()
@click.argument("language")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help="The bot's name; that of the folder by default.")
def new(language: str, folder: Path, name: str | None) -> None:
    """Make FOLDER a bot in LANGUAGE that plays legal moves at random, and let it play a game.

    LANGUAGE is c, cpp, go, java, javascript, python, rust or shell.
    """
    from arena import starters
    from arena.plan import building

    choice = starters.copy(language, folder, name)
    bot = building.find(str(folder), Path.cwd())
    click.echo(f"{bot.name} is in {folder}")
    building.build(
        bot,
        told=lambda line: click.echo(f"$ {line}"),
        way_out=f"arena build --sandbox none {shlex.quote(str(folder))} builds without one",
    )
    click.echo(_told(_first_game(folder)))
    click.echo(f"edit {choice}, which picks the moves")
    click.echo(f"then: {_next(shlex.quote(str(folder)), bool(bot.build))}")


def _next(folder: str, builds: bool) -> str:
    """The commands with which an author goes on."""
    match = f"arena match {folder} random --game {GAME}"
    return f"arena build {folder} && {match}" if builds else match


def _first_game(folder: Path) -> Record:
    from arena import match
    from arena.clock import Clock
    from arena.plan import tournament
    from arena.plan.bots import from_folder, resolve

    bots = (from_folder(folder), *resolve(["random"]))
    plan = tournament.match(bots, tournament.contest(GAME), games=1, clock=Clock(time=TIME))
    score = match.play(plan)
    if not score.games:
        raise RunError("the first game could not be played: the machine is too busy")
    return score.games[0]


def _told(record: Record) -> str:
    """How the game went for the new bot, which has seat 1. Raises RunError if by its fault."""
    if fault := record.faults[0]:
        raise RunError(f"the new bot lost its first game: {fault.word}: {fault.detail}")
    verb = {1.0: "won", 0.5: "drew", 0.0: "lost"}[record.scores[0]]
    turns = len(record.turns)
    return f"it {verb} a game of {GAME} against random: {record.termination} in turn {turns}"
