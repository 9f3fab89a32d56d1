"""Playthroughs: a whole game of each kind as readable text, kept and replayed line by line.

To write one anew: `python -m tests.engines.playthrough GAME [--size N] [--seed N]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import click

import engines
from engines.base import Game, Seat, State
from tests.engines.positions import Variant, label, random_moves

FOLDER = Path(__file__).parent / "playthroughs"

Chooser = Callable[[State], dict[Seat, str]]
"""Says the move of each seat that is to move."""


def path(game: Game, variant: Variant) -> Path:
    return FOLDER / f"{label(game, variant)}.txt"


def at_random(seed: int) -> Chooser:
    rng = Random(seed)
    return lambda state: dict(random_moves(state, rng))


def as_told(lines: list[str]) -> Chooser:
    """The moves of a playthrough's lines, turn by turn."""
    turns = iter([line.split()[2:] for line in lines if line.startswith("turn ")])
    return lambda state: {int(move[0]): move[2:] for move in next(turns)}


def tell(game: Game, variant: Variant, choose: Chooser) -> Iterator[str]:
    """The lines of a game: for each turn its moves, what they did, and the state after."""
    state = game.start(**variant)
    yield f"{game.title} {' '.join(f'{key}={value}' for key, value in variant.items())}".rstrip()
    yield f"state {state}"
    turn = 0
    while state.outcome is None:
        turn += 1
        moves = {seat: state.parse_move(seat, text) for seat, text in choose(state).items()}
        yield f"turn {turn} {' '.join(f'{seat}:{move}' for seat, move in moves.items())}"
        for event in state.events(moves):
            yield f"  {event.word} {','.join(event.squares) or '-'}: {event.text}"
        state = state.play(moves)
        yield f"state {state}"
    scores = ",".join(f"{score:g}" for score in state.outcome.scores)
    yield f"outcome {scores} {state.outcome.termination}"


@click.command()
@click.argument("name", metavar="GAME", type=click.Choice(engines.names()))
@click.option("--size", type=int, help="The board's size, in a game that has several.")
@click.option("--seed", default=1, show_default=True, help="Another seed, another game.")
def main(name: str, size: int | None, seed: int) -> None:
    """Write the playthrough of a random game of GAME."""
    game = engines.load(name)
    sizes = [variant for variant in game.variants if size in (None, variant.get("size"))]
    for variant in sizes:
        lines = tell(game, variant, at_random(seed))
        path(game, variant).write_text("\n".join(lines) + "\n", encoding="utf-8")
        click.echo(f"wrote {path(game, variant)}")


if __name__ == "__main__":
    main()
