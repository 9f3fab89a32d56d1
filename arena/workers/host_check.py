"""The check of this machine before game 1: what processes and descriptors the games will need."""

from __future__ import annotations

import resource
from collections.abc import Iterable

from arena.errors import ArenaError
from arena.referee.warm import KEPT
from arena.workers.processors import Slots, available, needed

SPARE = 64
"""Descriptors and processes for all that is not counted here."""


def check_host(slots: int, bots: int) -> None:
    """Raise this process's own limits as far as they must be. Raises ArenaError if they can't."""
    warm = min(bots, KEPT + 2)
    descriptors = SPARE + max(3 * warm, 2 * slots)
    processes = SPARE + slots * (1 + warm)
    _ensure(resource.RLIMIT_NOFILE, descriptors, "open files", "ulimit -n")
    _ensure(resource.RLIMIT_NPROC, processes, "processes", "ulimit -u")


def crowding(games: Iterable[str], room: Slots) -> str | None:
    """A sentence if games at once can keep more processors busy than there are."""
    each, there = max(map(needed, games)), len(available())
    if room.pinned or room.count == 1 or not there:
        return None
    return (
        f"{room.count} games at once can keep {room.count * each} processors busy, and there are "
        f"{there}: bots may wait for one, and games that this spoils are void and played again "
        f"(--concurrency {max(1, there // each)} has enough)"
    )


def _ensure(limit: int, needed: int, what: str, command: str) -> None:
    soft, hard = resource.getrlimit(limit)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise ArenaError(
            f"this run needs {needed} {what} and the system allows {hard}; "
            f"raise it ({command} {needed}) or play fewer games at once (--concurrency)"
        )
    resource.setrlimit(limit, (needed, hard))
