"""Durations as people write them: a number and its unit, such as `100ms` or `2.5s`."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?(ms|s)", re.ASCII)
LONGEST = 7 * 24 * 3600 * 1000
"""Milliseconds in a week."""
EXPECTED = "a duration with its unit, such as 100ms or 2s"


def parse(text: str) -> int:
    """Whole milliseconds. Raises ValueError, saying what was expected."""
    shape = _SHAPE.fullmatch(text)
    if not shape:
        raise ValueError(EXPECTED)
    whole, fraction, unit = shape.groups(default="")
    if unit == "ms" and fraction.strip("0"):
        raise ValueError("whole milliseconds")
    scale = 1000 if unit == "s" else 1
    ms = int(whole) * scale + (int(fraction.ljust(3, "0")) if unit == "s" else 0)
    if ms > LONGEST:
        raise ValueError("at most a week, 604800s")
    return ms


def written(ms: int) -> str:
    """The shortest text that `parse` reads as `ms`."""
    return f"{ms // 1000}s" if ms and ms % 1000 == 0 else f"{ms}ms"


def told(ms: int) -> str:
    """A setting of a clock for people: `100 ms`, `2.5 s`, `5 min`."""
    if ms and ms % 60_000 == 0:
        return f"{ms // 60_000} min"
    return f"{ms / 1000:.12g} s" if ms >= 1000 else f"{ms} ms"


def span_words(seconds: float) -> str:
    """A time span for people: `42s`, `3m05s`, `2h10m`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m{whole % 60:02}s"
    return f"{whole // 3600}h{whole % 3600 // 60:02}m"
