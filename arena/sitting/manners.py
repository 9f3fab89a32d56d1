"""What is asked of everybody who sits down: a name, and a clock that can be played with."""

from __future__ import annotations

from arena import durations
from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan.bots import MAX_NAME
from arena.printable import printable

MARGIN = 500
"""Milliseconds that a person's clock forgives: a move's way to the arena."""
NO_CLOCK = Clock(time=durations.LONGEST, margin=MARGIN)
"""So much time for each move that it is as good as none."""
USUAL = 1000
"""Milliseconds that a bot thinks, unless more or less is asked for."""


def person_name(text: str) -> str:
    """A person's name as it is kept and shown. Raises ArenaError for none."""
    name = printable(text.strip(), MAX_NAME)
    if not name:
        raise ArenaError("found no name, expected yours")
    return name


def clock_of(time: int | None, bank: int | None, inc: int) -> Clock:
    """A person's clock. Raises ArenaError for one that nobody can play with."""
    try:
        return Clock(time=time, bank=bank, inc=inc, margin=MARGIN)
    except ValueError as error:
        raise ArenaError(str(error)) from None


def bot_clock(thinks: int) -> Clock:
    """The clock of a bot that plays a person: what it thinks is asked for, and lateness is
    forgiven, since nobody gains by ending a person's game. Raises ArenaError for no time."""
    if thinks < 1:
        raise ArenaError(f"found {thinks} ms for the bot to think, expected 1 ms or more")
    return Clock(time=thinks, margin=max(MARGIN, thinks))
