"""Has games played in the background: specs go in, and each is called back with its record."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from arena.record import GameSpec, Record
from arena.workers.pool import Lost, Pool
from arena.workers.worker import Job

_LOG = logging.getLogger(__name__)
Done = Callable[[Record | Lost], None]
_PULSE = 0.05
"""Seconds until a new order is seen while games are in play."""


class Dealer:
    """Plays up to `size` games at once; others wait for their turn.

    Specs need different ids. What is called when a game is over is called from the dealer's
    thread, which starts the workers too, since they end with the thread that began them.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._closing = threading.Event()
        self._orders: queue.Queue[tuple[GameSpec, Done] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._deal, name="dealer", daemon=True)
        self._thread.start()

    def deal(self, spec: GameSpec, done: Done) -> None:
        """Have a game played."""
        self._orders.put((spec, done))

    def close(self) -> None:
        """End all games at once; nobody is called back any more."""
        self._closing.set()
        self._orders.put(None)  # wakes it up
        self._thread.join()

    def _deal(self) -> None:
        pool, calls = Pool(self._size), dict[int, Done]()
        try:
            while not self._closing.is_set():
                self._take_orders(pool, calls)
                for job, result in pool.finished(_PULSE):
                    _tell(calls.pop(job.spec.id), result)
        finally:
            pool.kill()

    def _take_orders(self, pool: Pool, calls: dict[int, Done]) -> None:
        """Begin what was ordered; wait for that if nothing is in play."""
        while pool.has_room:
            try:
                order = self._orders.get(block=not pool.in_play())
            except queue.Empty:
                return
            if order is None:
                return
            spec, calls[spec.id] = order
            pool.submit(Job(spec))


def _tell(done: Done, result: Record | Lost) -> None:
    """Call back. What fails there is that game's own trouble: all others go on."""
    try:
        done(result)
    except Exception:
        _LOG.exception("the end of a game could not be told")
