"""How often a bot took how long for a move. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil, floor, log10

from arena.clock import MS
from arena.record import Record
from arena.views.time_use import TimeRow, time_use

BINS = 36


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many turns took how long: `bins` of equal width from 0 to `end` milliseconds. `limit`
    is the time for each move if it lies within."""

    bins: tuple[int, ...]
    end: float
    limit: int | None


@dataclass(frozen=True, slots=True)
class BotTime:
    """A bot's use of its clock."""

    row: TimeRow
    histogram: Histogram


@dataclass(slots=True)
class _Listening:
    """Passes records on and keeps what a bot used in each turn."""

    bot: str
    used: array[int] = field(default_factory=lambda: array("q"))
    limit: int | None = None

    def to(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            for seat, player in enumerate(record.spec.players, 1):
                if player.bot.name == self.bot:
                    self.limit = player.clock.time
                    self._keep(record, seat)
            yield record

    def _keep(self, record: Record, seat: int) -> None:
        for turn in (*record.turns, record.last_replies):
            self.used.extend(reply.used for reply in turn if reply.seat == seat and reply.used)


def bot_time(bot: str, records: Iterable[Record]) -> BotTime:
    """How a bot that played in these games used its clock."""
    listening = _Listening(bot)
    (row,) = [row for row in time_use(listening.to(records)) if row.bot == bot]
    return BotTime(row, histogram(listening.used, listening.limit))


def histogram(used: Iterable[int], limit: int | None) -> Histogram:
    """Of nanoseconds; up to the limit if some came near it, else to a round number above all."""
    each = list(used)
    longest = max(each, default=0) / MS
    near = limit is not None and limit / 3 <= longest
    end = max(float(limit or 0), longest) if near else _round_above(longest)
    bins = [0] * BINS
    for nanoseconds in each:
        bins[min(BINS - 1, floor(nanoseconds / MS / end * BINS))] += 1
    return Histogram(tuple(bins), end, limit if near else None)


def _round_above(ms: float) -> float:
    """The next of 1, 2, 5, 10, 20, … above."""
    unit = 10.0 ** floor(log10(ms)) if ms > 0 else 1.0
    return next(unit * step for step in (1, 2, 5, 10) if ceil(ms / unit) <= step)
