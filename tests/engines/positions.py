"""Positions of any game, reached by random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import engines
from engines.base import Game, Move, Seat, State

Variant = Mapping[str, int]

GAMES: list[tuple[Game, Variant]] = [
    (game, variant) for game in map(engines.load, engines.names()) for variant in game.variants
]
"""Every registered game in each of its variants."""


def label(game: Game, variant: Variant) -> str:
    """A name for a game in a variant, such as `veletas-7`."""
    return "-".join([game.name, *map(str, variant.values())])


LABELS = [label(game, variant) for game, variant in GAMES]


def random_moves(state: State, rng: Random) -> dict[Seat, Move]:
    return {seat: state.random_move(seat, rng) for seat in state.to_move}


def random_game(state: State, rng: Random) -> Iterator[State]:
    """The states of a random game from `state` on, that one first."""
    yield state
    while state.outcome is None:
        state = state.play(random_moves(state, rng))
        yield state
