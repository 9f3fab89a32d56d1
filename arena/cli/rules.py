"""`arena rules`: ask the reference engines what the rules say."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import ArenaError, RunError
from arena.rules.asking import legal_words, seat_words, standing, start_of, state_of, turn_of
from arena.rules.vectors import PERFT_LIMIT, check_file
from arena.views.board import board
from engines.perft import perft as count_sequences


@click.group()
def rules() -> None:
    """Ask the reference engines: positions, legal moves, what a turn does.

    GAME is what-the-shell or veletas. STATE is one argument: quote it, and take what `start` or
    `play` prints.
    """


@rules.command()
@click.argument("name", metavar="GAME")
@click.option("--size", type=int, help="The board's size, in a game that has several.")
def start(name: str, size: int | None) -> None:
    """Print the first state of GAME."""
    click.echo(str(start_of(name, size)))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
def show(name: str, text: str) -> None:
    """Draw STATE as a board and say whose turn it is."""
    state = state_of(name, text)
    click.echo(board(name, str(state)))
    click.echo(standing(state))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
def moves(name: str, text: str) -> None:
    """List the legal moves in STATE, a line for each seat that is to move."""
    state = state_of(name, text)
    for seat in state.to_move:
        click.echo(f"{seat_words(state, seat)}: {legal_words(state, seat)}")
    if state.outcome:
        click.echo(standing(state))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
@click.argument("turn", metavar="MOVE...", nargs=-1, required=True)
def play(name: str, text: str, turn: tuple[str, ...]) -> None:
    """Play one turn from STATE: a MOVE for each seat to move, in the order of the seats.

    Prints the new state, a line for each thing that happened, and the outcome.
    """
    state = state_of(name, text)
    joint = turn_of(state, turn)
    after = state.play(joint)
    click.echo(str(after))
    for event in state.events(joint):
        click.echo(event.text)
    click.echo(standing(after))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
@click.argument("depth", type=click.IntRange(min=0))
def perft(name: str, text: str, depth: int) -> None:
    """Count the sequences of exactly DEPTH turns from STATE."""
    click.echo(str(count_sequences(state_of(name, text), depth)))


@rules.command()
@click.argument(
    "files",
    metavar="FILE.jsonl...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--perft-limit",
    type=click.IntRange(min=0),
    default=PERFT_LIMIT,
    show_default=True,
    help="Leave out perft counts above this.",
)
def check(files: tuple[Path, ...], perft_limit: int) -> None:
    """Check the rules vectors in each FILE, with a verdict a line.

    Exit status 1 if one of them fails.
    """
    verdicts = failures = 0
    for path in files:
        for verdict in check_file(path, perft_limit):
            click.echo(str(verdict))
            verdicts += 1
            failures += verdict.problem is not None
    if not verdicts:
        raise ArenaError(f"no vectors in {', '.join(map(str, files))}, expected JSON lines")
    if failures:
        raise RunError(f"{failures} of {verdicts} vectors fail")
    click.echo(f"all {verdicts} vectors pass")
