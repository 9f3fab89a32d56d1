"""`arena play`: a game against a bot, in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import flags


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--against", "bot", required=True, metavar="BOT", help="Whom you play.")
@click.option("--size", type=int, help="The board's size, in a game that has several.")
@click.option("--seat", type=click.Choice(("1", "2")), default="1", show_default=True)
@click.option("--name", metavar="NAME", help="Your name in the tables; else your user's name.")
@click.option(
    "--time", callback=flags.milliseconds, metavar="DURATION", help="For each of your moves."
)
@click.option("--bank", callback=flags.milliseconds, metavar="DURATION", help="For all of them.")
@click.option(
    "--inc",
    callback=flags.milliseconds,
    default="0s",
    metavar="DURATION",
    help="Added to your bank after each move.",
)
@click.option(
    "--thinks",
    callback=flags.milliseconds,
    default="1s",
    show_default=True,
    metavar="DURATION",
    help="How long the bot may think on a move.",
)
@click.option(
    *("--option", "--set", "settings"),
    multiple=True,
    metavar="NAME=VALUE",
    help="Sets an option of the bot.",
)
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=flags.PLAYED,
    show_default=True,
    help="Where the game is kept.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**52 - 1), help="From which the bot's chance follows."
)
def play(
    game: str,
    bot: str,
    size: int | None,
    seat: str,
    name: str | None,
    time: int | None,
    bank: int | None,
    inc: int,
    thinks: int,
    settings: tuple[str, ...],
    store: Path,
    seed: int | None,
) -> None:
    """Play GAME (what-the-shell or veletas) against BOT in the terminal.

    BOT is a folder with a bot.yaml, a bundled bot's name (see `arena bots`) or a command line.
    You have no clock unless you ask for one. The finished game is kept in the store, in which
    all commands read it like any other.
    """
    from arena.sitting import evening

    terms = evening.Terms(time, bank, inc, thinks, settings, seed)
    evening.play(flags.contest(game, size), bot, int(seat), name, terms, store)
