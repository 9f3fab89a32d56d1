"""Greedy at Veletas: rates a selection of moves by the position that each leaves.

A move is a shooter, the square it goes to and the square it shoots at: thousands of moves. So
the squares to go to are rated first, then the shots from the best of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from random import Random
from typing import cast

from arena.client import Seat, State
from engines.veletas.position import CHOOSE, PLAY, Position
from engines.veletas.state import VeletasState

CLAIM = 20.0
"""What a claimed shooter is worth; a free one counts for less."""
MAX_LEAD = 4
"""A larger lead of one colour's group beside a shooter is no better."""
JOURNEYS = 8
"""How many ways to move a shooter have all their shots rated."""
PLACEMENTS = 60
"""How many placements are rated."""

Journey = tuple[int, int]
"""A shooter's square and the one it goes to, the same if it stays."""


def choose(state: State, seat: Seat, rng: Random) -> str:
    """The move that leaves the best of the positions that were looked at."""
    position = cast(VeletasState, state)
    if position.phase == PLAY:
        return _shot(position, rng)
    if position.phase == CHOOSE:
        return "black" if rate(position, "b") > 0 else "white"
    return _placement(position, seat, rng)


def rate(position: Position, colour: str) -> float:
    """How well `colour` stands: claims, and the groups beside shooters that have little room."""
    rating = CLAIM * (position.black_claims.bit_count() - position.white_claims.bit_count())
    for square in position.board.members(position.shooters):
        rating += _grip(position, square, position.empty)
    return rating if colour == "b" else -rating


def _grip(position: Position, square: int, empty: int) -> float:
    """How near Black (below 0: White) is to claiming a shooter on `square`."""
    groups = position.groups(square)
    lead = max(-MAX_LEAD, min(MAX_LEAD, groups["b"] - groups["w"]))
    room = (position.board.around(1 << square) & empty).bit_count()
    return lead / (1 + room)


def _placement(position: VeletasState, seat: Seat, rng: Random) -> str:
    """White's best placement; the first one even, since the opponent then takes a colour."""
    found: dict[str, float] = {}
    for _ in range(PLACEMENTS):
        move = position.random_move(seat, rng)
        rating = rate(position.play({seat: move}), "w")
        found[move] = rating if position.first != "-" else -abs(rating)
    return max(found, key=found.__getitem__)


def _shot(position: VeletasState, rng: Random) -> str:
    side, names = position.side, position.board.names
    found: dict[str, float] = {}
    for start, end in _journeys(position):
        for target in position.board.members(position.targets(start, end)):
            move = f"{names[start]}-{names[end]}/{names[target]}" if end != start else names[target]
            if move not in found:
                after = position.fire(start, end, target)
                found[move] = rate(after, side) + rng.random() / 100
    return max(found, key=found.__getitem__)


def _journeys(position: VeletasState) -> Iterator[Journey]:
    """For each shooter that it stays, and the best of all other journeys."""
    board = position.board
    shooters = board.members(position.shooters)
    yield from ((start, start) for start in shooters)
    away = [(start, end) for start in shooters for end in board.members(position.reach(start))]
    yield from nlargest(JOURNEYS, away, lambda journey: _promise(position, *journey))


def _promise(position: VeletasState, start: int, end: int) -> float:
    """What the side to move gains when a shooter moves, before it fires."""
    there = _grip(position, end, position.empty ^ (1 << start | 1 << end))
    gain = there - _grip(position, start, position.empty)
    return gain if position.side == "b" else -gain
