"""A game told again from its record, turn by turn, as text for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.errors import ArenaError
from arena.printable import printable
from arena.record import Fault, Record, Reply
from arena.rules.retrace import Step, TurnRefused, first_state, rules_of, steps
from arena.views.board import board
from arena.views.stray import stray_lines
from engines.base import State


def replay(record: Record, turn: int | None = None) -> Iterator[str]:
    """Blocks of text: the title, each turn (or only `turn`, from 1) and the end.

    A turn in which moves were due but not played shows the position, and why the game ended.
    Every move is judged anew by the reference engine. Raises ArenaError where it refuses one.
    """
    try:
        for block in _blocks(record, turn):
            yield printable(block, keep="\n")
    except TurnRefused as error:
        raise ArenaError(f"game {record.spec.id} breaks the rules in {error}") from None


def _blocks(record: Record, turn: int | None) -> Iterator[str]:
    played = len(record.turns)
    last = played + bool(record.last_replies)
    if turn is not None and not 1 <= turn <= last:
        raise ArenaError(f"no turn {turn}: game {record.spec.id} has {_turns(last)}")
    state = first_state(record.spec)
    yield title(record)
    if turn is None:
        yield board(record.spec.game, str(state))
    for step in steps(record):
        state = step.after
        if turn in (None, step.turn):
            yield _told(record, step)
    if turn is not None and turn > played:
        yield _due(record, state)
    if turn is None or turn > played:
        yield ending(record)


def _turns(last: int) -> str:
    return f"turns 1 to {last}" if last else "none: it ended before the first"


def _due(record: Record, state: State) -> str:
    """The position in which the moves were due that were not played, and who was to move."""
    movers = (
        f"{state.seat_name(reply.seat)} ({record.spec.bots[reply.seat - 1]})"
        for reply in record.last_replies
    )
    head = f"turn {len(record.turns) + 1}, due from {', '.join(movers)}"
    return "\n".join([head, board(record.spec.game, str(state))])


def _told(record: Record, step: Step) -> str:
    """One turn: who moved where in which time, what came of it, the board after it."""
    happened = [f"  {event.text}" for event in step.before.events(step.moves)]
    head = f"turn {step.turn}: {_answers(step.before, record, step.replies)}"
    return "\n".join([head, *happened, board(record.spec.game, str(step.after))])


def title(record: Record) -> str:
    """The game, its number and who sat where."""
    spec = record.spec
    variant = "".join(f" {key} {value}" for key, value in spec.variant)
    seats = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(spec.bots, 1))
    return f"game {spec.id}: {rules_of(spec).title}{variant}, {seats}"


def ending(record: Record) -> str:
    """The result in a sentence, a line for each fault, the answers that were not played, and who
    wrote what is no answer."""
    lines = [result(record)]
    if record.last_replies and (unplayed := _unplayed(record)):
        lines.append(f"  not played: {unplayed}")
    for name, fault in zip(record.spec.bots, record.faults, strict=True):
        if fault:
            lines.append(f"  {_fault(name, fault)}")
    lines += [f"  {told}" for told in stray_lines(record)]
    return "\n".join(lines)


def result(record: Record) -> str:
    """Who won and how."""
    if record.is_void:
        return f"void: {record.void_reason}"
    if len(set(record.scores)) == 1:
        return f"draw ({record.termination})"
    winner = record.spec.bots[record.scores.index(max(record.scores))]
    return f"{winner} wins ({record.termination})"


def _fault(name: str, fault: Fault) -> str:
    where = f" in turn {fault.turn}" if fault.turn else ""
    return f"{name}{where}: {fault.word}: {fault.detail}"


def _unplayed(record: Record) -> str:
    names = record.spec.bots
    return ", ".join(f"{names[r.seat - 1]} {r.move}" for r in record.last_replies if r.move)


def _answers(state: State, record: Record, replies: Sequence[Reply]) -> str:
    names = record.spec.bots
    told = (
        f"{state.seat_name(reply.seat)} ({names[reply.seat - 1]}) {reply.move}{_time(reply)}"
        for reply in replies
    )
    return ", ".join(told)


def _time(reply: Reply) -> str:
    return " opening" if reply.ms is None else f" {reply.ms:.1f} ms"
