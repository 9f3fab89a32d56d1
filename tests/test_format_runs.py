"""`arena run` in formats that decide by results: real processes, kills, growth."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from arena.plan import formats
from arena.plan.tournament_file import load
from arena.record import Record
from arena.run import header_of
from arena.store.store import Store
from tests.commands import arena, running, wait_for
from tests.test_run import games_in, mark, records, tournament

__all__ = ["mark"]

SETTINGS = {
    "knockout": "format: {name: knockout, best_of: 1, extra: 2}",
    "ladder": "format: {name: ladder, games: 16, round: 8, sigma: 0.5}",
    "swiss": "format: swiss",
}
"""What a file says to have a small tournament of each format."""


def cup(folder: Path, mark: str, name: str, pause: float = 0.0) -> Path:
    """A tournament of five plain bots in a format."""
    file = tournament(folder, mark, pause=pause, bots=5, rounds=2, name=name)
    lines = file.read_text().replace("games: [what-the-shell, ", "games: [").splitlines()
    if not formats.load(name).TRAITS.rounds:
        lines.remove("rounds: 2")
    file.write_text("\n".join([*lines, SETTINGS[name], ""]))
    return file


@pytest.mark.parametrize(
    ("name", "games"),
    [
        pytest.param("knockout", 9, marks=pytest.mark.thorough),
        ("ladder", 9),
        pytest.param("swiss", 5, marks=pytest.mark.thorough),
    ],
)
def test_the_same_games_at_any_concurrency_and_after_a_kill(
    tmp_path: Path, mark: str, name: str, games: int
) -> None:
    """The kill comes after the first decision, in the midst of a round."""
    file = cup(tmp_path, mark, name, pause=0.005)
    one, killed = tmp_path / "one.arena", tmp_path / "killed.arena"
    arena("run", file, "--store", one, "--concurrency", 1, "--quiet", cwd=tmp_path)
    with running("run", file, "--store", killed, "--concurrency", 3, cwd=tmp_path) as run:
        wait_for(partial(has_gone_on, killed, games, run))
    assert games <= games_in(killed) < games_in(one)
    arena("run", file, "--store", killed, "--concurrency", 3, "--quiet", cwd=tmp_path)
    assert records(one) == records(killed)
    places = [arena("standings", path, cwd=tmp_path).stdout for path in (one, killed)]
    assert places[0] == places[1]


def has_gone_on(path: Path, games: int, run: subprocess.Popen[str]) -> bool:
    return games_in(path) >= games or run.poll() is not None


def test_a_knockout_ends_with_its_standings(tmp_path: Path, mark: str) -> None:
    done = arena("run", cup(tmp_path, mark, "knockout"), cwd=tmp_path)
    assert "games/at most" not in done.stdout
    assert "knockout: " in done.stdout
    table = json.loads(
        arena("standings", "knockout.arena", "--format", "json", cwd=tmp_path).stdout
    )
    assert [row["rank"] for row in table] == [1, 2, 3, 4, 5]
    assert table[0]["round"] == table[1]["round"] == 3
    with Store.open(tmp_path / "knockout.arena") as store:
        final = [game.bots for game in store.results()][-1]
    assert {*final} == {table[0]["bot"], table[1]["bot"]}


def test_a_knockout_takes_no_more_bots(tmp_path: Path, mark: str) -> None:
    file, where = cup(tmp_path, mark, "knockout"), tmp_path / "knockout.arena"
    Store.create(where, header_of(load(file))).close()
    file.write_text(file.read_text().replace("format:", "  - random\nformat:"))
    done = arena("run", file, cwd=tmp_path, status=2)
    assert "bots: the file has 'random', but a knockout takes no more bots" in done.stderr


@pytest.mark.thorough
def test_a_swiss_goes_on_for_more_rounds_and_with_a_late_bot(tmp_path: Path, mark: str) -> None:
    file, where = cup(tmp_path, mark, "swiss"), tmp_path / "swiss.arena"
    arena("run", file, "--quiet", cwd=tmp_path)
    before = records(where)
    late = file.read_text().replace("rounds: 2", "rounds: 4").replace("name: bot4", "name: late")
    bots = "\n".join(line for line in file.read_text().splitlines() if "name: bot4" in line)
    file.write_text(late.replace("bots:\n", f"bots:\n{bots}\n"))
    arena("run", file, "--quiet", cwd=tmp_path)
    after = records(where)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 2 * 2 * 3
    assert sum("late" in game.spec.bots for game in after) == 4


def test_a_dry_run_says_at_most(tmp_path: Path, mark: str) -> None:
    done = arena("run", cup(tmp_path, mark, "knockout"), "--dry-run", cwd=tmp_path)
    assert done.stdout.startswith("at most 24 games to play, ")
    assert not os.path.exists(tmp_path / "knockout.arena")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["ladder", "swiss"])
def test_a_round_whose_games_stay_void_is_told_in_a_line_and_gone_on_with(
    tmp_path: Path, mark: str, name: str
) -> None:
    """What is decided by results is not decided without them."""
    file, spoilt, calm = spoilt_cup(tmp_path, mark, name), tmp_path / "spoilt", tmp_path / "calm"
    arena("run", file, "--store", calm, "--quiet", cwd=tmp_path)
    spoilt.touch()
    run = ("run", file, "--store", "stormy", "--concurrency", 2, "--quiet")
    done = arena(*run, cwd=tmp_path, status=1)
    assert re.fullmatch(
        r"arena: \d games stayed void \(game [\d, ]+\); the same command tries them again\n",
        done.stderr,
    )
    before = records(tmp_path / "stormy")
    assert before == [game for game in records(calm) if game.spec.id in ids(before)]
    assert before
    assert "spoilt" not in {bot for game in before for bot in game.spec.bots}
    spoilt.unlink()
    arena(*run, cwd=tmp_path)
    assert records(tmp_path / "stormy") == records(calm)


def spoilt_cup(folder: Path, mark: str, name: str) -> Path:
    """A tournament of four bots, one of which spoils its games while a file is there."""
    bots = Path(__file__).parent / "bots"
    fair = f"{sys.executable} -S -B {bots}/fair.py fair {mark}"
    spoilt = f"{sys.executable} -S -B {bots}/hostile.py kills-parent-while {folder}/spoilt {mark}"
    lines = ["games: what-the-shell", "clock: {time: 5s}", SETTINGS[name], "bots:"]
    lines += [f"  - {{name: {bot}, command: {fair}}}" for bot in ("a", "b", "c")]
    file = folder / "cup.yaml"
    file.write_text("\n".join([*lines, f"  - {{name: spoilt, command: {spoilt}}}", ""]))
    return file


def ids(games: list[Record]) -> set[int]:
    return {game.spec.id for game in games}
