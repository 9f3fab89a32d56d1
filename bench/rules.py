"""The reference engines, through the contract that all use, beside plain implementations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

import engines
from bench.figures import Effort, Row, alternating, middle, pinned
from engines.base import State
from tests.engines import naive_veletas, naive_what_the_shell

PERFT = Path(__file__).parent.parent / "tests" / "data" / "veletas_perft.jsonl"
OPENING = "veletas/perft_10_opening"


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """Random games and full lists of moves, each a second."""
    shell, veletas = engines.load("what-the-shell").start(), engines.load("veletas").start(size=10)
    opening = engines.load("veletas").parse(_opening())
    yield _row(
        "What the Shell, random turns",
        180_000,
        partial(_random_turns, shell, effort.of(10_000)),
        partial(_naive_shell, effort.of(500)),
        effort,
    )
    yield _row(
        "Veletas 10x10, random plies",
        80_000,
        partial(_random_turns, veletas, effort.of(5000)),
        partial(_naive_veletas, effort.of(50)),
        effort,
    )
    yield _row(
        "Veletas 10x10, lists of all moves in an opening",
        1000,
        partial(_lists, opening, effort.of(100)),
        partial(_naive_lists, effort.of(5)),
        effort,
    )


def _row(
    name: str, target: int, ours: Callable[[], float], plain: Callable[[], float], effort: Effort
) -> Row:
    with pinned():
        found = alternating(effort.repetitions, ours, plain)
    ratios = tuple(speed / target for speed, _ in found)
    speed, slow = middle(found, 0), middle(found, 1)
    note = f"{speed:,.0f} a second; plainly written {slow:,.0f}, {speed / slow:.1f} times less"
    return Row(f"rules: {name}, by {target:,} a second", ratios, 1, True, note)


def _random_turns(start: State, turns: int) -> float:
    """Random turns a second, game after game."""
    rng, state = Random(1), start
    started = perf_counter()
    for _ in range(turns):
        moves = {seat: state.random_move(seat, rng) for seat in state.to_move}
        state = state.play(moves)
        if state.outcome is not None:
            state = start
    return turns / (perf_counter() - started)


def _lists(state: State, times: int) -> float:
    """Lists of all moves a second."""
    (seat,) = state.to_move
    started = perf_counter()
    for _ in range(times):
        list(state.legal(seat))
    return times / (perf_counter() - started)


def _naive_shell(turns: int) -> float:
    rng, board = Random(1), naive_what_the_shell.Board()
    started = perf_counter()
    for _ in range(turns):
        empty = board.empty()
        board.turn(rng.choice(empty), rng.choice(empty))
        if board.verdict() in ("black", "white", "draw"):
            board = naive_what_the_shell.Board()
    return turns / (perf_counter() - started)


def _naive_veletas(plies: int) -> float:
    """Random plies a second in `play`, each one of all moves."""
    rng, board = Random(1), _naive_opening()
    started = perf_counter()
    for _ in range(plies):
        board.play(rng.choice(list(board.moves())))
        if board.phase == "over":
            board = _naive_opening()
    return plies / (perf_counter() - started)


def _naive_lists(times: int) -> float:
    board = _naive_opening()
    started = perf_counter()
    for _ in range(times):
        list(board.moves())
    return times / (perf_counter() - started)


def _naive_opening() -> naive_veletas.Board:
    rows, side, phase, first = _opening().split(" ")
    board = naive_veletas.Board(10)
    board.side, board.phase, board.first = side, phase, first
    for y, rank in zip(count(9, -1), rows.split("/"), strict=False):
        for x, cell in enumerate(rank):
            if cell in "bw":
                board.stones[x, y] = cell
            elif cell in "SBW":
                board.shooters[x, y] = cell
    return board


def _opening() -> str:
    """The state of Veletas from which moves are listed."""
    cases = map(json.loads, PERFT.read_text().splitlines())
    (start,) = (case["start"] for case in cases if case["id"] == OPENING)
    return str(start)
