"""The story of a game: everything that a page needs to show it, as plain values for JSON.

Made from a record, every turn judged anew by the reference engine. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arena.clock import MS, open_account
from arena.printable import printable
from arena.record import GameSpec, Record
from arena.rules.retrace import Step, TurnRefused, billed, first_state, rules_of, steps
from arena.views.clock_words import clock_words
from arena.views.game_end import game_end, rounded_ms
from engines.base import Move, Seat, State

Story = dict[str, Any]

MOST = 400
"""Signs of an `info` line that are told."""


def story(record: Record) -> Story:
    """The game from its first position to its end.

    Of a record that the reference engine refuses, it tells the turns before the refused one.
    """
    spec, confirmed = record.spec, list(_confirmed(record))
    first = first_state(spec)
    last = confirmed[-1].after if confirmed else first
    return {
        "id": spec.id,
        "game": spec.game,
        "title": rules_of(spec).title,
        "variant": dict(spec.variant),
        "start": str(first),
        "seats": [_seat(spec, last, seat) for seat in range(1, len(spec.players) + 1)],
        "turns": list(_turns(spec, confirmed)),
        "end": game_end(record, last, _last_events(confirmed)),
        "clock": clock_words([player.clock for player in spec.players]),
        "infos": [
            {"turn": info.turn, "seat": info.seat, "text": printable(info.text, MOST)}
            for info in record.infos
        ],
    }


def turn_story(
    turn: int,
    before: State,
    moves: Mapping[Seat, Move],
    ms: Mapping[Seat, float | None],
) -> Story:
    """One turn: who moved where in which time, what came of it, the position after it."""
    return {
        "turn": turn,
        "who": {str(seat): before.seat_name(seat) for seat in moves},
        "moves": {str(seat): str(move) for seat, move in moves.items()},
        "ms": {str(seat): ms[seat] for seat in moves},
        "events": [
            [event.word, event.seat, list(event.squares), event.text]
            for event in before.events(moves)
        ],
        "state": str(before.play(moves)),
    }


def _seat(spec: GameSpec, last: State, seat: Seat) -> Story:
    player = spec.players[seat - 1]
    return {
        "seat": seat,
        "bot": player.bot.name,
        "who": last.seat_name(seat),
        "time": player.clock.time,
        "bank": player.clock.bank,
    }


def _confirmed(record: Record) -> Iterator[Step]:
    try:
        yield from steps(record)
    except TurnRefused:
        return


def _turns(spec: GameSpec, confirmed: list[Step]) -> Iterator[Story]:
    """The turns, and after each of them what is left in every seat's bank."""
    accounts = {seat: open_account(player.clock) for seat, player in enumerate(spec.players, 1)}
    for step in confirmed:
        ms = {reply.seat: rounded_ms(reply) for reply in step.replies}
        told = turn_story(step.turn, step.before, step.moves, ms)
        for reply in step.replies:
            clock = spec.players[reply.seat - 1].clock
            accounts[reply.seat] = billed(clock, accounts[reply.seat], reply)
        banks = {
            str(seat): round(account.bank / MS)
            for seat, account in accounts.items()
            if spec.players[seat - 1].clock.bank is not None
        }
        yield told | {"banks": banks} | ({"opening": True} if _is_opening(spec, step) else {})


def _is_opening(spec: GameSpec, step: Step) -> bool:
    return step.turn <= len(spec.opening)


def _last_events(confirmed: list[Step]) -> list[str]:
    """What the last event of the last turn says, and those beside it that have the same word."""
    if not confirmed:
        return []
    events = confirmed[-1].before.events(confirmed[-1].moves)
    return [event.text for event in events if event.word == events[-1].word]
