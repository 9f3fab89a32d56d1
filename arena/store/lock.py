"""One writer per file: a lock beside it that vanishes with its process, however that ends."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from pathlib import Path

from arena.errors import RunError

_FLOCK = "hhqqi4x"
"""Linux's `struct flock`: kind of lock, from where, start, length, holder."""
_held: set[Path] = set()
"""Locks of this process, for the system grants a process its own locks twice."""


class FileLock:
    """The right to write `path`; a RunError names the process that already has it.

    It is a POSIX record lock, which a forked child does not inherit, so that a worker which
    outlives a killed run does not keep the run from going on.
    """

    def __init__(self, path: Path) -> None:
        self._path = _lock_of(path)
        if self._path in _held:
            raise RunError(f"{path} is already being written by this process")
        try:
            self._file = self._acquire(path)
        except OSError as error:
            raise RunError(f"cannot write {path}: {error.strerror}") from error
        _held.add(self._path)

    def _acquire(self, path: Path) -> int:
        """An open, locked file that still stands at the lock's path."""
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                holder = os.pread(file, 1000, 0).decode("utf-8", "replace").strip()
                os.close(file)
                raise RunError(
                    f"{path} is being written by {holder or 'another process'}"
                ) from None
            if self._stands(file):
                break
            os.close(file)
        try:
            os.ftruncate(file, 0)
            os.pwrite(file, f"process {os.getpid()} on host {socket.gethostname()}\n".encode(), 0)
        except OSError:
            self._path.unlink(missing_ok=True)
            os.close(file)
            raise
        return file

    def _stands(self, file: int) -> bool:
        """Whether no earlier holder removed this file between our opening and locking it."""
        try:
            return os.path.samestat(os.fstat(file), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let the next writer in; the lock's file goes away."""
        if self._path in _held:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
            _held.discard(self._path)


def _lock_of(path: Path) -> Path:
    """The lock's file, the same one by whatever links the way leads to `path`."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + "-lock")


def is_written(path: Path) -> bool:
    """Whether a process has the right to write `path`; asking is no hindrance to anybody."""
    lock = _lock_of(path)
    if lock in _held:
        return True  # to open and close the file would give up this process's own lock
    try:
        file = os.open(lock, os.O_RDONLY)
    except OSError:
        return False
    try:
        asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        (kind, *_) = struct.unpack(_FLOCK, fcntl.fcntl(file, fcntl.F_GETLK, asked))
        return bool(kind != fcntl.F_UNLCK)
    finally:
        os.close(file)


def refuse_while_written(path: Path) -> None:
    """Raise RunError if a process is writing `path`; leave nothing beside it."""
    if _lock_of(path).exists():
        FileLock(path).release()
