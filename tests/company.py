"""Tests that run beside others, and those that must not: a turn at the machine for each."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def turn(folder: Path, alone: bool) -> Iterator[None]:
    """Wait until nobody who is `alone` has a turn, or, if `alone`, until nobody has one at all.

    Who waits for the room holds its door, so that no later one is let in first. All processes
    that share the `folder` keep to each other's turns.
    """
    with open(folder / "door", "w") as door, open(folder / "room", "w") as room:
        fcntl.flock(door, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(door, fcntl.LOCK_UN)
        try:
            yield
        finally:
            # Closing would not do: what a test has forked may still hold the file.
            fcntl.flock(room, fcntl.LOCK_UN)
