"""Whether a record is what the rules make of it: the first difference, in a sentence. Pure."""

from __future__ import annotations

from arena.record import VOID, Record
from arena.rules.retrace import TurnRefused, first_state, steps
from engines.base import MoveError, State


def difference(record: Record) -> str | None:
    """The first thing in the record that the reference engine does not confirm, or None."""
    state, opening = first_state(record.spec), record.spec.opening
    try:
        for step in steps(record):
            if step.turn <= len(opening) and tuple(step.moves.items()) != opening[step.turn - 1]:
                return f"turn {step.turn}: the move is not that of the opening"
            state = step.after
    except TurnRefused as error:
        return str(error)
    if len(record.turns) < len(opening) and not record.is_void:
        return f"{len(record.turns)} turns are fewer than the {len(opening)} of the opening"
    if str(state) != record.final:
        return f"the last position is {str(state)!r}, the record says {record.final!r}"
    return _end(record, state)


def _end(record: Record, state: State) -> str | None:
    """What is wrong with the result, the last position being right."""
    outcome = state.outcome
    if outcome:
        found = (record.termination, record.scores)
        due = (outcome.termination, outcome.scores)
        return None if found == due else f"the result is {due}, the record says {found}"
    faults = {seat: fault for seat, fault in enumerate(record.faults, 1) if fault}
    for reply in record.last_replies:
        fault = faults.get(reply.seat)
        if fault and fault.word == "illegal" and is_legal(state, reply.seat, reply.move):
            return f"seat {reply.seat}'s move {reply.move!r} is legal, the record says illegal"
    if record.termination == "turn-limit":
        return _draw_by_length(record)
    if not faults and record.termination not in ("resign", VOID):
        return f"the game is not over, the record says {record.termination}"
    return _loss(record, [fault.word for fault in faults.values()])


def _draw_by_length(record: Record) -> str | None:
    played, limit = len(record.turns), record.spec.turn_limit
    if played < limit:
        return f"{played} turns are fewer than the limit of {limit}"
    return None if set(record.scores) == {0.5} else f"turn-limit cannot come to {record.scores}"


def _loss(record: Record, words: list[str]) -> str | None:
    """What is wrong with the result of a game that was resigned, spoilt or lost by a fault."""
    word, scores, seats = record.termination, record.scores, len(record.spec.players)
    draw = (0.5,) * seats
    if word == "resign":
        fits = (scores == draw or set(scores) == {0.0, 1.0}) and _resigned(record)
    elif word in (VOID, "double-fault"):
        fits = scores == (draw if word == "double-fault" else ())
    else:
        fits = word in words and scores == tuple(float(fault is None) for fault in record.faults)
    return None if fits else f"{word} with {words} cannot come to {scores}"


def _resigned(record: Record) -> bool:
    """Whether those who did not win gave no move at the end, as who resigns does."""
    silent = {reply.seat for reply in record.last_replies if not reply.move}
    return all(seat in silent for seat, score in enumerate(record.scores, 1) if score < 1)


def is_legal(state: State, seat: int, text: str) -> bool:
    """Whether `text` is a move of `seat` here."""
    try:
        state.parse_move(seat, text)
    except MoveError:
        return False
    return True
