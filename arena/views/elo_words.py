"""How far one bot is above another, as people read it. Pure."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.ratings.compare import Comparison


def elo_words(elo: float, low: float, high: float) -> str:
    """The difference with the ends of its 95% interval, infinite where no game bounds it."""
    if isinf(low) and isinf(high):
        return "Elo unknown"
    return f"Elo {elo:+z.1f} [{low:+z.1f}, {high:+z.1f}] (95%)"


def chance_words(probability: float) -> str:
    """A probability in percent, never rounded to certainty."""
    if probability < 0.0005:
        return "<0.1%"
    return ">99.9%" if probability >= 0.9995 else f"{probability:.1%}"


def compared_words(found: Comparison) -> str:
    """How two bots stand to each other, in a line."""
    elo = elo_words(found.elo, found.elo_low, found.elo_high)
    return f"{found.bot} against {found.opponent}: {elo}, LOS {chance_words(found.los)}"
