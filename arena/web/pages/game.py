"""The page of a game: its replay, what was said, why it was lost, and the record as a file."""

from __future__ import annotations

import json
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from arena.printable import printable
from arena.record import FORFEIT, Record
from arena.rules.dialogue import dialogue, introduction
from arena.rules.retrace import TurnRefused
from arena.rules.verify import difference
from arena.views.explain import Explanation, explanation, feed_command
from arena.views.record_json import record_json
from arena.views.story import story
from arena.views.stray import stray
from arena.web.rendering import page, run_of
from arena.web.runs import Run
from engines.base import Seat

LINE = 2000
"""Signs of a protocol line that are shown."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the arena and the bot at a seat said to each other: lines by turn, the end of its
    stderr, and the command that has it answer once more. `stray` tells of lines that were none."""

    seat: Seat
    bot: str
    lines: tuple[tuple[int, str], ...]
    stray: str
    stderr: str
    again: str


def game(request: Request) -> Response:
    """A game's page."""
    run, record = _asked(request)
    seats = range(1, len(record.spec.players) + 1)
    return page(
        request,
        "game.html",
        run=run,
        record=record,
        story=story(record),
        variant=" ".join(f"{key} {value}" for key, value in record.spec.variant),
        difference=difference(record),
        explanations=_explanations(record, run),
        said=[_said(record, run, seat) for seat in seats],
    )


def game_record(request: Request) -> Response:
    """The whole record as JSON."""
    _, record = _asked(request)
    text = json.dumps(record_json(record), indent=1)
    return Response(f"{text}\n", media_type="application/json")


def _asked(request: Request) -> tuple[Run, Record]:
    run = run_of(request)
    with run.opened() as store:
        return run, store.record(request.path_params["id"])


def _explanations(record: Record, run: Run) -> list[Explanation]:
    """Why seats lost by faults; who forfeits was asked for nothing in this game."""
    faults = [(seat, fault) for seat, fault in enumerate(record.faults, 1) if fault]
    try:
        return [
            explanation(record, run.path, seat, fault)
            for seat, fault in faults
            if fault.word != FORFEIT
        ]
    except TurnRefused:
        return []


def _said(record: Record, run: Run, seat: Seat) -> Said:
    stderr = record.stderr[seat - 1] if record.stderr else ""
    return Said(
        seat=seat,
        bot=record.spec.bots[seat - 1],
        lines=_lines(record, seat),
        stray=stray(record.noise[seat - 1]) if record.noise else "",
        stderr=printable(stderr.rstrip(), keep="\n\t"),
        again=feed_command(record, run.path, seat),
    )


def _lines(record: Record, seat: Seat) -> tuple[tuple[int, str], ...]:
    """Every line with its turn; none of a record that the reference engine refuses."""
    try:
        exchanges = [*introduction(record, seat), *dialogue(record, seat)]
    except TurnRefused:
        return ()
    return tuple(
        (exchange.turn, printable(line, LINE)) for exchange in exchanges for line in exchange.lines
    )
