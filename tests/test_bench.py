"""The bench runs, with C bots that play by the rules; what it measures here proves nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record import BotSpec
from bench import instant
from bench.figures import Row
from tests.referee.playing import played
from tests.tools import lacking

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def compiler() -> None:
    if not shutil.which("cc"):
        lacking("the bench needs a C compiler (cc)")


def test_it_prints_ratios_and_their_targets() -> None:
    words = ["--quick", "--format", "json", "--only", "referee", "--only", "starts"]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    rows = json.loads(done.stdout)
    assert [row["name"].split(":")[0] for row in rows] == ["referee"] * 3 + ["starts"] * 2
    for row in rows:
        assert row["low"] <= row["ratio"] <= row["high"], row
        met = row["ratio"] <= row["target"]
        assert row["ok"] == met, row
    assert done.returncode == (not all(row["ok"] for row in rows))


@pytest.mark.parametrize("games", ["0", "-3"])
def test_no_games_are_refused_in_a_line(games: str) -> None:
    words = ["--only", "clock", "--games", games]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"python -m bench: --games: found {games}, expected at least 1\n"


@pytest.mark.parametrize("kind", [instant.SHELL, instant.VELETAS_7, instant.VELETAS_10])
def test_its_instant_bots_play_by_the_rules(kind: instant.Kind, tmp_path: Path) -> None:
    records = played(*instant.games(kind, tmp_path, 30))
    assert len(records) == 30
    for record in records:
        assert instant.fair(record).termination in (
            "line",
            "sudden-death",
            "board-full",
            "majority",
        )
    assert len({record.final for record in records}) > 25, "the games should differ"


def test_a_game_that_went_wrong_is_no_figure(tmp_path: Path) -> None:
    (spec,) = instant.games(instant.SHELL, tmp_path, 1)
    silent = BotSpec("a", ("/bin/echo", "ready"), str(tmp_path))
    players = (replace(spec.players[0], bot=silent), spec.players[1])
    (record,) = played(replace(spec, players=players))
    with pytest.raises(RuntimeError, match="went wrong"):
        instant.fair(record)


def test_a_row_is_met_on_its_side_of_the_target() -> None:
    assert Row("a", (1.0, 2.0, 9.0), 2.0).ok
    assert not Row("a", (1.0, 2.1, 9.0), 2.0).ok
    assert Row("a", (1.0, 2.0, 9.0), 2.0, at_least=True).ok
    assert not Row("a", (1.0, 1.9, 9.0), 2.0, at_least=True).ok
