"""Perft: counting the ways a game can go on, the classic check of a rules implementation."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import islice, product
from math import prod

from engines.base import Move, Seat, State

_ALL = sys.maxsize - 1
"""More sequences than can be counted."""


def perft(state: State, depth: int, most: int = _ALL) -> int:
    """The number of sequences of exactly `depth` turns; seats that decide together make one turn.

    A game that ends earlier adds nothing. Moves of the last turn are counted, not played. Where
    there are more than `most`, counting stops, and the number is any above it.
    """
    if depth == 0:
        return 1
    seats = state.to_move
    if not seats:
        return 0
    if depth == 1:
        return prod(sum(1 for _ in islice(state.legal(seat), most + 1)) for seat in seats)
    total = 0
    for moves in _joint_moves(state):
        total += perft(state.play(moves), depth - 1, most - total)
        if total > most:
            break
    return total


def _joint_moves(state: State) -> Iterator[Mapping[Seat, Move]]:
    """What the seats may play together, the first seat's moves one by one as they are found."""
    first, *others = state.to_move
    rest = [tuple(state.legal(seat)) for seat in others]
    for move in state.legal(first):
        for moves in product(*rest):
            yield {first: move, **dict(zip(others, moves, strict=True))}
