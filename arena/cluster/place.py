"""Where a worker of a cluster plays on its machine: each in a slot that no other one has."""

from __future__ import annotations

import fcntl
import itertools
import os
import tempfile
from pathlib import Path


class Place:
    """The least `slot`, from 1, that no other worker of this user has on this machine; it is kept
    until the value or the process ends."""

    def __init__(self) -> None:
        # Not in a cache, which several machines may share.
        folder = Path(tempfile.gettempdir()) / f"engine-arena-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        for self.slot in itertools.count(1):
            self._lock = (folder / f"slot-{self.slot}").open("w")
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                self._lock.close()
