"""Round robin: in each round everyone meets everyone once, by Berger's tables.

A round has legs in which each player plays at most once. A player's first and second seats in
a round differ by at most one, and every second round swaps all seats.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.plan.formats import Traits
from arena.plan.meetings import Book, Field, Pairing

TRAITS = Traits()


def pairings(field: Field, book: Book) -> Iterator[Pairing]:
    """The pairings, round by round and leg by leg."""
    for number in range(field.rounds):
        for pair in _round(len(field.players)):
            first, second = (field.players[place] for place in pair)
            if field.has(first, number) and field.has(second, number):
                yield Pairing(number, *((second, first) if number % 2 else (first, second)))


def count(field: Field) -> int:
    """How many pairings there are."""
    players = len(field.players)
    return field.rounds * players * (players - 1) // 2


def objection(field: Field) -> None:
    """Every field can play."""


def _round(players: int) -> Iterator[tuple[int, int]]:
    """One round: all but one place turn on a circle, and opposite players meet."""
    circle = players - 1 + players % 2
    for leg in range(circle):
        if players % 2 == 0:
            fixed = (leg, circle)
            yield fixed if leg % 2 == 0 else fixed[::-1]
        for step in range(1, (circle + 1) // 2):
            pair = ((leg + step) % circle, (leg - step) % circle)
            yield pair if step % 2 else pair[::-1]
