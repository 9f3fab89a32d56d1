"""Who descends from whom: the processes below one, their memory, and the orphans they leave."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

MANY = 256
"""Processes or threads of one bot past which the referee no longer looks at each in a game."""
_SUBREAPER, _PDEATHSIG = 36, 1  # PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG, prctl(2)


def adopt_orphans(adopt: bool = True) -> None:
    """Make this process the parent of orphans below it, so that it can find and kill them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, int(adopt), 0, 0, 0)


def die_with_parent(number: signal.Signals) -> None:
    """Have this process get a signal when its parent ends, however that happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, int(number), 0, 0, 0)


def threads(pid: int) -> list[str]:
    """The folders of a process's threads, as far as the system tells."""
    folder = f"/proc/{pid}/task"
    try:
        return [f"{folder}/{thread}" for thread in os.listdir(folder)]
    except OSError:
        return []


def children(pid: int) -> list[int]:
    """The processes whose parent is `pid`, as far as the system tells."""
    found: list[int] = []
    for thread in threads(pid):
        with suppress(OSError), open(f"{thread}/children", "rb") as listing:
            found += map(int, listing.read().split())
    return found


def tree(pid: int, most: int | None = None) -> list[int]:
    """`pid` and the processes below it, all or at most so many."""
    found = [pid]
    for parent in found:
        if most is not None and len(found) >= most:
            break
        found += children(parent)
    return found[:most]


def kin(pid: int, most: int) -> list[int]:
    """The processes below `pid`, which leads a session, and the orphans of that session, which
    this process has adopted; at most so many."""
    adopted = [each for each in children(os.getpid()) if each != pid and _session(each) == pid]
    return [each for root in (pid, *adopted) for each in tree(root, most)][:most]


def resident(pid: int) -> int:
    """Bytes of memory that `pid` and the processes below it hold; shared ones count for each."""
    pages = 0
    for process in tree(pid, MANY):
        with suppress(OSError, IndexError, ValueError):
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def kill_orphans(living: Collection[int]) -> None:
    """Take in the adopted processes that have ended, and kill those that belong to no session
    of the `living` bots."""
    for _ in range(100):
        adopted = [pid for pid in children(os.getpid()) if pid not in living]
        strangers = [pid for pid in adopted if _session(pid) not in living]
        for pid in strangers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in adopted:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0 if pid in strangers else os.WNOHANG)
        if not strangers:
            return


def kill_strays(variable: str, own: Collection[int] = ()) -> None:
    """Kill the adopted processes that have this environment variable, bots without a worker, and
    take in those that have ended. `own` are the children in sessions of their own that this
    process has started: those are not adopted.

    A process that is becoming another program, or ending, has no environment for a moment, and
    its children are not yet adopted; it is looked at again.
    """
    for _ in range(100):
        adopted = {pid: _environment(pid) for pid in children(os.getpid()) if pid not in own}
        strays = [pid for pid, variables in adopted.items() if _has(variables, variable)]
        for pid in strays:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        if not strays:
            bare = [pid for pid, variables in adopted.items() if not variables]
            if not any(map(_is_alive, bare)):
                _take_in(bare)
                return
            time.sleep(0.001)


def _take_in(ended: Collection[int]) -> None:
    """Let go of adopted processes that have ended. Those of this process's own session are not
    adopted: bots have sessions of their own."""
    here = os.getsid(0)
    for pid in ended:
        if _session(pid) != here:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def _environment(pid: int) -> bytes | None:
    with suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return None


def _has(variables: bytes | None, name: str) -> bool:
    start = f"{name}=".encode()
    return any(variable.startswith(start) for variable in (variables or b"").split(b"\0"))


def _is_alive(pid: int) -> bool:
    """Whether a process has not ended yet, though its parent may not know."""
    with suppress(OSError, IndexError):
        # After the program's name in brackets: the state, field 3 of proc_pid_stat(5).
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in b"ZX"
    return False


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return pid
