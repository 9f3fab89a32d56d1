"""A bot's files on their way to a worker that does not take them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from arena.clock import Clock
from arena.cluster.link import Link
from arena.cluster.orders import Answer, Lacking, Order
from arena.cluster.pool import ClusterPool
from arena.errors import RunError
from arena.record import BotSpec, GameSpec, Player
from arena.workers.worker import Job

WORKER = "tcp://w"
SENT = 5
"""How often a game may be given to a worker before the test ends."""


class Deaf:
    """A link to one worker that is never seen to take an archive, and has none."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.games = itertools.count(1)

    def workers(self) -> Mapping[str, Mapping[str, Any]]:
        facts = {"host": "h", "resources": {"processors": 2}, "nthreads": 1}
        return {WORKER: {**facts, "last_seen": time.time()}}

    def busy(self, _prefix: str) -> set[str]:
        return set()

    def dismiss(self, _worker: str) -> None:
        pass

    def on(
        self, workers: list[str], _what: object, *values: object, within: float = 0.0
    ) -> Mapping[str, str]:
        if isinstance(values[0], bytes):
            self.waits.append(within)
            return {}
        return dict.fromkeys(workers, "")

    def submit(self, *told_of: Any) -> None:
        told: Callable[[Answer], None] = told_of[3]
        order: Order = told_of[5]
        assert next(self.games) <= SENT, "the game goes to the same worker for ever"
        told(Answer(WORKER, "h", Lacking(order.luggage[0].archive)))


def bot(folder: Path, size: int) -> BotSpec:
    folder.mkdir()
    (folder / "bot.py").write_bytes(b"#" * size)
    return BotSpec("a", ("python3", "bot.py"), str(folder))


@pytest.mark.parametrize(("size", "seconds"), [(10, 10), (40 * 1024 * 1024, 50)])
def test_a_worker_that_never_takes_a_bot_is_set_aside(
    tmp_path: Path, size: int, seconds: int
) -> None:
    link, player = Deaf(), Player(bot(tmp_path / "a", size), Clock(), 1)
    pool = ClusterPool(cast(Link, link), lambda _: None)
    pool.submit(Job(GameSpec(1, "what-the-shell", (), (player, player), 1)))
    with pytest.raises(RunError, match=rf"it did not take a bot's files in {seconds} seconds"):
        list(pool.finished(1))
    assert len(link.waits) == 1
