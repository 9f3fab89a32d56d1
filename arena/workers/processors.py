"""Which processors a game gets: as many as it has bots that think at once, its own alone.

A wake-up across processors costs more than a whole turn of quick bots, and a bot that shares
its processor pays for its neighbour, so games are pinned where there are enough processors.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import engines
from arena.referee.family import tree


def available() -> tuple[int, ...]:
    """The processors that this process may use; () where the system does not say."""
    if sys.platform != "linux":
        return ()
    return tuple(sorted(os.sched_getaffinity(0)))


@cache
def needed(game: str) -> int:
    """Processors that one game keeps busy: one for each bot that thinks at the same moment."""
    state = engines.load(game).start()
    return max(1, len(state.to_move))


@dataclass(frozen=True, slots=True)
class Slots:
    """Games played at once; `pinned` if each gets processors of its own."""

    count: int
    pinned: bool


def slots(games: Iterable[str], concurrency: int | None = None) -> Slots:
    """How many of these games are played at once; None lets the processors decide.

    With a number that the processors cannot serve, the system shares them out.
    """
    needs = [needed(game) for game in games]
    there = len(available())
    if concurrency is None:
        return Slots(max(1, there // min(needs)), max(needs) <= there)
    return Slots(concurrency, concurrency * max(needs) <= there)


class Processors:
    """Hands out processors to games."""

    def __init__(self, pinned: bool) -> None:
        self._pinned = pinned
        self._free = list(available())

    def take(self, need: int) -> tuple[int, ...] | None:
        """Processors for a game, () to leave it where the system puts it, None if it must wait."""
        if not self._pinned:
            return ()
        if len(self._free) < need:
            return None
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
