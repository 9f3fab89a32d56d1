"""How a game ended, as plain values and sentences. Pure."""

from __future__ import annotations

from typing import Any

from arena.printable import printable
from arena.record import Record, Reply
from engines.base import State

DRAWS = {
    "board-full": "Draw: the board is full",
    "turn-limit": "Draw at the turn limit",
    "double-fault": "Draw: both failed in one turn",
    "resign": "Draw: both resigned",
}
WINS = {
    "line": "{winner} wins by a line",
    "sudden-death": "{winner} wins in sudden death",
    "majority": "{winner} wins by a majority",
    "resign": "{winner} wins: {loser} resigned",
    "illegal": "{winner} wins: {loser} sent no legal move",
    "timeout": "{winner} wins: {loser} ran out of time",
    "crash": "{winner} wins: {loser} ended before it answered",
    "protocol": "{winner} wins: {loser} broke the protocol",
    "startup": "{winner} wins: {loser} was not ready",
    "forfeit": "{winner} wins: {loser} forfeited the game",
}
"""What a termination comes to, in a sentence."""


def game_end(record: Record, last: State, last_events: list[str]) -> dict[str, Any]:
    """The result, its faults, and the answers of a last turn that was not played.

    `last_events` say what ended the game, where the rules did.
    """
    return {
        "termination": record.termination,
        "scores": list(record.scores),
        "title": _title(record, last),
        "text": _text(record, last, last_events),
        "faults": [
            {"seat": seat, "word": fault.word, "turn": fault.turn, "text": printable(fault.detail)}
            for seat, fault in enumerate(record.faults, 1)
            if fault
        ],
        "unplayed": [
            {
                "seat": reply.seat,
                "who": last.seat_name(reply.seat),
                "move": printable(reply.move),
                "ms": rounded_ms(reply),
            }
            for reply in record.last_replies
        ],
    }


def rounded_ms(reply: Reply) -> float | None:
    """An answer's milliseconds, as finely as anybody reads them."""
    return None if reply.ms is None else round(reply.ms, 3)


def _title(record: Record, last: State) -> str:
    word = record.termination
    if record.is_void:
        return "Void: not rated"
    if len(set(record.scores)) == 1:
        return DRAWS.get(word, f"Draw ({word})")
    winner = record.scores.index(max(record.scores)) + 1
    loser = record.scores.index(min(record.scores)) + 1
    sentence = WINS.get(word, f"{{winner}} wins ({word})")
    return sentence.format(winner=last.seat_name(winner), loser=last.seat_name(loser))


def _text(record: Record, last: State, last_events: list[str]) -> str:
    if record.is_void:
        return f"{printable(record.void_reason)}. It is played again with the same seeds."
    turns = len(record.turns)
    after = f"After {turns} turn{'' if turns == 1 else 's'}"
    if last.outcome is None or record.termination == "board-full":
        return f"{after}."
    return f"{after}: {'; '.join(last_events)}."
