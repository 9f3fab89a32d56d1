"""The checks of clocks, measured by the referee as in any game: each kind is kept, and on full
boards too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arena.clock import MS, Clock, budget, open_account
from arena.examiner.base import Check, Finding, NotExamined, advised, passed
from arena.examiner.exam import Exam
from arena.examiner.games import SETTLED
from arena.examiner.positions import FULL_BOARDS
from arena.record import Record
from arena.rules.retrace import billed

TURNS = 12
"""Turns of a game under each clock."""
LATE = 2
"""Turns of a game on each full board."""
KINDS = (
    Clock(time=100),
    Clock(time=40, first=200),
    Clock(time=None, bank=1000, inc=20),
    Clock(time=None, bank=200, periods=3, period=80),
)
"""Time for each move, more for the first, a bank with increments, byo-yomi."""
BUCKETS = ("up to 1/4", "up to 1/2", "up to 3/4", "up to 1", "in the margin")
"""Parts of what `go` allowed."""
BAR = 40
"""Signs of the longest bar."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What an answer took of what it might take, in nanoseconds."""

    used: int
    allowed: int

    @property
    def bucket(self) -> str:
        """The part of its time that the answer took."""
        return BUCKETS[min(4 * self.used // self.allowed, 4)]


def clocks(exam: Exam) -> Finding:
    """A short game under each kind of clock."""
    specs = [exam.spec(exam.games[0], clock=clock, turns=TURNS) for clock in KINDS]
    return _told([time for spec in specs for time in _measured(exam.play(spec))])


def full_boards(exam: Exam) -> Finding:
    """A few turns of each game on boards that are half full and fuller, under a common clock."""
    specs = [
        exam.spec(game, clock=KINDS[0], start=start, turns=LATE)
        for game in exam.games
        for start in FULL_BOARDS.get(game, ())
    ]
    if not specs:
        raise NotExamined("no full board of its games is known here")
    return _told([time for spec in specs for time in _measured(exam.play(spec))])


def _told(times: list[Measured]) -> Finding:
    """The slowest of all answers, and how many took which part of their time."""
    slowest = max(times, key=lambda time: time.used / time.allowed)
    told = (
        f"{len(times)} answers; the slowest took {slowest.used / MS:.1f} of "
        f"{slowest.allowed / MS:.0f} ms"
    )
    within = slowest.used <= slowest.allowed
    return (passed if within else advised)(told, *_histogram(times))


def _measured(record: Record) -> list[Measured]:
    """The answers of the bot, at seat 1."""
    clock = record.spec.players[0].clock
    account, times = open_account(clock), list[Measured]()
    for turn in record.turns:
        for reply in turn:
            if reply.seat == 1 and reply.used is not None:
                times.append(Measured(reply.used, budget(clock, account)))
                account = billed(clock, account, reply)
    return times


def _histogram(times: list[Measured]) -> tuple[str, ...]:
    counts = Counter(time.bucket for time in times)
    unit = BAR / max(counts.values())
    bars = {bucket: "#" * round(unit * counts[bucket]) for bucket in BUCKETS}
    return tuple(
        f"{bucket:>13} of the limit {counts[bucket]:4} {bars[bucket]}".rstrip()
        for bucket in BUCKETS
    )


CHECKS = (
    Check(
        "clocks",
        "an answer past its limit and the margin loses the game",
        "8-clocks",
        clocks,
        needs=SETTLED,
    ),
    Check(
        "full-boards",
        "what takes longer as the board fills up is late when games are decided",
        "8-clocks",
        full_boards,
        needs=SETTLED,
    ),
)
