"""Which processors a game gets: as many as it has bots that think at once, its own alone.

A wake-up across processors costs more than a whole turn of quick bots, and a bot that shares
its processor pays for its neighbour, so games are pinned where there are enough processors.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import engines
from arena.process import tree


def available() -> tuple[int, ...]:
    """The processors that this process may use; () where the system does not say."""
    if sys.platform != "linux":
        return ()
    return tuple(sorted(os.sched_getaffinity(0)))


def needed(game: str) -> int:
    """Processors that one game keeps busy: one for each bot that thinks at the same moment."""
    state = engines.load(game).start()
    return max(1, len(state.to_move))


def automatic_slots(need: int) -> int:
    """Games that this machine plays at once without bots disturbing each other."""
    return max(1, (len(available()) or os.cpu_count() or 1) // need)


class Processors:
    """Hands out processors to games. With too few for all slots, nothing is pinned."""

    def __init__(self, slots: int, need: int) -> None:
        everything = available()
        self._free = list(everything) if slots * need <= len(everything) else []

    def take(self, need: int) -> tuple[int, ...]:
        """Processors for a game, or () to leave it where the system puts it."""
        if len(self._free) < need:
            return ()
        taken, self._free = self._free[:need], self._free[need:]
        return tuple(taken)

    def give(self, processors: tuple[int, ...]) -> None:
        """Take processors back."""
        self._free = sorted((*self._free, *processors))


def pin(processors: tuple[int, ...]) -> None:
    """Move this process and all below it to `processors`, as far as the system does that."""
    if not processors or available() == processors:
        return
    for pid in tree(os.getpid()):
        for task in Path(f"/proc/{pid}/task").glob("*"):
            with suppress(OSError):
                os.sched_setaffinity(int(task.name), processors)
