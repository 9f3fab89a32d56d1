"""A selection of games as an SQL condition on the table of games. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.store.packing import to_json
from arena.store.results import Selection
from arena.store.rows import Seating

_AMONG = "lineup IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class Where:
    """What stands after WHERE, and the values for its question marks."""

    text: str
    values: tuple[Any, ...]


def where(only: Selection, seatings: Mapping[int, Seating], has_surplus: bool) -> Where:
    """The condition that holds for the selected games of a store with these lineups."""
    terms = tuple(_terms(only, seatings, has_surplus))
    text = " AND ".join(["1", *(term.text for term in terms)])
    return Where(text, tuple(value for term in terms for value in term.values))


def _terms(only: Selection, seatings: Mapping[int, Seating], has_surplus: bool) -> Iterator[Where]:
    if only.bot is not None or only.game is not None or only.variant or only.pool:
        fitting = [id_ for id_, seating in seatings.items() if seating.fits(only)]
        yield Where(_AMONG, (to_json(fitting),))
    if only.termination is not None:
        yield Where("termination = ?", (only.termination,))
    if only.culprit is not None:
        yield _failed(only.culprit, only.fault or "any", seatings)
    elif only.fault is not None:
        text = "faults IS NOT NULL AND (? = 'any' OR instr(faults, ?))"
        yield Where(text, (only.fault, to_json(only.fault)))
    if has_surplus:
        yield Where(f"id {'IN' if only.surplus else 'NOT IN'} (SELECT id FROM surplus)", ())
    elif only.surplus:
        yield Where("0", ())


def _failed(bot: str, word: str, seatings: Mapping[int, Seating]) -> Where:
    """That this bot failed, at whatever seat, with this word or `any`. The plus keeps SQLite from
    going by the bot's lineups: those of its games that have faults are far fewer."""
    texts, values = [], list[Any]()
    for seat in range(max((len(seating.bots) for seating in seatings.values()), default=0)):
        fault = f"json_extract(faults, '$[{seat}]')"
        texts.append(f"(+{_AMONG} AND {fault} IS NOT NULL AND ? IN ('any', {fault}))")
        there = [
            id_ for id_, seating in seatings.items() if (bot,) == seating.bots[seat : seat + 1]
        ]
        values += [to_json(there), word]
    return Where(f"faults IS NOT NULL AND ({' OR '.join(texts) or '0'})", tuple(values))
