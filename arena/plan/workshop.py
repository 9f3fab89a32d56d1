"""Where a bot is built: in a sandbox, if one can be made, in which its folder alone can be written.

There is no network in it, and of the builder's home nothing but programs in PATH. A home of its
own, kept for its next build, lets compilers find what they have made for this bot before.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.limits import Limits
from arena.referee import confine, sandbox

SPACE = 1024 * 1024 * 1024
"""Bytes of /tmp, where compilers keep what they work with."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME")
_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/opt/", "/nix/store/", "/gnu/store/")
"""What every sandbox shows."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """How to run a build line: the command, its environment (None: that of this process), and
    whether it is `boxed`, so that it runs in a sandbox."""

    command: tuple[str, ...]
    environment: dict[str, str] | None
    boxed: bool


def workshop(folder: Path, line: str, wanted: str) -> Workshop:
    """Where a line of the shell is run for the bot in `folder`.

    `wanted` is one of `arena.limits.SANDBOXES`. Raises ArenaError if a sandbox is required and
    none can be made.
    """
    shell = ("/bin/sh", "-c", line)
    try:
        if not confine.in_sandbox(Limits(sandbox=wanted)):
            return Workshop(shell, None, boxed=False)
    except confine.CannotConfine as error:
        raise ArenaError(str(error)) from None
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    rustup = os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup"))
    tools = tuple(_outside([*os.get_exec_path(), rustup, os.environ.get("JAVA_HOME", "")]))
    home = _home(folder)
    box = sandbox.command(str(folder), shell, tools, (str(folder), home), SPACE)
    environment = {**kept, "HOME": home, "RUSTUP_HOME": rustup}
    return Workshop((*box, *_as_owner(folder), *shell), environment, boxed=True)


def _home(folder: Path) -> str:
    """The home of this bot's builds. Raises RunError."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    home = Path(caches).absolute() / "engine-arena" / "builds" / name
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not os.geteuid():
            os.chown(home, folder.stat().st_uid, folder.stat().st_gid)
    except OSError as error:
        raise RunError(f"cannot make the folder {home} for the build: {error.strerror}") from None
    return str(home)


def _outside(paths: list[str]) -> Iterator[str]:
    """The folders among `paths` that a sandbox does not show by itself."""
    for path in dict.fromkeys(paths):
        if os.path.isabs(path) and os.path.isdir(path) and not f"{path}/".startswith(_SYSTEM):
            yield path


def _as_owner(folder: Path) -> tuple[str, ...]:
    """Under root, which has no power in a sandbox: the start of a command line that runs as the
    owner of the folder."""
    owner, program = folder.stat(), shutil.which("setpriv")
    if os.geteuid() or not owner.st_uid or not program:
        return ()
    identity = ("--reuid", str(owner.st_uid), "--regid", str(owner.st_gid))
    return (program, *identity, "--clear-groups", "--")
