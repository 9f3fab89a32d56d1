"""`arena rules`: ask the reference engines what the rules say."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

import engines
from arena.errors import ArenaError, RunError
from arena.rules.vectors import PERFT_LIMIT, check_file
from arena.views.board import board
from engines.base import Game, Move, MoveError, Seat, State, StateError
from engines.perft import perft as count_sequences

EXAMPLES = 3


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
    try:
        click.echo(str(_game(name).start(**({} if size is None else {"size": size}))))
    except ValueError as error:
        raise ArenaError(str(error)) from error


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
def show(name: str, text: str) -> None:
    """Draw STATE as a board and say whose turn it is."""
    state = _state(name, text)
    click.echo(board(name, str(state)))
    click.echo(_standing(state))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
def moves(name: str, text: str) -> None:
    """List the legal moves in STATE, a line for each seat that is to move."""
    state = _state(name, text)
    for seat in state.to_move:
        click.echo(f"{_seat(state, seat)}: {_listed(state, seat)}")
    if state.outcome:
        click.echo(_standing(state))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
@click.argument("turn", metavar="MOVE...", nargs=-1, required=True)
def play(name: str, text: str, turn: tuple[str, ...]) -> None:
    """Play one turn from STATE: a MOVE for each seat to move, in the order of the seats.

    Prints the new state, a line for each thing that happened, and the outcome.
    """
    state = _state(name, text)
    joint = _joint(state, turn)
    after = state.play(joint)
    click.echo(str(after))
    for event in state.events(joint):
        click.echo(event.text)
    click.echo(_standing(after))


@rules.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="STATE")
@click.argument("depth", type=click.IntRange(min=0))
def perft(name: str, text: str, depth: int) -> None:
    """Count the sequences of exactly DEPTH turns from STATE."""
    click.echo(str(count_sequences(_state(name, text), depth)))


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


def _game(name: str) -> Game:
    try:
        return engines.load(name)
    except engines.UnknownGame as error:
        raise ArenaError(str(error)) from error


def _state(name: str, text: str) -> State:
    game = _game(name)
    try:
        return game.parse(text)
    except StateError as error:
        raise ArenaError(f"no state of {game.name}: {error}") from error


def _joint(state: State, turn: tuple[str, ...]) -> dict[Seat, Move]:
    """The moves of one turn by seat."""
    if state.outcome:
        raise ArenaError(f"no move can be played: {_standing(state)}")
    if len(turn) != len(state.to_move):
        seats = ", ".join(_seat(state, seat) for seat in state.to_move)
        raise ArenaError(f"expected {len(state.to_move)} moves, of {seats}; got {len(turn)}")
    return {seat: _move(state, seat, text) for seat, text in zip(state.to_move, turn, strict=True)}


def _move(state: State, seat: Seat, text: str) -> Move:
    try:
        return state.parse_move(seat, text)
    except MoveError as error:
        raise ArenaError(f"{error.kind} move of {_seat(state, seat)}: {error}") from error


def _seat(state: State, seat: Seat) -> str:
    return f"seat {seat} ({state.seat_name(seat)})"


def _listed(state: State, seat: Seat) -> str:
    """All legal moves, or a few where they are too many to list."""
    if state.lists_moves:
        return " ".join(state.legal(seat))
    return f"too many to list, such as {' '.join(islice(state.legal(seat), EXAMPLES))}"


def _standing(state: State) -> str:
    """Whose turn it is, or who has won and how."""
    if state.outcome is None:
        return f"to move: {', '.join(_seat(state, seat) for seat in state.to_move)}"
    scores = state.outcome.scores
    if len(set(scores)) == 1:
        return f"over: a draw ({state.outcome.termination})"
    winner = scores.index(max(scores)) + 1
    return f"over: {_seat(state, winner)} wins ({state.outcome.termination})"
