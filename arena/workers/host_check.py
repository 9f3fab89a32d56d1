"""The check of this machine before game 1: what processes and descriptors the games will need."""

from __future__ import annotations

import resource

from arena.errors import ArenaError
from arena.referee.warm import KEPT

SPARE = 64
"""Descriptors and processes for all that is not counted here."""


def check_host(slots: int, bots: int) -> None:
    """Raise this process's own limits as far as they must be. Raises ArenaError if they can't."""
    warm = min(bots, KEPT + 2)
    descriptors = SPARE + max(3 * warm, 2 * slots)
    processes = SPARE + slots * (1 + warm)
    _ensure(resource.RLIMIT_NOFILE, descriptors, "open files", "ulimit -n")
    _ensure(resource.RLIMIT_NPROC, processes, "processes", "ulimit -u")


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
