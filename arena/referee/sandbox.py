"""The sandbox, by bubblewrap: no network, its own processes, a read-only system, one folder.

What is visible: the system's programs and libraries, the bot's folder, the interpreter that
bundled bots need; a private /tmp of bounded size. Nothing of it can be written but /tmp.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

PRIVATE_SPACE = 64 * 1024 * 1024
"""Bytes that a bot may write to /tmp, and again to /dev/shm."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_MORE_SYSTEM = ("/opt", "/nix/store", "/gnu/store")
_SETTINGS = (
    "alternatives",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "nsswitch.conf",
    "passwd",
    "pki",
    "ssl",
    *(f"java-{version}-openjdk" for version in (8, 11, 17, 21, 25)),
)
"""What programs need of /etc; the rest may hold secrets."""
_PATIENCE = 10.0


def command(
    folder: str,
    program: Sequence[str],
    more: Sequence[str] = (),
    writable: Sequence[str] = (),
    space: int = PRIVATE_SPACE,
) -> list[str]:
    """The start of a command line that runs `program` from `folder` in a sandbox of its own.

    `more` folders can be read, those that are `writable` written too, and /tmp takes so many
    bytes of `space`.
    """
    bubblewrap = shutil.which("bwrap") or "bwrap"
    mounts = list(_mounts((*visible(folder, program), *more, *writable), space))
    for path in writable:
        mounts += ["--bind", path, path]
    return [bubblewrap, *_isolation(), *mounts, "--chdir", folder, "--"]


@cache
def why_not() -> str:
    """Why no sandbox can be made here, in half a sentence, or nothing if it can."""
    if not shutil.which("bwrap"):
        return "bubblewrap (bwrap) is not installed"
    try:
        trial = subprocess.run(
            [*command("/", ["/bin/true"]), "/bin/true"],
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not work: {error}"
    if trial.returncode:
        reason = trial.stderr.decode(errors="replace").strip().splitlines()
        return f"bubblewrap does not work: {reason[-1] if reason else trial.returncode}"
    return ""


def _isolation() -> Iterator[str]:
    yield from ("--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-net")
    yield from ("--unshare-uts", "--unshare-cgroup-try")
    if os.geteuid() == 0:
        # Root keeps what it takes to become the bot's own user, who has nothing of it.
        yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    else:
        yield "--unshare-user"


def _mounts(shown: Sequence[str], space: int) -> Iterator[str]:
    for path in _SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        else:
            yield from ("--ro-bind-try", path, path)
    for path in ("/etc", "/nix", "/gnu"):
        yield from _open_folder(path)
    for path in (*_MORE_SYSTEM, *(f"/etc/{name}" for name in _SETTINGS)):
        yield from ("--ro-bind-try", path, path)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for path in ("/tmp", "/dev/shm"):
        yield from ("--perms", "1777", "--size", str(space), "--tmpfs", path)
    for parent in dict.fromkeys(p for path in shown for p in reversed(Path(path).parents)):
        if str(parent) not in ("/", "/tmp"):
            yield from _open_folder(str(parent))
    for path in shown:
        yield from ("--ro-bind", path, path)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--setenv", "TMPDIR", "/tmp")


def _open_folder(path: str) -> tuple[str, ...]:
    """Left to itself, bubblewrap closes the folders above what it shows to all but root."""
    return ("--perms", "0755", "--dir", path)


def visible(folder: str, program: Sequence[str]) -> tuple[str, ...]:
    """The folders and files, beside the system's, that a bot sees."""
    shown = [folder] if folder != "/" else []
    if any(sys.executable in word for word in program):
        shown += [*_interpreter(), *_packages()]
    if not _is_below(os.path.realpath(program[0]), (*_SYSTEM, *_MORE_SYSTEM, *shown)):
        shown.append(program[0])
    outside = [path for path in shown if not _is_below(path, (*_SYSTEM, *_MORE_SYSTEM))]
    return tuple(dict.fromkeys(outside))


def _interpreter() -> list[str]:
    """Where the interpreter that runs the arena lies, with its packages."""
    return [sys.prefix, sys.base_prefix, os.path.realpath(sys.base_prefix)]


def _packages() -> list[str]:
    """The packages that bundled bots import, if they do not lie with the interpreter."""
    here = Path(__file__).resolve().parent.parent
    found = [str(here), str(here.parent / "engines")]
    return [path for path in found if not _is_below(path, _interpreter())]


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(os.path.commonpath((path, folder)) == folder for folder in folders)
