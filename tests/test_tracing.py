"""The file of a trace: whole whatever becomes of its game."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.plan.schedule import schedule
from arena.record import GameSpec
from arena.workers.tracing import Tracer
from tests import random_games


def failing_game(path: Path) -> None:
    spec = next(iter(schedule(random_games.plan())))
    assert isinstance(spec, GameSpec)
    with Tracer().game(spec, str(path)) as trace:
        assert trace
        trace(1, ">", "arena 1")
        raise RuntimeError("the host failed")


def test_the_file_is_closed_where_the_game_fails(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    with pytest.raises(RuntimeError) as caught:
        failing_game(path)
    assert path.read_text().splitlines()[1:] == ["1> arena 1"]
    # What was raised holds the frames in which the file was open, until it is let go here.
    del caught
