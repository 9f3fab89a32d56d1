"""The game of Veletas: where it starts, and which texts are positions of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from engines.base import StateError, quoted
from engines.veletas.board import SHOOTERS, board, union
from engines.veletas.position import CHOOSE, COLOURS, OVER, PLACE1, PLACE2, PLAY
from engines.veletas.state import VeletasState

CELLS: Final = ".bwSBW"
PHASES: Final = (PLACE1, CHOOSE, PLACE2, PLAY, OVER)
SIZES: Final = tuple(sorted(SHOOTERS, reverse=True))


class Veletas:
    """The contract `engines.base.Game`."""

    name = "veletas"
    title = "Veletas"
    variants: tuple[Mapping[str, int], ...] = tuple({"size": size} for size in SIZES)
    seat_symmetric = False
    simultaneous = False

    def start(self, **variant: int) -> VeletasState:
        chosen = {"size": SIZES[0]} | variant
        if chosen not in self.variants:
            allowed = ", ".join(f"size={size}" for size in SIZES)
            given = ", ".join(f"{key}={value!r}" for key, value in variant.items())
            raise ValueError(f"no variant of veletas is {given}; expected one of {allowed}")
        return _start(chosen["size"])

    def parse(self, text: str) -> VeletasState:
        try:
            state = _read(text)
            _check(state)
        except _Flaw as flaw:
            raise StateError(text, str(flaw)) from None
        return state


class _Flaw(Exception):
    """Why a text is no state."""


@cache
def _start(size: int) -> VeletasState:
    rows = "/".join(["." * size] * size)
    return _read(f"{rows} b {PLACE1} -")


def _read(text: str) -> VeletasState:
    fields = text.split(" ")
    _demand(len(fields) in (3, 4), f"expected ROWS SIDE PHASE FIRST, found {len(fields)} fields")
    rows, side, phase = fields[:3]
    _check_rows(rows)
    _expect("SIDE", COLOURS, side)
    _expect("PHASE", PHASES, phase)
    first = fields[3] if len(fields) == 4 else "-" if phase in (PLACE1, CHOOSE) else "b"
    sets = {cell: union(i for i, found in enumerate(rows) if found == cell) for cell in CELLS}
    return VeletasState(
        board=board(rows.count("/") + 1),
        phase=phase,
        side=side,
        first=first,
        black=sets["b"],
        white=sets["w"],
        shooters=sets["S"],
        black_claims=sets["B"],
        white_claims=sets["W"],
        empty=sets["."],
        rows=int.from_bytes(rows.encode(), "little"),
    )


def _check_rows(rows: str) -> None:
    ranks = rows.split("/")
    size = len(ranks)
    _demand(size in SHOOTERS, f"expected 10, 9 or 7 ranks, found {size}")
    for number, rank in zip(range(size, 0, -1), ranks, strict=True):
        _demand(len(rank) == size, f"expected {size} cells in rank {number}, found {len(rank)}")
        for cell in rank:
            _demand(cell in CELLS, f"expected one of {CELLS} in rank {number}, found {cell!r}")


def _check(state: VeletasState) -> None:
    chosen = state.phase not in (PLACE1, CHOOSE)
    _expect(f"FIRST in {state.phase}", COLOURS if chosen else ("-",), state.first)
    if state.in_setup:
        _check_setup(state)
    else:
        _check_play(state)


def _check_setup(state: VeletasState) -> None:
    phase, layout = state.phase, state.board
    side, shooters, stones = ("b", 0, 0) if phase == PLACE1 else ("w", layout.majority - 1, 1)
    _expect(f"SIDE in {phase}", (side,), state.side)
    _demand(not state.white, f"no white stone is on the board in {phase}")
    _demand(not state.black_claims | state.white_claims, f"no shooter is claimed in {phase}")
    _count(f"black stones in {phase}", stones, state.black)
    _count(f"shooters in {phase}", shooters, state.shooters)
    edge = layout.spell(state.shooters & ~union(layout.inner))
    _demand(not edge, f"no shooter may be placed on the edge, found one on {''.join(edge[:1])}")


def _check_play(state: VeletasState) -> None:
    layout, winner = state.board, state.winner
    shooters = state.shooters | state.black_claims | state.white_claims
    _count("shooters on this board", layout.shooters, shooters)
    if state.phase == PLAY and winner:
        raise _Flaw(f"{COLOURS[winner]} has claimed {layout.majority} shooters: PHASE is over")
    if state.phase == OVER and not winner:
        raise _Flaw(f"nobody has claimed {layout.majority} shooters: PHASE is not over")
    for square in state.trapped():
        raise _Flaw(f"the shooter on {layout.names[square]} is trapped, but unclaimed")


def _expect(what: str, allowed: Collection[str], found: str) -> None:
    listed = " or ".join(allowed)
    _demand(found in allowed, f"{what}: expected {listed}, found {quoted(found, 20)}")


def _count(what: str, expected: int, squares: int) -> None:
    found = squares.bit_count()
    _demand(found == expected, f"{what}: expected {expected}, found {found}")


def _demand(condition: object, otherwise: str) -> None:
    if not condition:
        raise _Flaw(otherwise)


GAME: Final = Veletas()
