"""A bot's operating-system process: started in a session of its own, ended with all it left.

Linux does all of this; elsewhere a bot's own process group is what can be ended.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from arena.limits import NO_LIMITS, Limits
from arena.referee import cgroup
from arena.referee.cgroup import Cgroup
from arena.referee.channel import Channel
from arena.referee.confine import CannotConfine, chain
from arena.referee.family import resident
from arena.referee.script import missing_interpreter
from engines.base import quoted

QUIT_PAUSE = 0.5
"""Seconds a bot has to end after `quit`, and again after SIGTERM."""
_SHORTEST, _LONGEST = 0.00005, 0.002
"""Seconds between looks at a process that is to end: a quick one is soon gone."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "JAVA_HOME")
_HOST_ERRORS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)


class StartError(Exception):
    """The program could not be started; the text says why."""


class HostFailed(Exception):
    """No program can be started here as it was asked for, which is no bot's fault; the text says
    why."""


class BotProcess:
    """A running program and its pipes.

    `watchers` is what must be called now and then to keep it within its memory, if anything.
    """

    def __init__(
        self,
        popen: subprocess.Popen[bytes],
        channel: Channel,
        memory: int | None = None,
        group: Cgroup | None = None,
    ) -> None:
        self._popen = popen
        self._memory = memory
        self._group = group
        self._excess = False
        self.channel = channel
        self.watchers = [self._watch] if memory and not group else []

    @property
    def pid(self) -> int:
        """The process's id, its group's and its session's too."""
        return self._popen.pid

    def ended(self) -> bool:
        """Whether the process itself has ended."""
        return self._popen.poll() is not None

    def _watch(self) -> None:
        """Kill the process if it holds more memory than it may, with all below it."""
        if self._memory is not None and resident(self.pid) > self._memory:
            self._excess = True
            self.signal(signal.SIGKILL)

    def how_it_ended(self) -> str:
        """The exit status or signal in words; "still running" if it has not ended."""
        status = self._popen.poll()
        if self._memory and (self._excess or (self._group and self._group.has_killed())):
            return f"it took more than its {self._memory / 2**20:.0f} MiB of memory"
        if status is None:
            return "still running"
        if status >= 0:
            return f"exit status {status}"
        named = -status in set(signal.Signals)
        return f"killed by {signal.Signals(-status).name if named else f'signal {-status}'}"

    def settle(self, patience: float = 0.2) -> None:
        """Give a process whose output has ended the time to end, and take in its last words."""
        deadline, pause = time.monotonic() + patience, _SHORTEST
        while not self.ended() and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)
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
        if self._group:
            self._group.remove()


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
    deadline, pause = time.monotonic() + seconds, _SHORTEST
    while not all(process.ended() for process in processes) and time.monotonic() < deadline:
        for process in processes:
            process.channel.drain()
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST)


def start(
    command: Sequence[str], folder: str, variables: Mapping[str, str], limits: Limits = NO_LIMITS
) -> BotProcess:
    """Start a program in `folder` with a clean environment, within `limits`.

    Raises StartError, or HostFailed.
    """
    program = [_program(command[0], folder), *command[1:]]
    group = cgroup.create(limits.memory) if limits.memory else None
    try:
        popen, pipes = _spawn(chain(program, folder, limits, group), folder, variables)
    except CannotConfine as error:
        _withdraw(group)
        raise HostFailed(f"cannot start {command[0]}: {error}") from None
    except OSError as error:
        _withdraw(group)
        reason = f"cannot start {command[0]}: {error.strerror}"
        raise (HostFailed if error.errno in _HOST_ERRORS else StartError)(reason) from None
    return BotProcess(popen, Channel(*pipes, limits.stderr), limits.memory, group)


def _withdraw(group: Cgroup | None) -> None:
    if group:
        group.remove()


def _spawn(
    command: Sequence[str], folder: str, variables: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], tuple[int, int, int]]:
    """A new process, and our ends of its stdin, stdout and stderr. Raises OSError."""
    (child_in, inlet), (outlet, child_out), (errors, child_err) = _pipes()
    try:
        popen = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(variables),
            stdin=child_in,
            stdout=child_out,
            stderr=child_err,
            start_new_session=True,
        )
    except BaseException:
        for descriptor in (inlet, outlet, errors):
            os.close(descriptor)
        raise
    finally:
        for descriptor in (child_in, child_out, child_err):
            os.close(descriptor)
    return popen, (inlet, outlet, errors)


def _pipes() -> list[tuple[int, int]]:
    """Three pipes as (end to read, end to write)."""
    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < 3:
            pipes.append(os.pipe())
    except OSError:
        for descriptor in (end for pipe in pipes for end in pipe):
            os.close(descriptor)
        raise
    return pipes


def _program(name: str, folder: str) -> str:
    """The program's path: `name` itself if it is one (from `folder`), else found on PATH."""
    if not os.path.isdir(folder):
        raise StartError(f"cannot start {name}: its folder {folder} is not there")
    path = os.path.join(folder, name) if os.sep in name else shutil.which(name)
    if path is None or not os.path.exists(path):
        raise StartError(f"cannot start {name}: no such program")
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise StartError(f"cannot start {name}: it is not executable")
    if missing := missing_interpreter(path, folder):
        line_ends = " (CRLF line ends?)" if missing.endswith("\r") else ""
        named = f"its first line names {quoted(missing)}, which does not exist{line_ends}"
        raise StartError(f"cannot start {name}: {named}")
    return path


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**kept, "PYTHONUNBUFFERED": "1", **variables}
