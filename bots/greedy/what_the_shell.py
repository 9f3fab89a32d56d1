"""Greedy at What the Shell: rates every empty square by what a turtle on it would do now."""

from __future__ import annotations

from random import Random
from typing import cast

from arena.client import Seat, State
from engines.what_the_shell import (
    AXES,
    BIT,
    BLACK,
    MOVES,
    Position,
    captures,
)

MAKE = (1, 4, 15, 60, 1000)
"""What a turtle is worth in a line of five that holds so many of mine and nothing else."""
BLOCK = (0, 3, 12, 50, 900)
"""The same where the others are the opponent's."""
CAPTURE, GUARD = 25, 20
"""What a capture is worth, and standing where the opponent could make one."""
NEAR = 0.9
"""Squares that rate at least so much of the best are as good: two bots that always chose the
very best square would choose the same, and lay an egg."""


def _lines() -> dict[int, list[int]]:
    """The lines of five through each square, as bitboards."""
    through: dict[int, list[int]] = {square: [] for square in MOVES}
    for start in MOVES:
        for step in AXES:
            squares = range(start, start + 5 * step, step)
            if through.keys() >= set(squares):
                line = sum(BIT[square] for square in squares)
                for square in squares:
                    through[square].append(line)
    return through


LINES = _lines()


def choose(state: State, seat: Seat, rng: Random) -> str:
    """A square that is about as good as any."""
    return rng.choice(favourites(cast(Position, state), seat))


def favourites(position: Position, seat: Seat) -> list[str]:
    """The squares that are about as good as any, each as likely to be chosen."""
    ratings = rated(position, seat)
    enough = NEAR * max(ratings.values())
    return [move for move, rating in ratings.items() if rating >= enough]


def rated(position: Position, seat: Seat) -> dict[str, float]:
    """Every empty square with how good it looks."""
    black, white, eggs = position.black, position.white, position.eggs
    own, other = (black, white) if seat == BLACK else (white, black)
    return {
        move: _rating(square, own, other, eggs)
        for square, move in MOVES.items()
        if position.empty & BIT[square]
    }


def _rating(square: int, own: int, other: int, eggs: int) -> float:
    rating = CAPTURE * len(captures(own, other | eggs, square))
    rating += GUARD * len(captures(other, own | eggs, square))
    for line in LINES[square]:
        mine, theirs = (own & line).bit_count(), (other & line).bit_count()
        if not (eggs & line or (mine and theirs)):
            rating += BLOCK[theirs] if theirs else MAKE[mine]
    return rating
