"""`arena feed`: a recorded game's lines for a bot, without clocks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.flags import milliseconds, note_outdated
from arena.errors import RunError
from arena.words import typed

if TYPE_CHECKING:
    from arena.feed import Feeding


@click.command()
@click.argument("bot", metavar="BOT")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("game", metavar="GAME", type=click.IntRange(min=1))
@click.option("--seat", type=int, help="Whose lines; by default the seat of BOT, or who lost.")
@click.option("--turn", type=int, help="Stop after this turn, and show its lines.")
@click.option(
    "--write",
    "file",
    type=click.Path(path_type=Path),
    help="Only write the lines to a file, to run the bot on them by hand.",
)
@click.option(
    "--wait",
    callback=milliseconds,
    default="60s",
    metavar="DURATION",
    help="How long to wait for an answer; 60s by default.",
)
@click.pass_context
def feed(
    context: click.Context,
    bot: str,
    run: Path,
    game: int,
    seat: int | None,
    turn: int | None,
    file: Path | None,
    wait: int,
) -> None:
    """Send BOT the exact lines of game GAME of RUN, and show its answers beside the recorded ones.

    BOT is a folder with a bot.yaml, a bundled bot's name or a command line. No clock is kept, so
    the bot may run under a debugger or with more output. `> ` marks what it is sent.

    Exit status 0 if all answers are the same, 1 if not.
    """
    from arena.feed import Feeding, choose_seat
    from arena.plan.bots import resolve
    from arena.store.store import Store
    from arena.views.comparison import HEAD, Answers

    (spec,) = resolve((bot,))
    note_outdated((spec,))
    with Store.open(run) as store:
        record = store.record(game)
    place = choose_seat(record, spec.name) if seat is None else seat
    with Feeding(spec, record, place, turn) as feeding:
        if file:
            _write(feeding, file)
            return
        who = record.spec.bots[place - 1]
        click.echo(f"game {game} of {run}, seat {place}, which was {who}'s, for {spec.name}")
        click.echo(HEAD)
        answers = Answers()
        for answer in feeding.compare(wait):
            click.echo(answers.row(answer))
        for text in answers.end(feeding.stderr(), show_last=turn is not None):
            click.echo(text)
    if not answers.is_same:
        context.exit(1)


def _write(feeding: Feeding, file: Path) -> None:
    try:
        file.write_text(feeding.text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write {file}: {error.strerror}") from None
    click.echo(f"{feeding.command} < {typed(file.resolve())}")
