"""What a position of What the Shell is worth by the look of it."""

from __future__ import annotations

from math import exp

from what_the_shell import LINES

from engines.what_the_shell import BLACK, Position

OPEN = (0.0, 0.02, 0.08, 0.3, 0.9)
"""Log odds of winning for a line of five with so many own turtles and nothing else."""
TURTLE = 0.1
"""The same for each turtle."""
ALL_LINES = tuple({line for lines in LINES.values() for line in lines})


def value(position: Position, seat: int) -> float:
    """What `seat` can expect, from 0 for a loss to 1 for a win."""
    black, white, eggs = position.black, position.white, position.eggs
    odds = TURTLE * (black.bit_count() - white.bit_count())
    for line in ALL_LINES:
        if not eggs & line:
            blacks, whites = (black & line).bit_count(), (white & line).bit_count()
            if not whites:
                odds += OPEN[min(blacks, 4)]
            elif not blacks:
                odds -= OPEN[min(whites, 4)]
    chance = 1 / (1 + exp(-odds))
    return chance if seat == BLACK else 1 - chance
