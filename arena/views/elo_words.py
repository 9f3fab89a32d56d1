"""A difference in Elo as people read it. Pure."""

from __future__ import annotations

from math import isinf


def elo_words(elo: float, low: float, high: float) -> str:
    """The difference with the ends of its 95% interval, infinite where no game bounds it."""
    if isinf(low) and isinf(high):
        return "Elo unknown"
    return f"Elo {elo:+z.1f} [{low:+z.1f}, {high:+z.1f}] (95%)"
