"""What stands around the games: the ratings of many of them, and how soon help is there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from arena.ratings import fold
from bench.figures import Effort, Row, alternating, middle, pinned

GAMES, BOTS = 100_000, 20
FOLD = 0.5
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a rating needs of a game."""

    bots: tuple[str, str]
    scores: tuple[float, float]
    faults: tuple[None, None] = (None, None)


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """A fold of 100,000 games; `arena --help` beside the import of its library."""
    few = min(effort.repetitions, 5)
    games = list(_scored(effort.of(GAMES)))
    with pinned():
        found = alternating(few, partial(_seconds, games))
    ratios = tuple(seconds * GAMES / len(games) / FOLD for (seconds,) in found)
    note = f"{middle(found, 0) * 1e6 / len(games):.2f} µs a game"
    yield Row(f"ratings: {GAMES:,} games folded, by {FOLD:g} s", ratios, 1, note=note)
    with pinned():
        found = alternating(
            effort.repetitions,
            partial(_run, "-m", "arena", "--help"),
            partial(_run, "-c", "import click"),
        )
    note = f"{middle(found, 0) * 1000:.0f} ms; {middle(found, 1) * 1000:.0f} ms"
    ratios = tuple(ours / theirs for ours, theirs in found)
    yield Row("start-up: arena --help, by python -c 'import click'", ratios, 1.5, note=note)


def _scored(count: int) -> Iterator[Scored]:
    """Games of bots in random pairs; the one whose number is higher wins most of them."""
    dice = Random(1)
    for _ in range(count):
        one, two = dice.sample(range(BOTS), 2)
        won = float(dice.randrange(2 * BOTS) < BOTS + one - two)
        yield Scored((f"bot-{one}", f"bot-{two}"), (won, 1 - won))


def _seconds(games: list[Scored]) -> float:
    started = perf_counter()
    fold.rate(games)
    return perf_counter() - started


def _run(*words: str) -> float:
    """Seconds that Python takes for this."""
    started = perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started
