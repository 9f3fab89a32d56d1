"""`arena check`: does a bot keep to the protocol?"""

from __future__ import annotations

import json

import click

from arena.cli.flags import milliseconds, note_outdated


@click.command()
@click.argument("bot", metavar="BOT")
@click.option("--only", metavar="CHECK", multiple=True, help="Only this check and what it needs.")
@click.option(
    "--games",
    type=click.IntRange(min=8),
    default=200,
    show_default=True,
    help="Over which memory may not grow.",
)
@click.option(
    "--startup",
    callback=milliseconds,
    default="10s",
    metavar="DURATION",
    help="To wait for each `ready`; 10s by default.",
)
@click.option("--format", "form", type=click.Choice(("table", "json")), default="table")
@click.pass_context
def check(
    context: click.Context, bot: str, only: tuple[str, ...], games: int, startup: int, form: str
) -> None:
    """Examine BOT: does it keep to the protocol, and to the rules of its games?

    BOT is a folder with a bot.yaml, a bundled bot's name or a command line. Each check says pass,
    advice, fail or skipped, why it matters and where SPEC.md says so; advice and failures come
    with the lines that were said. Games that BOT does not play are left out.

    Exit status 1 if a check failed.
    """
    from arena.examiner.exam import Effort
    from arena.examiner.examination import examine
    from arena.plan.bots import resolve
    from arena.views import examination

    (spec,) = resolve((bot,))
    note_outdated((spec,))
    examined = []
    for each in examine(spec, Effort(startup=startup, games=games), only):
        examined.append(each)
        if form == "table":
            click.echo(examination.told(each))
    if form == "json":
        found = examination.to_object(spec.name, examined)
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        click.echo(examination.summary(spec.name, examined))
    if examination.failed(examined):
        context.exit(1)
