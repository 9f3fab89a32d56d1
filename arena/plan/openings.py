"""Openings: random turns that the arena plays first, the same in both games of a pair."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from arena.errors import RunError
from arena.plan.tournament import Openings
from arena.record import JointMove
from engines.base import Game, Move, Seat, State

MAX_DRAWS = 1000
MAX_SETUP = 100
"""Turns of a set-up; a game that needs more is taken to be broken."""


def draw(
    game: Game, variant: Mapping[str, int], openings: Openings, seed: int
) -> tuple[JointMove, ...]:
    """The opening of this seed, drawn anew until it leaves the game going.

    It has `random_turns` turns. Set-up turns count among them (in Veletas two turns are the
    first placement and the choice of colours), unless `after_placement`: then the whole set-up
    is played at random, and `random_turns` more turns. Raises RunError if no opening of this
    length leaves the game going.
    """
    rng = Random(seed)
    start = game.start(**variant)
    for _ in range(MAX_DRAWS):
        turns, end = _random_turns(start, openings, rng)
        if end.outcome is None:
            return turns
    raise RunError(f"{game.name}: {openings.random_turns} random turns always end the game")


def _random_turns(
    state: State, openings: Openings, rng: Random
) -> tuple[tuple[JointMove, ...], State]:
    """Random turns from `state`, as many as `openings` asks or until the game ends."""
    turns: list[JointMove] = []
    left = openings.random_turns
    while state.outcome is None and len(turns) < MAX_SETUP:
        in_setup = openings.after_placement and state.in_setup
        if not in_setup and left == 0:
            break
        left -= not in_setup
        moves = _random_moves(state, rng)
        turns.append(tuple(moves.items()))
        state = state.play(moves)
    return tuple(turns), state


def _random_moves(state: State, rng: Random) -> dict[Seat, Move]:
    return {seat: state.random_move(seat, rng) for seat in state.to_move}
