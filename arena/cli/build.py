"""`arena build`: build bots."""

from __future__ import annotations

from pathlib import Path

import click

from arena.limits import SANDBOXES


@click.command()
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--force", is_flag=True, help="Build even what has not changed.")
@click.option(
    "--sandbox",
    type=click.Choice(SANDBOXES),
    default="auto",
    show_default=True,
    help="Build where only the bot's folder can be written, without network: never, where "
    "bubblewrap works, or always.",
)
def build(bots: tuple[str, ...], force: bool, sandbox: str) -> None:
    """Run the build lines in the bot.yaml of each BOT, a folder or a bundled bot.

    A bot that has not changed since it was built is left alone. If a line fails, what it printed
    is shown, and the exit status is 1.
    """
    from arena.plan import building

    for bot in [building.find(text, Path.cwd()) for text in bots]:
        built = building.build(
            bot,
            sandbox,
            force,
            told=lambda line: click.echo(f"$ {line}"),
            way_out="--sandbox none builds without one",
        )
        if not bot.build:
            click.echo(f"{bot.name} needs no build")
        else:
            how = "is built in" if built else "has not changed since it was built in"
            click.echo(f"{bot.name} {how} {bot.folder}")
