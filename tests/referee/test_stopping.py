"""A run that is stopped: what it tells is not told in the midst of something else."""

from __future__ import annotations

import os
import signal

from arena.record import Record
from arena.workers.runner import stopping_on_signals
from tests.referee.playing import Bench, game, runner


def test_nothing_is_told_by_the_signals_handler(bench: Bench) -> None:
    """The handler may interrupt what is just being printed, which must not print then."""
    told: list[str] = []

    def keep(record: Record) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        told.append("a game")

    playing = runner(1, keep)
    with stopping_on_signals(playing, lambda: told.append("stopping")):
        report = playing.run(game(bench.bot(), bench.bot(), id_=n) for n in (1, 2))
    assert told == ["a game", "stopping"]
    assert report.stopped
