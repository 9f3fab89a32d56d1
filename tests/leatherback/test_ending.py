"""Leatherback ends at `quit` and at the end of its input, also while it thinks."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.leatherback.talking import EMPTY, new_game, tell

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(100)]

PLACING = "/".join(["." * 10] * 10) + " b place1 -"
every_game = pytest.mark.parametrize(
    ("game", "size", "position"),
    [("what-the-shell", 0, EMPTY), ("veletas", 10, PLACING)],
    ids=["what-the-shell", "veletas"],
)
every_end = pytest.mark.parametrize("end", ["quit\n", "ping 1\nquit\n", ""])
HOUR = 3_600_000


@pytest.fixture
def process(leatherback: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([leatherback], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as bot:
        yield bot
        bot.kill()


@every_game
@every_end
@pytest.mark.parametrize("threads", [1, 2])
def test_it_ends_though_it_has_an_hour_to_think(
    process: subprocess.Popen[str], game: str, size: int, position: str, end: str, threads: int
) -> None:
    tell(process, f"set threads {threads}", new_game(game, size=size), f"state {position}")
    tell(process, f"go 1 time={HOUR}")
    assert process.stdout
    assert process.stdout.readline() == "ready 1\n"
    time.sleep(0.1)  # so that it is deep in thought
    said, errors = process.communicate(end)
    answered = ["pong 1"] if "ping" in end else []
    assert (said.splitlines(), errors, process.returncode) == (answered, "", 0)


def test_what_comes_while_it_thinks_is_heard(process: subprocess.Popen[str]) -> None:
    tell(process, new_game("what-the-shell"), f"state {EMPTY}", "go 1 time=300")
    tell(process, "ping 1", f"state {EMPTY}", "go 2 time=60000 nodes=20", "ping 2")
    assert process.stdout
    said = [process.stdout.readline().split()[:2] for _ in range(7)]
    answers = [words for words in said if words[0] != "info"]
    assert answers == [["ready", "1"], ["move", "1"], ["pong", "1"], ["move", "2"], ["pong", "2"]]
