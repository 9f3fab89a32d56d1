"""A turn of the referee with everything at work, as a ratio to what a C program takes for its
lines alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.building import floor
from bench.figures import Effort, Row, alternating, middle, pinned
from bench.instant import SHELL, VELETAS_7, VELETAS_10, Kind, Table

TARGETS = ((SHELL, 2, 2.5), (VELETAS_7, 1, 4.0), (VELETAS_10, 1, 5.0))
"""Each game, the seats that move in one turn, and its target."""
GAMES, TURNS = 100, 10_000


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """A turn of each game."""
    for kind, seats, target in TARGETS:
        yield _turn(kind, seats, target, folder, effort)


def _turn(kind: Kind, seats: int, target: float, folder: Path, effort: Effort) -> Row:
    with pinned(), Table(kind, folder, effort.of(GAMES)) as table:
        lines = partial(floor, "floor", folder, seats, effort.of(TURNS))
        found = alternating(effort.repetitions, table.turn, lines)
    ratios = tuple(1000 * ours / theirs for ours, theirs in found)
    note = f"{middle(found, 0):.1f} µs; the floor {middle(found, 1) / 1000:.1f} µs"
    return Row(f"referee: a turn of {kind.title}, by the C floor's", ratios, target, note=note)
