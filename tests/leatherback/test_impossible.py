"""What no arena says: leatherback tells in one line what it found, and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import engines
from engines.base import StateError
from tests.leatherback.talking import new_game, talk

pytestmark = pytest.mark.thorough

RANK, ROW = "." * 9, "." * 7
SHELL = {
    "": "nine ranks and the eggs",
    "/".join([RANK] * 8) + " -": "nine ranks and the eggs",
    "/".join([RANK] * 8 + [RANK[1:]]) + " -": "nine ranks and the eggs",
    "/".join([RANK] * 8 + ["....x...."]) + " -": "nine ranks and the eggs",
    "/".join([RANK] * 9): "nine ranks and the eggs",
    "/".join([RANK] * 9) + " j1": "nine ranks and the eggs",
    "/".join([RANK] * 9) + " e5": "the eggs to be the o cells, each once",
    "/".join([RANK] * 8 + ["o........"]) + " -": "the eggs to be the o cells, each once",
    "/".join([RANK] * 8 + ["o........"]) + " " + ",".join(["a1"] * 90): "each once",
}
VELETAS = {
    "": "ranks, side, phase and first colour",
    "/".join([ROW] * 8) + " b place1 -": "ranks, side, phase and first colour",
    "/".join([ROW] * 6 + ["......"]) + " b place1 -": "ranks, side, phase and first colour",
    "/".join([ROW] * 6 + ["...o..."]) + " b place1 -": "ranks, side, phase and first colour",
    "/".join([ROW] * 7) + " r place1 -": "ranks, side, phase and first colour",
    "/".join([ROW] * 7) + " b later -": "ranks, side, phase and first colour",
    "/".join([ROW] * 7) + " b place1 x": "ranks, side, phase and first colour",
    "/".join([ROW] * 7) + " b place1 b": "no first colour yet",
    "/".join([ROW] * 7) + " w place1 -": "the side to move to be b",
    "/".join([ROW] * 7) + " b play b": "the number of shooters to be 3, not 0",
    "/".join([ROW] * 7) + " w place2 b": "the number of shooters to be 1, not 0",
    "/".join([*[ROW] * 6, "S.....b"]) + " w choose -": "no shooter on the edge",
    "/".join([*[ROW] * 5, ".S.....", "bb....."])
    + " w choose -": "the number of black stones to be 1, not 2",
    "/".join([*[ROW] * 5, ".S.....", "bw....."])
    + " w choose -": "the number of white stones to be 0, not 1",
    "/".join([*[ROW] * 5, ".B.....", "b......"]) + " w choose -": "no claimed shooter before play",
    "/".join([*[ROW] * 5, ".SSS...", "bw....."]) + " b play -": "the first player's colour",
    "/".join([*[ROW] * 5, ".SSS...", "bw....."]) + " b over b": "play without a majority claimed",
    "/".join([*[ROW] * 5, ".SBB...", "bw....."]) + " b play b": "over with a majority claimed",
    "/".join([*[ROW] * 5, "bb.S.S.", "Sb....."])
    + " b play b": "every trapped shooter to be claimed",
    "/".join([*["SSSSSSS"] * 7]) + " b play b": "the number of shooters to be 3, not 49",
}
OVER = {
    "/".join([RANK] * 8 + ["bbbbb...."]) + " -": "what-the-shell",
    "/".join(["bbwwbbwwb", "wwbbwwbbw"] * 4 + ["bbwwbbwwb"]) + " -": "what-the-shell",
    "/".join([*[ROW] * 5, ".SBB...", "bw....."]) + " b over b": "veletas",
}
IMPOSSIBLE = [(game, *row) for game, rows in (("what-the-shell", SHELL), ("veletas", VELETAS))
              for row in rows.items()]  # fmt: skip


@pytest.mark.parametrize(("game", "state", "expected"), IMPOSSIBLE)
def test_a_state_that_cannot_be_is_told(
    leatherback: Path, game: str, state: str, expected: str
) -> None:
    with pytest.raises(StateError):
        engines.load(game).parse(state)
    error = told(leatherback, game, state)
    assert error.startswith(f'found "{state}", expected ')
    assert error.endswith(f"{expected}\n")


@pytest.mark.parametrize(("state", "game"), OVER.items())
def test_no_turn_is_expected_when_the_game_is_over(
    leatherback: Path, game: str, state: str
) -> None:
    assert engines.load(game).parse(state).outcome
    error = told(leatherback, game, state)
    assert error == f'found "{state}", where the game is over, expected a turn\n'


def told(program: Path, game: str, state: str) -> str:
    """What stderr says when it is to move in this state: one line."""
    size = 7 if game == "veletas" else 0
    done = talk(program, [new_game(game, size=size), f"state {state}", "go 1 time=60000"])
    assert (done.said, done.code, done.errors.count("\n")) == (["ready 1"], 1, 1)
    return done.errors


def test_a_third_seat_is_told(leatherback: Path) -> None:
    done = talk(leatherback, [new_game("what-the-shell", seat=3)])
    assert (done.said, done.code) == ([], 1)
    assert done.errors.endswith(", expected seat=1 or seat=2\n")
