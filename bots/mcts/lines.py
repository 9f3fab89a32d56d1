"""What the Shell on bitboards: how lines and captures stand.

A line is five squares in a row. It is open to a colour while it holds nothing but that colour's
turtles and empty squares. All lines of an axis are counted at once: bit N of a set stands for
the line that starts on square N.
"""

from __future__ import annotations

from engines.what_the_shell import AXES

Levels = tuple[int, int, int, int]
"""The squares of the open lines with one, two, three and four turtles."""


def levels(own: int, empty: int) -> list[Levels]:
    """For each axis the empty squares on lines that are open to `own`, by their turtles."""
    return [_axis_levels(own, empty, step) for step in AXES]


def _axis_levels(own: int, empty: int, step: int) -> Levels:
    free = own | empty
    pairs = free & free >> step
    usable = pairs & pairs >> 2 * step & free >> 4 * step
    a, b, c = own, own >> step, own >> 2 * step
    d, e = own >> 3 * step, own >> 4 * step
    # Two full adders sum five one-bit numbers, for all lines at once.
    half = a ^ b
    low, carry = half ^ c, (a & b) | (half & c)
    half = low ^ d
    ones, more = half ^ e, (low & d) | (half & e)
    twos, fours = carry ^ more, carry & more
    return (
        _squares(usable & ones & ~(twos | fours), step) & empty,
        _squares(usable & twos & ~ones, step) & empty,
        _squares(usable & twos & ones, step) & empty,
        _squares(usable & fours & ~ones, step) & empty,
    )


def _squares(lines: int, step: int) -> int:
    pairs = lines | lines << step
    return pairs | pairs << 2 * step | lines << 4 * step


def capture_squares(own: int, targets: int, empty: int) -> int:
    """The empty squares from which a turtle of `own` would capture."""
    squares = 0
    for step in AXES:
        pairs = targets & targets >> step
        squares |= pairs >> step & own >> 3 * step
        squares |= (pairs & own << step) << 2 * step
    return squares & empty
