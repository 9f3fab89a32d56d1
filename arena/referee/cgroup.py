"""A control group that bounds the memory of one bot and all its processes, where there is one.

Linux has two layouts: version 1 mounts each controller apart, version 2 all of them in one tree
(see cgroups(7)). A group is made where the system lets us; elsewhere there is none.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_PREFIX = "engine-arena-"
_REMOVAL = 1.0
"""Seconds that the system may take to let go of killed processes."""
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The names of one version: the file of the limit, that of swap (and whether it counts
    memory too), and the file that tells of kills."""

    limit: str
    swap: str
    swap_with_memory: bool
    events: str


_VERSION_1 = _Layout(
    "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", True, "memory.oom_control"
)
_VERSION_2 = _Layout("memory.max", "memory.swap.max", False, "memory.events")


class Cgroup:
    """A group of its own for one bot."""

    def __init__(self, path: Path, layout: _Layout) -> None:
        self._path = path
        self._layout = layout

    @property
    def entrance(self) -> str:
        """The file that moves whoever writes its process id there into the group."""
        return str(self._path / "cgroup.procs")

    def has_killed(self) -> bool:
        """Whether the system killed a process of the group because memory ran out."""
        with suppress(OSError):
            for line in (self._path / self._layout.events).read_text().splitlines():
                name, _, number = line.partition(" ")
                if name == "oom_kill":
                    return number != "0"
        return False

    def remove(self) -> None:
        """Kill what is left in the group, and remove it."""
        deadline = time.monotonic() + _REMOVAL
        while self._path.exists() and time.monotonic() < deadline:
            for pid in self._members():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with suppress(OSError):
                self._path.rmdir()
                return
            time.sleep(0.002)

    def _members(self) -> list[int]:
        with suppress(OSError):
            return [int(pid) for pid in (self._path / "cgroup.procs").read_text().split()]
        return []


def create(memory: int) -> Cgroup | None:
    """A new group that may hold so many bytes, or None where none can be made."""
    for folder, layout in _places():
        path = folder / f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
        try:
            path.mkdir()
        except OSError:
            continue
        if _set_limit(path, layout, memory):
            _remove_old(folder)
            return Cgroup(path, layout)
        with suppress(OSError):
            path.rmdir()
    return None


def _set_limit(path: Path, layout: _Layout, memory: int) -> bool:
    # The controller's files are there only if the folder above hands the controller down.
    if not (path / layout.limit).exists():
        return False
    try:
        (path / layout.limit).write_text(str(memory))
    except OSError:
        return False
    with suppress(OSError):
        (path / layout.swap).write_text(str(memory if layout.swap_with_memory else 0))
    return True


def _places() -> Iterator[tuple[Path, _Layout]]:
    """Folders where a group might be made, from this process's own upwards."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, own = line.split(":", 2)
        if "memory" in controllers.split(","):
            for folder in (_ROOT / "memory" / own.lstrip("/"), _ROOT / "memory"):
                yield folder, _VERSION_1
        elif not controllers:
            # A group of version 2 that holds processes hands nothing down, so look above it.
            own_folder = _ROOT / own.lstrip("/")
            for folder in {own_folder: None, own_folder.parent: None, _ROOT: None}:
                if folder.is_relative_to(_ROOT):
                    yield folder, _VERSION_2


def _remove_old(folder: Path) -> None:
    """Remove the empty groups of processes that were killed before they could."""
    for path in folder.glob(f"{_PREFIX}*"):
        pid = path.name.removeprefix(_PREFIX).partition("-")[0]
        if not Path(f"/proc/{pid}").exists():
            with suppress(OSError):
                path.rmdir()
