"""A real scheduler and real workers on loopback, each a process of its own as on any cluster."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.commands import wait_for


class Cluster:
    """A scheduler at `address` and its workers; what they print is in `folder`. They speak by
    `protocol`, tcp or tls, as the environment says."""

    def __init__(self, folder: Path, protocol: str = "tcp") -> None:
        self.folder = folder
        self.protocol = protocol
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{protocol}://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    def start_scheduler(self) -> None:
        """Start the scheduler, at the same address as before."""
        where = ["--protocol", self.protocol, "--host", "127.0.0.1", "--port", str(self.port)]
        self.scheduler = self._start("scheduler", "scheduler", *where, "--no-dashboard")
        wait_for(self._listens, 30)

    def add_worker(
        self, *words: str, processors: int = 2, hides: Path | None = None, **variables: str
    ) -> subprocess.Popen[bytes]:
        """Start one more worker, one that does not see what is in the folder `hides`."""
        name = f"worker{len(self.workers)}"
        own = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--memory-limit", "0"]
        resources = ["--resources", f"processors={processors}"] if processors else []
        rest = [*own, *resources, "--name", name, *words]
        box = ("bwrap", "--dev-bind", "/", "/", "--tmpfs", str(hides)) if hides else ()
        worker = self._start("worker", name, self.address, *rest, box=box, **variables)
        self.workers.append(worker)
        return worker

    def wait_for_workers(self, number: int) -> None:
        """Wait until so many workers have said that they are there."""
        logs = [self.folder / f"worker{each}.log" for each in range(len(self.workers))]
        wait_for(lambda: sum("Registered to" in log.read_text() for log in logs) >= number, 30)

    def _start(
        self, kind: str, name: str, *words: str, box: tuple[str, ...] = (), **variables: str
    ) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [*box, sys.executable, "-m", f"distributed.cli.dask_{kind}", *words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=os.environ | variables,
                start_new_session=True,
            )

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def close(self) -> None:
        """End all of it."""
        for process in [*self.workers, self.scheduler]:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int = 2, protocol: str = "tcp") -> Iterator[Cluster]:
    """A cluster of so many workers, which ends with the block."""
    made = Cluster(folder, protocol)
    try:
        for _ in range(workers):
            made.add_worker()
        made.wait_for_workers(workers)
        yield made
    finally:
        made.close()
