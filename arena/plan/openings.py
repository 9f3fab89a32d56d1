"""Openings: what is played before the bots move, the same in both games of a pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from random import Random

from arena.errors import RunError
from arena.plan.tournament import Openings
from arena.record import JointMove
from engines.base import Game, Move, Seat, State

MAX_DRAWS = 1000
MAX_SETUP = 100
"""Turns of a set-up; a game that needs more is taken to be broken."""
PLAYOUTS = 32
"""Random games that tell whether an opening favours a seat."""
BALANCED = 0.1
"""How far from a half seat 1 may score in them."""
CANDIDATES = 50
"""How many openings are looked at before the most balanced of them is taken."""

Opening = tuple[tuple[JointMove, ...], State]
"""Its turns, and the state after them."""


def draw(
    game: Game, variant: Mapping[str, int], openings: Openings, seed: int
) -> tuple[JointMove, ...]:
    """The opening of this seed, drawn anew until it leaves the game going.

    It has `random_turns` turns. Set-up turns count among them (in Veletas two turns are the
    first placement and the choice of colours), unless `after_placement`: then the whole set-up
    is played at random, and `random_turns` more turns. If it is to be `balanced`, it is drawn
    anew until random games from its end favour neither seat. Raises RunError if no opening of
    this length leaves the game going.
    """
    rng = Random(seed)
    going = _going(game.start(**variant), openings, rng)
    found = _most_balanced(going, rng) if openings.balanced else next(going, None)
    if found is None:
        raise RunError(f"{game.name}: {openings.random_turns} random turns always end the game")
    return found[0]


def pick(states: tuple[str, ...], number: int, seed: int) -> str:
    """The state of the meeting of this number, counted from 0: all come once, in an order that
    follows from the seed, then again in another."""
    cycle, place = divmod(number, len(states))
    return states[_order(len(states), cycle, seed)[place]]


@lru_cache(maxsize=16)
def _order(count: int, cycle: int, seed: int) -> list[int]:
    return Random(f"{seed} {cycle}").sample(range(count), count)


def _going(start: State, openings: Openings, rng: Random) -> Iterator[Opening]:
    """Openings that leave the game going."""
    for _ in range(MAX_DRAWS):
        turns, end = _random_turns(start, openings, rng)
        if end.outcome is None:
            yield turns, end


def _most_balanced(found: Iterator[Opening], rng: Random) -> Opening | None:
    """The first opening that is balanced, or the one that comes nearest."""
    best, least = None, 1.0
    for opening in islice(found, CANDIDATES):
        favour = abs(_score(opening[1], rng) - 0.5)
        if favour < least:
            best, least = opening, favour
        if favour <= BALANCED:
            break
    return best


def _score(state: State, rng: Random) -> float:
    """What seat 1 scores in random games from here, on average."""
    return sum(_random_game(state, rng) for _ in range(PLAYOUTS)) / PLAYOUTS


def _random_game(state: State, rng: Random) -> float:
    while state.outcome is None:
        state = state.play(_random_moves(state, rng))
    return state.outcome.scores[0]


def _random_turns(state: State, openings: Openings, rng: Random) -> Opening:
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
