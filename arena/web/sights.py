"""What a viewer of a table is told, as plain values for JSON."""

from __future__ import annotations

from typing import Any

from arena import durations
from arena.sitting.manners import NO_CLOCK
from arena.sitting.sight import Dial, Ending, Played, SeatedBot, Sight, Sitter
from arena.views.choices import choices
from arena.views.story import Story, story, turn_story
from engines.base import State


def told(sight: Sight, known: int = 0) -> dict[str, Any]:
    """The sight; of the turns, those after the first `known`, or all when the game is over."""
    ending = sight.ending
    whole = story(ending.record) if ending and ending.record else None
    known = 0 if ending else min(known, len(sight.played))
    return {
        "seat": sight.seat,
        "on": sight.is_on,
        "turn": sight.turn,
        "known": known,
        "turns": whole["turns"] if whole else [_turn(each) for each in sight.played[known:]],
        "start": str(sight.played[0].before if sight.played else sight.state),
        "seats": [
            _seat(sight.state, number, sitter, dial)
            for number, (sitter, dial) in enumerate(zip(sight.sitters, sight.dials, strict=True), 1)
        ],
        "hidden": len(sight.state.to_move) > 1,
        "moves": list(sight.state.to_move) if sight.is_on else [],
        "may": sight.may_move,
        "sealed": sight.sealed,
        "resigning": sight.resigning,
        "waiting": list(sight.waiting),
        "choices": choices(sight.state, sight.seat) if sight.may_move and sight.seat else None,
        "end": _end(ending, whole) if ending else None,
    }


def _turn(played: Played) -> dict[str, Any]:
    nothing = dict.fromkeys(played.moves)
    return turn_story(played.turn, played.before, played.moves, nothing)


def _seat(state: State, seat: int, sitter: Sitter, dial: Dial | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": sitter.name,
        "who": state.seat_name(seat),
        "clock": _clock(dial),
        "words": clock_words(sitter),
    }


def clock_words(sitter: Sitter) -> str:
    """What a seat may spend, in words."""
    clock = sitter.clock
    if isinstance(sitter, SeatedBot):
        return f"up to {durations.told(clock.time or 0)} a move"
    if clock == NO_CLOCK:
        return "no clock"
    if clock.bank is not None:
        return f"{durations.told(clock.bank)} and {durations.told(clock.inc)} a move"
    return f"{durations.told(clock.time or 0)} a move"


def _clock(dial: Dial | None) -> dict[str, Any] | None:
    if dial is None or dial.time == NO_CLOCK.time:
        return None
    return {
        "time": dial.time,
        "bank": dial.bank,
        "elapsed": dial.elapsed,
        "runs": dial.runs,
    }


def _end(ending: Ending, whole: Story | None) -> dict[str, Any]:
    if whole is None:
        return {"title": "Not kept", "text": _sentence(ending.trouble), "scores": []}
    end = whole["end"]
    text = f"{end['text']} {_sentence(ending.trouble)}".strip()
    return {**end, "text": text, "id": ending.kept}


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
