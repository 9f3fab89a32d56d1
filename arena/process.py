"""A bot's operating-system process: started in a session of its own, ended with all it left.

Linux does all of this; elsewhere a bot's own process group is what can be ended.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from arena.channel import Channel

QUIT_PAUSE = 0.5
"""Seconds a bot has to end after `quit`, and again after SIGTERM."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "TMPDIR", "JAVA_HOME")
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, prctl(2)


class StartError(Exception):
    """The program could not be started; the text says why."""


class BotProcess:
    """A running program and its pipes."""

    def __init__(self, popen: subprocess.Popen[bytes], channel: Channel) -> None:
        self._popen = popen
        self.channel = channel

    @property
    def pid(self) -> int:
        """The process's id, its group's and its session's too."""
        return self._popen.pid

    def ended(self) -> bool:
        """Whether the process itself has ended."""
        return self._popen.poll() is not None

    def how_it_ended(self) -> str:
        """The exit status or signal in words; "still running" if it has not ended."""
        status = self._popen.poll()
        if status is None:
            return "still running"
        if status >= 0:
            return f"exit status {status}"
        return f"killed by {signal.Signals(-status).name}"

    def settle(self, patience: float = 0.2) -> None:
        """Give a process whose output has ended the time to end, and take in its last words."""
        deadline = time.monotonic() + patience
        while not self.ended() and time.monotonic() < deadline:
            time.sleep(0.002)
        self.channel.read_errors()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def stop(self, patience: float = QUIT_PAUSE) -> None:
        """End the process and its group: a pause for `quit` to work, SIGTERM, SIGKILL."""
        self._wait(patience)
        if not self.ended():
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            self._wait(patience)
        self.kill()

    def kill(self) -> None:
        """End the process group at once, and what the process left behind."""
        self.signal(signal.SIGKILL)
        self._popen.wait()
        self.channel.close()

    def _wait(self, seconds: float) -> None:
        """Wait for the end while draining the output, on which the bot may be blocked."""
        deadline = time.monotonic() + seconds
        while not self.ended() and time.monotonic() < deadline:
            self.channel.drain()
            time.sleep(0.002)


def start(command: Sequence[str], folder: str, variables: Mapping[str, str]) -> BotProcess:
    """Start a program in `folder` with a clean environment. Raises StartError."""
    program = _program(command[0], folder)
    (child_in, inlet), (outlet, child_out), (errors, child_err) = (os.pipe() for _ in range(3))
    try:
        popen = subprocess.Popen(
            [*_deathbound(), program, *command[1:]],
            cwd=folder,
            env=_environment(variables),
            stdin=child_in,
            stdout=child_out,
            stderr=child_err,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        for descriptor in (inlet, outlet, errors):
            os.close(descriptor)
        raise StartError(f"cannot start {command[0]}: {error}") from None
    finally:
        for descriptor in (child_in, child_out, child_err):
            os.close(descriptor)
    return BotProcess(popen, Channel(inlet, outlet, errors))


def _program(name: str, folder: str) -> str:
    """The program's path: `name` itself if it is one (from `folder`), else found on PATH."""
    path = os.path.join(folder, name) if os.sep in name else shutil.which(name)
    if path is None or not os.path.exists(path):
        raise StartError(f"cannot start {name}: no such program")
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise StartError(f"cannot start {name}: it is not executable")
    return path


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**kept, "PYTHONUNBUFFERED": "1", **variables}


@cache
def _deathbound() -> tuple[str, ...]:
    """The command prefix under which a program dies with the process that started it."""
    program = shutil.which("setpriv") if sys.platform == "linux" else None
    return (program, "--pdeathsig", "KILL", "--") if program else ()


def adopt_orphans() -> None:
    """Make this process the parent of orphans below it, so that `kill_orphans` finds them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(number: signal.Signals) -> None:
    """Have this process get a signal when its parent ends, however that happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, int(number), 0, 0, 0)  # PR_SET_PDEATHSIG


def children(pid: int) -> list[int]:
    """The processes whose parent is `pid`, as far as the system tells."""
    found: list[int] = []
    with suppress(OSError):
        for listing in Path(f"/proc/{pid}/task").glob("*/children"):
            found += map(int, listing.read_text().split())
    return found


def tree(pid: int) -> list[int]:
    """`pid` and all processes below it."""
    found = [pid]
    for parent in found:
        found += children(parent)
    return found


def kill_orphans(living: Collection[int]) -> None:
    """Kill the adopted processes that belong to no session of the `living` bots."""
    for _ in range(100):
        strangers = [pid for pid in children(os.getpid()) if _session(pid) not in living]
        if not strangers:
            return
        for pid in strangers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return pid
