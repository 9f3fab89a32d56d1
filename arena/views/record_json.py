"""A whole record as plain values: a game's stable names, and all else that is kept of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.record import Record, Reply
from arena.rules.verify import difference
from arena.store.results import Result
from arena.views.frames import games
from arena.views.output import records


def record_json(record: Record) -> dict[str, Any]:
    """The game's row as in every export, its moves with their milliseconds, and what was said.

    `difference` is what the reference engine does not confirm of it, or None.
    """
    (row,) = records(games([Result.of(record)]))
    spec = record.spec
    return row | {
        "start": spec.start,
        "turn_limit": spec.turn_limit,
        "clocks": [asdict(player.clock) for player in spec.players],
        "moves": [_answers(turn) for turn in record.turns],
        "not_played": _answers(record.last_replies),
        "final": record.final,
        "fault_details": [fault and asdict(fault) for fault in record.faults],
        "infos": [asdict(info) for info in record.infos],
        "stderr": list(record.stderr),
        "noise": [asdict(noise) for noise in record.noise],
        "started": record.started,
        "seconds": record.seconds,
        "host": record.host,
        "difference": difference(record),
    }


def _answers(replies: tuple[Reply, ...]) -> list[dict[str, Any]]:
    """A turn's answers; those of an opening have no time."""
    return [{"seat": reply.seat, "move": reply.move, "ms": reply.ms} for reply in replies]
