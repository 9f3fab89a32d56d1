"""A worker: a process that plays one game at a time and keeps its bots warm between games.

It is given jobs and returns records over one connection. It ends with its parent, however that
ends, and takes its bots along.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import FrameType

from arena.record import GameSpec
from arena.referee.family import adopt_orphans, die_with_parent, kill_orphans, tree
from arena.referee.game import play
from arena.referee.warm import WarmBots
from arena.workers.processors import pin
from arena.workers.tracing import Tracer


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play on these processors; its lines are appended to the file `trace`."""

    spec: GameSpec
    processors: tuple[int, ...] = ()
    trace: str | None = None


def main() -> None:
    """Serve the connection whose descriptor is the first argument, as the slot of the second."""
    die_with_parent(signal.SIGTERM)
    adopt_orphans()
    signal.signal(signal.SIGTERM, _die)
    # Not SIG_IGN, which the bots would inherit.
    signal.signal(signal.SIGINT, lambda _signal, _frame: None)
    connection = Connection(int(sys.argv[1]))
    serve(connection, int(sys.argv[2]))


def serve(connection: Connection, slot: int) -> None:
    """Play job after job until None comes or the other side is gone."""
    bots, tracer = WarmBots(slot, reap=True), Tracer()
    try:
        while job := connection.recv():
            pin(job.processors)
            with tracer.game(job.spec, job.trace) as trace:
                record = play(job.spec, bots, trace)
            connection.send(record)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        bots.close()


def _die(_signal: int, _frame: FrameType | None) -> None:
    """End at once, with everything below."""
    for pid in tree(os.getpid())[1:]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    kill_orphans(())
    os._exit(1)


if __name__ == "__main__":
    main()
