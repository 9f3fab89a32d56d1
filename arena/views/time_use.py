"""How bots use their clocks. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from arena.clock import MS, budget, open_account
from arena.record import Record
from arena.rules.retrace import billed


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A bot's games, turns that ran on its clock, and milliseconds used in a turn: the mean, the
    median, the 95th percentile and the longest. `peak` is the largest part of a turn's budget
    that it used (above 1 it lived on the margin, or lost), `timeouts` how many games it lost so.
    """

    bot: str
    games: int
    turns: int
    mean: float
    median: float
    p95: float
    max: float
    peak: float
    timeouts: int


@dataclass(slots=True)
class _Use:
    games: int = 0
    peak: float = 0.0
    timeouts: int = 0
    turns: array[int] = field(default_factory=lambda: array("q"))


def time_use(records: Iterable[Record]) -> list[TimeRow]:
    """A row for each bot, who comes nearest to its limit first."""
    uses: dict[str, _Use] = {}
    for record in records:
        for seat, player in enumerate(record.spec.players, 1):
            _add(uses.setdefault(player.bot.name, _Use()), record, seat)
    rows = [_row(bot, use) for bot, use in uses.items()]
    return sorted(rows, key=lambda row: (-row.peak, row.bot))


def time_of(bot: str, records: Iterable[Record]) -> tuple[TimeRow, array[int]]:
    """The row of one bot in games that it played, and the nanoseconds of each of its turns."""
    use = _Use()
    for record in records:
        for seat, player in enumerate(record.spec.players, 1):
            if player.bot.name == bot:
                _add(use, record, seat)
    return _row(bot, use), use.turns


def _add(use: _Use, record: Record, seat: int) -> None:
    """Count a game of a bot's, its account kept as the referee kept it."""
    clock, fault = record.spec.players[seat - 1].clock, record.faults[seat - 1]
    use.games += 1
    use.timeouts += fault is not None and fault.word == "timeout"
    account = open_account(clock)
    for turn in (*record.turns, record.last_replies):
        for reply in turn:
            if reply.seat == seat and reply.used is not None:
                use.turns.append(reply.used)
                use.peak = max(use.peak, reply.used / max(budget(clock, account), 1))
                account = billed(clock, account, reply)


def _row(bot: str, use: _Use) -> TimeRow:
    used = sorted(use.turns) or [0]
    return TimeRow(
        bot=bot,
        games=use.games,
        turns=len(use.turns),
        mean=sum(used) / len(used) / MS,
        median=_quantile(used, 0.5),
        p95=_quantile(used, 0.95),
        max=used[-1] / MS,
        peak=use.peak,
        timeouts=use.timeouts,
    )


def _quantile(ordered: list[int], part: float) -> float:
    """The smallest that at least this part of them doesn't exceed, in milliseconds."""
    return ordered[ceil(part * len(ordered)) - 1] / MS
