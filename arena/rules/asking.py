"""What people ask the rules, read from their texts, and told to them in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import engines
from arena.errors import ArenaError
from engines.base import Game, Move, MoveError, Seat, State, StateError

EXAMPLES = 3
"""How many moves are told where they are too many to list."""


def game_of(name: str) -> Game:
    """The game of this name. Raises ArenaError if there is none."""
    try:
        return engines.load(name)
    except engines.UnknownGame as error:
        raise ArenaError(str(error)) from error


def start_of(name: str, size: int | None) -> State:
    """The first state of a game. Raises ArenaError for a size that it has not."""
    try:
        return game_of(name).start(**({} if size is None else {"size": size}))
    except ValueError as error:
        raise ArenaError(str(error)) from error


def state_of(name: str, text: str) -> State:
    """The state of a game that `text` says. Raises ArenaError if it says none."""
    game = game_of(name)
    try:
        return game.parse(text)
    except StateError as error:
        raise ArenaError(f"no state of {game.name}: {error}") from error


def turn_of(state: State, texts: Sequence[str]) -> dict[Seat, Move]:
    """The moves of one turn by seat, from a text for each seat to move. Raises ArenaError for
    more or fewer of them, and for a move that is none."""
    if state.outcome:
        raise ArenaError(f"no move can be played: {standing(state)}")
    if len(texts) != len(state.to_move):
        seats = ", ".join(seat_words(state, seat) for seat in state.to_move)
        raise ArenaError(f"expected {len(state.to_move)} moves, of {seats}; got {len(texts)}")
    return {seat: _move(state, seat, text) for seat, text in zip(state.to_move, texts, strict=True)}


def _move(state: State, seat: Seat, text: str) -> Move:
    try:
        return state.parse_move(seat, text)
    except MoveError as error:
        raise ArenaError(f"{error.kind} move of {seat_words(state, seat)}: {error}") from error


def seat_words(state: State, seat: Seat) -> str:
    """A seat by its number and name."""
    return f"seat {seat} ({state.seat_name(seat)})"


def legal_words(state: State, seat: Seat) -> str:
    """All legal moves, or a few where they are too many to list."""
    if state.lists_moves:
        return " ".join(state.legal(seat))
    return f"too many to list, such as {' '.join(islice(state.legal(seat), EXAMPLES))}"


def standing(state: State) -> str:
    """Whose turn it is, or who has won and how."""
    if state.outcome is None:
        return f"to move: {', '.join(seat_words(state, seat) for seat in state.to_move)}"
    scores = state.outcome.scores
    if len(set(scores)) == 1:
        return f"over: a draw ({state.outcome.termination})"
    winner = scores.index(max(scores)) + 1
    return f"over: {seat_words(state, winner)} wins ({state.outcome.termination})"
