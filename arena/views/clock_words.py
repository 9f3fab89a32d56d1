"""A clock as people read it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena import durations
from arena.clock import Clock


def clock_words(clocks: Sequence[Clock]) -> str:
    """The clocks of a game in seat order: once if all are the same, else seat by seat."""
    told = [", ".join(_terms(clock)) for clock in clocks]
    if len(set(told)) == 1:
        return told[0]
    return "; ".join(f"seat {seat}: {words}" for seat, words in enumerate(told, 1))


def _terms(clock: Clock) -> Iterator[str]:
    written = durations.written
    if clock.time:
        yield f"{written(clock.time)} per move"
    if clock.first is not None:
        yield f"{written(clock.first)} for the first"
    if clock.bank is not None:
        yield f"bank {written(clock.bank)}"
    if clock.inc:
        yield f"increment {written(clock.inc)}"
    if clock.periods:
        yield f"{clock.periods} periods of {written(clock.period)}"
    if clock.nodes is not None:
        yield f"{clock.nodes} nodes"
    if clock.margin:
        yield f"margin {written(clock.margin)}"
    if clock.grace:
        yield f"grace {written(clock.grace)}"
