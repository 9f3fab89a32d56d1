"""What a bot wrote on its output to no purpose: lines that are no message, answers to other turns.

Such lines cost nothing by themselves, but mostly tell of a mistake. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.record import Noise, Record
from arena.words import counted


def stray_lines(record: Record) -> Iterator[str]:
    """A sentence for each bot that wrote any in this game."""
    for name, noise in zip(record.spec.bots, record.noise, strict=False):
        if told := stray(noise):
            yield f"{name} wrote {told}"


def stray(noise: Noise) -> str:
    """How many there were, and what would help, or nothing."""
    counts = []
    if noise.unknown:
        counts.append(f"{counted(noise.unknown, 'line')} that the arena does not know")
    if noise.stale:
        counts.append(f"{counted(noise.stale, 'answer')} that no turn waited for")
    hint = "; thoughts belong to stderr" if noise.unknown else ""
    return " and ".join(counts) + hint
