"""A bot's operating-system process: started in a session of its own, ended with all it left.

Linux does all of this; elsewhere a bot's own process group is what can be ended.
"""

from __future__ import annotations

import ctypes
import errno
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

from arena.referee.channel import Channel

QUIT_PAUSE = 0.5
"""Seconds a bot has to end after `quit`, and again after SIGTERM."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "TMPDIR", "JAVA_HOME")
_HOST_ERRORS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, prctl(2)


class StartError(Exception):
    """The program could not be started; the text says why."""


class HostFailed(Exception):
    """The machine has no room for another program, which is no bot's fault; the text says why."""


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

    def kill(self) -> None:
        """End the process group at once, and what the process left behind."""
        self.signal(signal.SIGKILL)
        self._popen.wait()
        self.channel.close()


def stop(processes: Collection[BotProcess], patience: float = QUIT_PAUSE) -> None:
    """End processes, each with its group, all at the same pace: a pause in which `quit` may
    work, SIGTERM, a pause of `patience` seconds again, SIGKILL."""
    _wait(processes, patience)
    late = [process for process in processes if not process.ended()]
    for process in late:
        process.signal(signal.SIGCONT)
        process.signal(signal.SIGTERM)
    _wait(late, patience)
    for process in processes:
        process.kill()


def _wait(processes: Collection[BotProcess], seconds: float) -> None:
    """Wait until all have ended, draining the output on which they may be blocked."""
    deadline = time.monotonic() + seconds
    while not all(process.ended() for process in processes) and time.monotonic() < deadline:
        for process in processes:
            process.channel.drain()
        time.sleep(0.002)


def start(command: Sequence[str], folder: str, variables: Mapping[str, str]) -> BotProcess:
    """Start a program in `folder` with a clean environment. Raises StartError, or HostFailed."""
    program = _program(command[0], folder)
    (child_in, inlet), (outlet, child_out), (errors, child_err) = _pipes()
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
        if isinstance(error, OSError) and error.errno in _HOST_ERRORS:
            raise HostFailed(f"cannot start {command[0]}: {error.strerror}") from None
        raise StartError(f"cannot start {command[0]}: {error}") from None
    finally:
        for descriptor in (child_in, child_out, child_err):
            os.close(descriptor)
    return BotProcess(popen, Channel(inlet, outlet, errors))


def _pipes() -> list[tuple[int, int]]:
    """Three pipes as (end to read, end to write)."""
    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < 3:
            pipes.append(os.pipe())
    except OSError as error:
        for descriptor in (end for pipe in pipes for end in pipe):
            os.close(descriptor)
        raise HostFailed(f"cannot make a pipe: {error.strerror}") from None
    return pipes


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


def tree(pid: int, most: int | None = None) -> list[int]:
    """`pid` and the processes below it, all or at most so many."""
    found = [pid]
    for parent in found:
        if most is not None and len(found) >= most:
            break
        found += children(parent)
    return found[:most]


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


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return pid
