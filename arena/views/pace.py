"""How quickly games come, and how many at once, told by when they were played. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Span = tuple[float, float]
"""When a game began, and the seconds that it took."""
RECENT = 60.0
"""Games that ended longer ago than these seconds say nothing of the pace now."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Games a second, and the most that were played at once."""

    rate: float
    at_once: int


def pace(spans: Iterable[Span], now: float) -> Pace | None:
    """The pace of the games that ended within the last minute, of which two at least are needed.

    Where another machine's clock, ahead of this one's, timed the games, its last minute is meant.
    """
    known = list(spans)
    end = max([now, *map(sum, known)])
    recent = [span for span in known if sum(span) > end - RECENT]
    if len(recent) < 2:
        return None
    first = min(began for began, _ in recent)
    return Pace(len(recent) / max(end - first, 1e-3), most_at_once(recent))


def most_at_once(spans: Iterable[Span]) -> int:
    """How many of these games were in play at the same moment, at most."""
    changes = sorted(change for began, took in spans for change in ((began, 1), (began + took, -1)))
    most = playing = 0
    for _, step in changes:
        playing += step
        most = max(most, playing)
    return most
