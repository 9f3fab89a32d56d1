"""Runs in which bots fail: all other games are played, nobody draws by failing, sums add up."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import root
from arena.run import warnings
from arena.store.results import Result
from arena.store.store import Store
from arena.workers.runner import Report
from tests.commands import arena
from tests.sampled import more
from tests.test_run import mark

__all__ = ["mark"]

BOTS = Path(__file__).parent / "bots"


def cup(folder: Path, mark: str, *bots: str, script: str = "broken.py", pairs: bool = True) -> Path:
    """A tournament file: `fair` bots and such that misbehave, each named after its behaviour."""
    counts: Counter[str] = Counter()
    entries = []
    for behaviour in bots:
        counts[behaviour] += 1
        file = "fair.py" if behaviour == "fair" else script
        command = f"{sys.executable} -S -B {BOTS}/{file} {behaviour} {mark}"
        entries.append(f"  - {{name: {behaviour}-{counts[behaviour]}, command: {command}}}\n")
    text = "games: what-the-shell\nclock: {time: 5s}\nturn_limit: 8\n"
    text += f"pairs: {str(pairs).lower()}\nbots:\n"
    (folder / "cup.yaml").write_text(text + "".join(entries))
    return folder / "cup.yaml"


def results(folder: Path) -> list[Result]:
    with Store.open(folder / "cup.arena") as store:
        return list(store.results())


def points(result: Result, bot: str) -> float:
    return result.scores[result.bots.index(bot)]


def test_three_crashes_at_two_games_at_once_stall_nothing(tmp_path: Path, mark: str) -> None:
    """More crashes than slots; every other game is played to its end."""
    file = cup(tmp_path, mark, *["exits-at-turn"] * 3, "fair", "fair")
    arena("run", file, "--quiet", "--concurrency", 2, cwd=tmp_path)
    found = results(tmp_path)
    assert Counter(frozenset(result.bots) for result in found) == Counter(
        {frozenset(result.bots): 2 for result in found}
    )
    assert len(found) == 20
    for result in found:
        failing = [bot for bot in result.bots if bot.startswith("exits")]
        expected = ("turn-limit", "crash", "double-fault")[len(failing)]
        assert result.termination == expected


def test_a_bot_that_does_not_start_loses_its_games_and_never_draws(
    tmp_path: Path, mark: str
) -> None:
    """It passed the check before game 1, and never starts again."""
    file = cup(tmp_path, mark, "starts-for-the-check-alone", "fair", "fair")
    arena("run", file, "--quiet", cwd=tmp_path)
    found = results(tmp_path)
    own = [result for result in found if "starts-for-the-check-alone-1" in result.bots]
    assert (len(found), len(own)) == (6, 4)
    assert {result.termination for result in own} == {"startup"}
    assert {points(result, "starts-for-the-check-alone-1") for result in own} == {0.0}


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run in which every kind of bot has failed and won."""
    folder = tmp_path_factory.mktemp("failures")
    file = cup(folder, "mark", "exits-at-turn", "nul-in-move", "no-move-in-move", "fair", "resigns")
    arena("run", file, "--quiet", cwd=folder)
    return folder


def asked(folder: Path, command: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(root, [command, str(folder / "cup.arena"), "--format", "json"])
    assert done.exit_code == 0, done.output
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def test_nobody_fails_more_often_than_he_plays(failures: Path) -> None:
    rows = asked(failures, "ratings")
    assert all(row["faults"] <= row["games"] for row in rows)
    by_bot = {row["bot"]: row["faults"] for row in rows}
    assert by_bot == {
        "exits-at-turn-1": 8,
        "nul-in-move-1": 8,
        "no-move-in-move-1": 8,
        "fair-1": 0,
        "resigns-1": 0,
    }


def test_every_table_counts_the_same_games(failures: Path) -> None:
    """There is one log of games, and all is derived from it."""
    games = asked(failures, "games")
    ratings, crosstable = asked(failures, "ratings"), asked(failures, "crosstable")
    assert [game["id"] for game in games] == list(range(1, 21))
    assert sum(row["games"] for row in ratings) == 2 * len(games)
    assert sum(row["games"] for row in crosstable) == 2 * len(games)
    scored = sum(sum(game["scores"]) for game in games)
    assert scored == len(games)
    assert sum(row["score"] * row["games"] for row in ratings) == pytest.approx(scored)
    for row in ratings:
        own = [game for game in games if row["bot"] in game["bots"]]
        assert len(own) == row["games"] == row["wins"] + row["draws"] + row["losses"]


def test_a_table_stays_as_it_is_while_no_game_is_played(failures: Path) -> None:
    first, again = (asked(failures, "ratings") for _ in range(2))
    arena("run", "cup.yaml", "--quiet", cwd=failures)
    assert first == again == asked(failures, "ratings")


def test_a_run_whose_games_are_void_says_that_the_machine_is_overloaded() -> None:
    def told(played: int, voids: int, orphaned: int = 0) -> str:
        return "; ".join(warnings(Report(played, voids, orphaned, (), False)))

    assert told(played=100, voids=2) == ""
    assert "this machine is overloaded: 3 games void beside 100" in told(100, 3)
    assert "overloaded" not in told(played=10, voids=2, orphaned=2)


def test_a_run_whose_workers_are_killed_says_what_may_have_done_it(
    tmp_path: Path, mark: str
) -> None:
    """Each game is tried again before it is given up, and stays to be played."""
    file = cup(tmp_path, mark, "kills-parent", "fair", script="hostile.py", pairs=False)
    done = arena("run", file, cwd=tmp_path, status=1)
    assert "3 games void: a worker was ended or stopped, by hand," in done.stdout
    assert "overloaded" not in done.stdout
    assert "1 game stayed void (game 1); the same command tries them again" in done.stderr
    with Store.open(tmp_path / "cup.arena") as store:
        assert store.done() == set()
        assert len(list(store.voids())) == 3


CROWD = 4 * (os.cpu_count() or 1)


@pytest.mark.parametrize(
    "command", ["run t.yaml --quiet", more("match random random --game veletas")]
)
def test_more_games_at_once_than_processors_are_told_at_the_start(
    command: str, tmp_path: Path
) -> None:
    bots = "[random, {bot: random, name: random-2}]"
    (tmp_path / "t.yaml").write_text(f"games: veletas\nbots: {bots}\n")
    for number, notes in ((1, 0), (CROWD, 1)):
        store = ("--store", f"{number}.arena")
        done = arena(*command.split(), "--concurrency", number, *store, cwd=tmp_path)
        assert (done.stdout + done.stderr).count(f"{number} games at once can keep") == notes
