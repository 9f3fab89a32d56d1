"""A pool of workers on this machine: games go in, records come out as they end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

from arena.record import GameSpec, Record
from arena.referee.family import adopt_orphans, kill_strays
from arena.referee.livebot import GAME_ID
from arena.workers.worker import Job

CLOSING = 10.0
"""Seconds that a worker has to end its bots before it is killed."""


_living: set[int] = set()
"""The workers of all pools of this process that have not been taken in."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game whose worker died under it."""

    spec: GameSpec
    reason: str


class _Worker:
    def __init__(self, slot: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            # -P: nothing is imported from the folder in which the arena happens to run.
            start = (sys.executable, "-P", "-m", "arena.workers.worker")
            self.popen = subprocess.Popen(
                [*start, str(theirs.fileno()), str(slot)],
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        _living.add(self.popen.pid)
        self.connection = Connection(ours.detach())
        self.slot = slot
        self.job: Job | None = None

    def is_stopped(self) -> bool:
        """Whether somebody has stopped the worker (SIGSTOP): it would never answer."""
        try:
            status = Path(f"/proc/{self.popen.pid}/stat").read_text()
        except OSError:
            return False
        return status.rpartition(")")[2].split()[0] == "T"

    def dismiss(self) -> None:
        """Ask the worker to end its bots and itself."""
        with suppress(OSError):
            self.connection.send(None)

    def close(self) -> None:
        try:
            self.popen.wait(CLOSING)
        except subprocess.TimeoutExpired:
            self.kill()
        self._let_go()

    def kill(self) -> None:
        self.popen.terminate()
        try:
            self.popen.wait(1)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self._let_go()

    def _let_go(self) -> None:
        _living.discard(self.popen.pid)
        self.connection.close()


def _environment() -> dict[str, str]:
    """The arena's own, but for the variable by which a bot without a worker is known: a worker
    has none, though the arena itself may have been started by a bot."""
    kept = {name: value for name, value in os.environ.items() if name != GAME_ID}
    return kept | {"PYTHONPATH": _import_path()}


def _import_path() -> str:
    """Where a worker finds this package, wherever it is started."""
    here = str(Path(__file__).resolve().parent.parent.parent)
    return os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))


class Pool:
    """`size` slots, from `first` on, each with a worker that starts when it is first needed.

    While there is a pool, this process adopts the orphans below it: if a worker is killed, the
    processes that its bots started are this one's to end.
    """

    def __init__(self, size: int, first: int = 1) -> None:
        self._free = list(range(first, first + size))[::-1]
        self._workers: dict[int, _Worker] = {}
        adopt_orphans()

    @property
    def has_room(self) -> bool:
        """Whether a slot is free."""
        return bool(self._free)

    def in_play(self) -> int:
        """Games that are being played."""
        return sum(worker.job is not None for worker in self._workers.values())

    def submit(self, job: Job) -> None:
        """Play a game in a free slot."""
        slot = self._free.pop()
        if slot in self._workers and self._workers[slot].popen.poll() is not None:
            self._bury(self._workers[slot])
        if slot not in self._workers:
            self._workers[slot] = _Worker(slot)
        worker = self._workers[slot]
        worker.job = job
        with suppress(OSError):  # it has just died: its connection will say so
            worker.connection.send(job)

    def finished(self, timeout: float) -> Iterator[tuple[Job, Record | Lost]]:
        """The games that end within `timeout` seconds, at most those that end together."""
        playing = {w.connection: w for w in self._workers.values() if w.job is not None}
        ready = wait(list(playing), timeout) or [c for c in playing if playing[c].is_stopped()]
        for connection in ready:
            assert isinstance(connection, Connection)
            worker = playing[connection]
            assert worker.job is not None
            job, worker.job = worker.job, None
            yield job, self._result(worker, job)
            self._free.append(worker.slot)

    def _result(self, worker: _Worker, job: Job) -> Record | Lost:
        if worker.is_stopped():
            self._bury(worker)
            return Lost(job.spec, "its worker was stopped by a signal")
        try:
            record: Record = worker.connection.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return Lost(job.spec, f"its worker ended with status {worker.popen.returncode}")
        return record

    def _bury(self, worker: _Worker) -> None:
        """Forget a worker that has died, and kill what its bots left behind."""
        del self._workers[worker.slot]
        worker.kill()
        kill_strays(GAME_ID, _living)

    def close(self) -> None:
        """End the workers and their bots in good order."""
        for worker in self._workers.values():
            worker.dismiss()
        for worker in self._workers.values():
            worker.close()
        self._end()

    def kill(self) -> None:
        """End the workers and their bots at once; the games in play are lost."""
        for worker in self._workers.values():
            worker.kill()
        self._end()

    def _end(self) -> None:
        self._workers.clear()
        kill_strays(GAME_ID, _living)
        adopt_orphans(False)
