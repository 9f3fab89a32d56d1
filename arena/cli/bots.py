"""`arena bots`: the bots that come with the arena."""

from __future__ import annotations

import json

import click

from arena.plan.bots import Description, bundled


@click.command()
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to print them.",
)
def bots(style: str) -> None:
    """List the bundled bots: the names that stand for a BOT everywhere.

    A BOT is a folder with a bot.yaml, else one of these names, else a command line.
    """
    described = bundled()
    if style == "json":
        click.echo(json.dumps([_object(bot) for bot in described], indent=2, ensure_ascii=False))
        return
    rows = [("bot", "games", "author", "description")]
    rows += [(bot.name, ", ".join(bot.games), bot.author, bot.description) for bot in described]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _object(bot: Description) -> dict[str, object]:
    return {
        "name": bot.name,
        "games": bot.games,
        "author": bot.author,
        "description": bot.description,
        "options": dict(bot.options),
    }
