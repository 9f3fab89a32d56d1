"""Places on axes, for what templates draw. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` on a width, with marks at round ones."""

    low: float
    high: float
    width: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Where a value is drawn, within the width."""
        part = (value - self.low) / (self.high - self.low)
        return round(self.width * min(1.0, max(0.0, part)), 1)


def axis(values: Iterable[float], width: float, marks: int = 3) -> Axis:
    """An axis that holds these values, with about so many marks."""
    known = [value for value in values if isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    margin = (high - low) * 0.04 or 1.0
    low, high = low - margin, high + margin
    step = round_step((high - low) / marks)
    ticks = (step * number for number in range(ceil(low / step), floor(high / step) + 1))
    return Axis(low, high, width, tuple(ticks))


def round_step(rough: float) -> float:
    """The next round step from this one on."""
    unit = float(10 ** floor(log10(rough)))
    return next(unit * step for step in STEPS if unit * step >= rough * 0.999)


def shares(counts: Iterable[int], width: float) -> tuple[tuple[float, float], ...]:
    """Where each part of a bar begins, and how wide it is."""
    each = list(counts)
    scale, begun, found = width / max(1, sum(each)), 0.0, []
    for count in each:
        found.append((round(begun, 2), round(count * scale, 2)))
        begun += count * scale
    return tuple(found)
