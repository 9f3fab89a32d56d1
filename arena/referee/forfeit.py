"""The record of a game that is not played, because bots were set aside before it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from arena.record import FORFEIT, Fault, GameSpec, Record, Reply
from arena.referee.verdict import lost_by
from arena.rules.retrace import first_state


def forfeited(spec: GameSpec, reasons: Mapping[int, str]) -> Record:
    """The seats that `reasons` names lose; the game ends with its opening."""
    seats = len(spec.players)
    faults = {seat: Fault(FORFEIT, 0, reason) for seat, reason in reasons.items()}
    verdict = lost_by(seats, faults, ())
    state = first_state(spec)
    for joint in spec.opening:
        state = state.play({seat: state.parse_move(seat, move) for seat, move in joint})
    return Record(
        spec=spec,
        scores=verdict.scores,
        termination=verdict.termination,
        faults=verdict.faults,
        turns=tuple(tuple(Reply(seat, move, None) for seat, move in j) for j in spec.opening),
        stderr=("",) * seats,
        final=str(state),
        started=time.time(),
    )
