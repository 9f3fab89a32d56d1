"""A clock as people read it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena import durations
from arena.clock import Clock


def clock_words(clocks: Sequence[Clock]) -> str:
    """The clocks of a game in seat order: once if all are the same, else seat by seat."""
    each = [", ".join(_terms(clock)) for clock in clocks]
    if len(set(each)) == 1:
        return each[0]
    return "; ".join(f"seat {seat}: {words}" for seat, words in enumerate(each, 1))


def _terms(clock: Clock) -> Iterator[str]:
    told = durations.told
    if clock.time:
        yield f"{told(clock.time)} per move"
    if clock.first is not None:
        yield f"{told(clock.first)} for the first"
    if clock.bank is not None:
        yield f"bank {told(clock.bank)}"
    if clock.inc:
        yield f"increment {told(clock.inc)}"
    if clock.periods:
        yield f"{clock.periods} periods of {told(clock.period)}"
    if clock.nodes is not None:
        yield f"{clock.nodes} nodes"
    if clock.margin:
        yield f"margin {told(clock.margin)}"
    if clock.grace:
        yield f"grace {told(clock.grace)}"
