"""Perft: counting the ways a game can go on, the classic check of a rules implementation."""

from __future__ import annotations

from itertools import product
from math import prod

from engines.base import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` turns; seats that decide together make one turn.

    A game that ends earlier adds nothing. Moves of the last turn are counted, not played.
    """
    if depth == 0:
        return 1
    seats = state.to_move
    if not seats:
        return 0
    if depth == 1:
        return prod(sum(1 for _ in state.legal(seat)) for seat in seats)
    joint_moves = product(*(tuple(state.legal(seat)) for seat in seats))
    return sum(
        perft(state.play(dict(zip(seats, moves, strict=True))), depth - 1) for moves in joint_moves
    )
