"""How often a bot took how long for a move. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from arena.clock import MS, Clock
from arena.record import Record
from arena.views.time_use import TimeRow, time_of

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


def bot_time(bot: str, records: Iterable[Record], clock: Clock) -> BotTime:
    """How a bot that plays with this clock used it in these games."""
    row, used = time_of(bot, records)
    return BotTime(row, histogram(used, clock.time))


def histogram(used: Iterable[int], limit: int | None) -> Histogram:
    """Of nanoseconds; up to the limit if some came near it, else to a round number above all."""
    each = sorted(used)
    longest = each[-1] / MS if each else 0.0
    near = limit is not None and limit / 3 <= longest
    end = max(float(limit or 0), longest) if near else _round_above(longest)
    ends = [bisect_left(each, end * MS * bin_ / BINS) for bin_ in range(1, BINS)]
    bins = tuple(high - low for low, high in pairwise((0, *ends, len(each))))
    return Histogram(bins, end, limit if near else None)


def _round_above(ms: float) -> float:
    """The next of 1, 2, 5, 10, 20, … above."""
    unit = 10.0 ** floor(log10(ms)) if ms > 0 else 1.0
    return next(unit * step for step in (1, 2, 5, 10) if ceil(ms / unit) <= step)
