"""Figures as rows, measured in turns so that the machine's mood cancels out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from arena.workers.processors import available


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: the `ratios` of its repetitions, their median beside its target, and in words
    what they are made of. `at_least` says on which side of the target it should be."""

    name: str
    ratios: tuple[float, ...]
    target: float
    at_least: bool = False
    note: str = ""

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def ok(self) -> bool:
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target

    def as_json(self) -> dict[str, object]:
        """The row in `--format json`."""
        return {
            "name": self.name,
            "ratio": round(self.ratio, 4),
            "target": self.target,
            "ok": self.ok,
            "bound": "at least" if self.at_least else "at most",
            "low": round(min(self.ratios), 4),
            "high": round(max(self.ratios), 4),
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: `repetitions` in turns, each of so many games or turns, in
    thousandths of what the whole bench does. `half` is the number of games at half the limit."""

    repetitions: int = 11
    thousandths: int = 1000
    half: int = 1000

    def of(self, count: int) -> int:
        """So much of `count`, at least 2."""
        return max(2, count * self.thousandths // 1000)


QUICK = Effort(repetitions=5, thousandths=50, half=10)


def alternating(repetitions: int, *measures: Callable[[], float]) -> list[tuple[float, ...]]:
    """What each measure gives, once in each repetition, one after the other; one more before
    that warms up."""
    for measure in measures:
        measure()
    return [tuple(measure() for measure in measures) for _ in range(repetitions)]


def middle(values: Sequence[tuple[float, ...]], which: int) -> float:
    """The median of one measure over the repetitions."""
    return median(each[which] for each in values)


@contextmanager
def pinned(count: int = 1) -> Iterator[None]:
    """Hold this process and all it starts on the last `count` processors, where that works."""
    before = available()
    if before:
        os.sched_setaffinity(0, before[-count:])
    try:
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)
