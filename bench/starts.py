"""What it takes to start and end bots, without limits or a sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

from arena.record import BotSpec
from arena.referee.warm import WarmBots
from bench.building import floor
from bench.figures import Effort, Row, alternating, middle, pinned
from bench.instant import SHELL, bots

STARTUP = 10_000
BOTH, BEYOND = 2.0, 0.5
"""Milliseconds: a restart of two bots, and what one start takes beyond the bot's own."""
TIMES = 50


def rows(folder: Path, effort: Effort) -> Iterator[Row]:
    """A restart of both bots of a game; one start beyond the bot's own."""
    one, two = bots(SHELL, folder)
    times = effort.of(TIMES)
    (program,) = one.command
    with pinned(2):
        restarts = alternating(effort.repetitions, partial(_milliseconds, (one, two), times))
        alone = alternating(
            effort.repetitions,
            partial(_milliseconds, (one,), times),
            partial(floor, "starter", folder, times, program),
        )
    note = f"{middle(restarts, 0):.2f} ms"
    ratios = tuple(both / BOTH for (both,) in restarts)
    yield Row(f"starts: two bots end and start anew, by {BOTH:g} ms", ratios, 1, note=note)
    note = f"{middle(alone, 0):.2f} ms; a C parent {middle(alone, 1) / 1000:.2f} ms"
    beyond = tuple((ours - theirs / 1000) / BEYOND for ours, theirs in alone)
    yield Row(f"starts: a bot, beyond a C parent's, by {BEYOND:g} ms", beyond, 1, note=note)


def _milliseconds(specs: tuple[BotSpec, ...], times: int) -> float:
    """Milliseconds in which these bots are started, shake hands and are ended again."""
    warm = WarmBots()
    started = perf_counter()
    for _ in range(times):
        for seat, spec in enumerate(specs, 1):
            warm.begin(spec, 1, seat)
        for seat, spec in enumerate(specs, 1):
            warm.take(spec, STARTUP, 1, seat)
        warm.discard(*specs)
    return (perf_counter() - started) * 1000 / times
