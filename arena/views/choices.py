"""What a person may choose from in a position, as plain values for a page or a terminal. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.base import Seat, State
from engines.veletas.state import VeletasState

_SQUARE = re.compile(r"[a-z][0-9]{1,2}")
_SHOT = re.compile(r"(\w+)-(\w+)/(\w+)")

Choices = dict[str, Any]


def choices(state: State, seat: Seat) -> Choices:
    """The legal moves of a seat, by how they are pointed out (`kind`).

    `square`: one of `squares`. `shot`: a square of `direct`, or out of `shots` a start, its end
    and a target. `placement`: so many `shooters` on `inner` squares, then a stone on one of
    `empty`. `words`: one of `moves`. `text`: any text, the moves being too many to list.
    """
    if not state.lists_moves:
        return _placement(state) if isinstance(state, VeletasState) else {"kind": "text"}
    moves = list(state.legal(seat))
    squares = [move for move in moves if _SQUARE.fullmatch(move)]
    shots = [found for move in moves if (found := _SHOT.fullmatch(move))]
    if len(squares) == len(moves):
        return {"kind": "square", "squares": squares}
    if len(squares) + len(shots) == len(moves):
        return {"kind": "shot", "direct": squares, "shots": _tree(shots)}
    return {"kind": "words", "moves": moves}


def _placement(state: VeletasState) -> Choices:
    board = state.board
    free = board.members(state.empty)
    return {
        "kind": "placement",
        "shooters": state.shooters_to_place,
        "inner": [board.names[square] for square in board.inner if square in free],
        "empty": [board.names[square] for square in free],
    }


def _tree(shots: Sequence[re.Match[str]]) -> dict[str, dict[str, list[str]]]:
    """Targets by start and end."""
    tree: dict[str, dict[str, list[str]]] = {}
    for shot in shots:
        start, end, target = shot.groups()
        tree.setdefault(start, {}).setdefault(end, []).append(target)
    return tree
