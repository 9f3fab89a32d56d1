"""Plays a record again through the reference engine, step by step. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import engines
from arena.clock import Account, Clock, bill
from arena.errors import ArenaError, StoreError
from arena.record import GameSpec, Record, Reply
from engines.base import Game, Move, MoveError, Seat, State


class TurnRefused(ArenaError):
    """A turn of a record that cannot be: `turn 3: illegal move 'a1': …`, or who has to move did
    not."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn that was played: its number from 1, the answers, the positions around it."""

    turn: int
    replies: tuple[Reply, ...]
    before: State
    moves: Mapping[Seat, Move]
    after: State


def rules_of(spec: GameSpec) -> Game:
    """The rules by which a game is played. Raises ArenaError if their package is not here."""
    try:
        return engines.load(spec.game)
    except engines.UnknownGame as error:
        raise ArenaError(
            f"game {spec.id}: {error}; install the package that has its rules"
        ) from None


def first_state(spec: GameSpec) -> State:
    """The position in which the game of `spec` begins, its opening not yet played.

    Raises StoreError where a damaged record gives none.
    """
    game = rules_of(spec)
    try:
        return game.start(**dict(spec.variant)) if spec.start is None else game.parse(spec.start)
    except (TypeError, ValueError) as error:
        raise StoreError(f"game {spec.id} is damaged: it begins nowhere: {error}") from None


def steps(record: Record) -> Iterator[Step]:
    """The turns of a record, each judged anew. Raises TurnRefused for one that cannot be."""
    state = first_state(record.spec)
    for turn, replies in enumerate(record.turns, 1):
        moves = _judged(turn, state, replies)
        after = state.play(moves)
        yield Step(turn, replies, state, moves, after)
        state = after


def _judged(turn: int, state: State, replies: tuple[Reply, ...]) -> dict[Seat, Move]:
    try:
        moves = {reply.seat: state.parse_move(reply.seat, reply.move) for reply in replies}
    except MoveError as error:
        raise TurnRefused(f"turn {turn}: {error.kind} move {error}") from None
    if not moves or moves.keys() != set(state.to_move):
        expected = list(state.to_move) or "the game's end before it"
        raise TurnRefused(f"turn {turn}: seats {sorted(moves)} moved, expected {expected}")
    return moves


def billed(clock: Clock, account: Account, reply: Reply) -> Account:
    """The account after an answer, as the referee keeps it: what is not billed, and the answer on
    which the flag falls, leave it as it was."""
    if reply.used is None:
        return account
    return bill(clock, account, reply.used) or account
