"""The command line that runs a program within its limits: a chain of programs, each of which
sets something and becomes the next. The last is the bot, so all of it keeps one process id,
but under a sandbox.

A chain, and nothing that runs in Python between fork and exec: that makes a start many times
slower, and is not safe beside threads.
"""

from __future__ import annotations

import os
import resource
import shutil
import stat
import sys
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path

from arena.limits import Limits
from arena.referee import sandbox
from arena.referee.cgroup import Cgroup

_FIRST_USER = 0x70000000
"""User ids from here on belong to nobody, by convention (systemd's UIDS-GIDS)."""
_USERS_PER_PROCESS = 64
_SANDBOX_OWN = 2
"""Processes of the sandbox itself that count as the bot's where they run as the same user."""
_starts = count()


class CannotConfine(Exception):
    """The limits cannot be kept here; the text says why, and what would help."""


def chain(
    program: Sequence[str], folder: str, limits: Limits, group: Cgroup | None = None
) -> list[str]:
    """The command line that runs `program` from `folder` within `limits`, in the control group.

    It dies with the process that starts it. Raises CannotConfine.
    """
    boxed = in_sandbox(limits)
    own_user = os.geteuid() == 0 and (boxed or limits.need_own_user)
    if own_user:
        _check_reach(program, folder, boxed)
    elif limits.processes and not boxed and os.geteuid() != 0:
        raise CannotConfine(
            "a limit of processes needs `sandbox: auto` or root, since the system counts all "
            "processes of a user together"
        )
    return [
        *(_joining(group) if group else ()),
        *(sandbox.command(folder, program) if boxed else ()),
        *_limiting(limits, own_user, boxed),
        *_deathbound(own_user, boxed),
        *program,
    ]


def in_sandbox(limits: Limits) -> bool:
    """Whether a bot of these limits runs in a sandbox here. Raises CannotConfine."""
    if limits.sandbox == "none":
        return False
    reason = sandbox.why_not()
    if reason and limits.sandbox == "require":
        raise CannotConfine(f"`sandbox: require` was asked for, but {reason}")
    return not reason


def _joining(group: Cgroup) -> tuple[str, ...]:
    return ("/bin/sh", "-c", 'echo $$ >"$0" && exec "$@"', group.entrance)


def _limiting(limits: Limits, own_user: bool, boxed: bool) -> list[str]:
    processes = limits.processes
    if processes and boxed and not own_user:
        processes += _SANDBOX_OWN
    wanted = (
        ("nproc", resource.RLIMIT_NPROC, processes),
        ("nofile", resource.RLIMIT_NOFILE, limits.open_files),
        ("fsize", resource.RLIMIT_FSIZE, limits.file_size),
    )
    flags = [f"--{name}={_lowered(kind, most)}" for name, kind, most in wanted if most is not None]
    return [_needed("prlimit"), *flags, "--core=0", "--"] if flags else []


def _lowered(kind: int, most: int) -> int:
    """`most`, or what this process may have itself if that is less."""
    _, hard = resource.getrlimit(kind)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)


def _deathbound(own_user: bool, boxed: bool) -> list[str]:
    if own_user:
        user = str(_new_user())
        flags = ["--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs"]
        return [_needed("setpriv"), *flags, "--pdeathsig", "KILL", "--"]
    program = _setpriv() if sys.platform == "linux" and not boxed else None
    return [program, "--pdeathsig", "KILL", "--"] if program else []


@cache
def _setpriv() -> str | None:
    """Where setpriv is, looked for once: a start should not wait for that."""
    return shutil.which("setpriv")


def _new_user() -> int:
    """A user for one bot alone, so that bots can neither see nor signal each other."""
    number = next(_starts) % _USERS_PER_PROCESS
    return _FIRST_USER + os.getpid() * _USERS_PER_PROCESS + number


def _needed(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise CannotConfine(f"limits need the program {name} (package util-linux)")
    return found


def _check_reach(program: Sequence[str], folder: str, boxed: bool) -> None:
    """Raise if the bot's own user cannot come to its folder or its program.

    In a sandbox only what lies below the mounted folders matters.
    """
    paths = [folder, os.path.realpath(program[0])]
    if any(sys.executable in word for word in program):
        paths += [os.path.realpath(sys.executable), sys.base_prefix]
    mounted = sandbox.visible(folder, program) if boxed else ("/",)
    for path in paths:
        if closed := _closed(Path(path), [Path(top) for top in mounted]):
            way_out = f"let others read it (chmod o+rX {closed})"
            if not boxed:
                way_out += ", or use `sandbox: auto`"
            raise CannotConfine(
                f"it runs as a user of its own, who cannot reach {path}: {closed} is closed to "
                f"others; {way_out}"
            )


def _closed(path: Path, tops: Sequence[Path]) -> Path | None:
    """The first folder or file on the way from a top to `path` that others may not use."""
    way = [*reversed(path.parents), path]
    starts = [top for top in tops if path.is_relative_to(top)]
    for step in way:
        if any(step.is_relative_to(top) for top in starts) and not _is_open(step):
            return step
    return None


def _is_open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & stat.S_IXOTH)
    except OSError:
        return False
