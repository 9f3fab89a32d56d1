"""Each starter reads the positions of the rules vectors, and moves in them as the rules allow."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import engines
from engines.base import State
from tests.starters.talking import HELLO, SHELL, VELETAS, Starter, asked

DATA = Path(__file__).parents[1] / "data"
FEW = 22
"""Positions with so many moves at most are asked about until every move has come."""
TRIES = 12
"""How often for each move: the chance that one is missing then is FEW * exp(-TRIES), 1 in 7000."""


@cache
def positions(game: str) -> tuple[State, ...]:
    """The positions of the vectors in which somebody is to move."""
    texts = {text: None for path in sorted(DATA.glob(f"{game}_*.jsonl")) for text in _texts(path)}
    states = map(engines.load(game).parse, texts)
    return tuple(state for state in states if state.outcome is None)


def _texts(path: Path) -> Iterator[str]:
    for vector in map(json.loads, path.read_text().splitlines()):
        yield vector["start"]
        yield from vector.get("checkpoints", {}).values()


def size(state: State) -> int:
    return str(state).partition(" ")[0].count("/") + 1


def answers(starter: Starter, game: str, states: Iterable[State]) -> Iterator[tuple[State, str]]:
    """What the starter plays in each of the states, all asked in one process."""
    groups = defaultdict(list)
    for state in states:
        groups[state.to_move[-1], size(state)].append(state)
    form = VELETAS if game == "veletas" else SHELL
    heard = list(HELLO)
    for (seat, length), group in groups.items():
        heard.append(form.format(id=f"{seat}-{length}", seat=seat, size=length, seed=9))
        heard += asked(map(str, group))
    said = starter.hears(*heard)
    assert said.status == 0, said.errors
    inorder = [state for group in groups.values() for state in group]
    return zip(inorder, [move for _, move in said.moves()], strict=True)


@pytest.mark.parametrize("game", engines.names())
def test_it_moves_legally_in_every_position(starter: Starter, game: str) -> None:
    for state, move in answers(starter, game, positions(game)):
        state.parse_move(state.to_move[-1], move)


@pytest.mark.parametrize("game", engines.names())
def test_every_legal_move_comes(starter: Starter, game: str) -> None:
    legal = {
        state: set(state.legal(state.to_move[-1]))
        for state in positions(game)
        if state.lists_moves and size(state) < 11
    }
    few = sorted((state for state in legal if len(legal[state]) <= FEW), key=str)[:12]
    assert len(few) == 12
    many = [state for state in few for _ in range(TRIES * len(legal[state]))]
    drawn = defaultdict(set)
    for state, move in answers(starter, game, many):
        drawn[state].add(move)
    for state in few:
        assert drawn[state] == legal[state], str(state)
