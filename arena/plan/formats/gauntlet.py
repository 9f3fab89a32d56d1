"""Gauntlet: in each round the challengers, the file's first bots, meet all the others once.

Challengers do not meet each other, and neither do the others. Seats take turns by round,
challenger and opponent. Who comes later is an opponent, and nobody takes the place of a challenger
who goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.plan.formats import Term, Traits
from arena.plan.meetings import Book, Field, Pairing

TRAITS = Traits(terms={"challengers": Term(1, 1, 1000)})


def pairings(field: Field, book: Book) -> Iterator[Pairing]:
    """The pairings, round by round; in a round each opponent meets the challengers in order."""
    challengers, others = _sides(field)
    for number in range(field.rounds):
        for row, other in enumerate(others):
            for column, challenger in enumerate(challengers):
                if field.has(other, number) and field.has(challenger, number):
                    pair = (challenger, other)
                    swapped = (number + row + column) % 2
                    yield Pairing(number, *(pair[::-1] if swapped else pair))


def count(field: Field) -> int:
    """How many pairings there are."""
    challengers, others = _sides(field)
    return field.rounds * len(challengers) * len(others)


def objection(field: Field) -> str | None:
    """There must be someone to challenge."""
    challengers, others = _sides(field)
    if challengers and others:
        return None
    if not challengers:
        return "found no challenger that still plays, expected one"
    return f"found {len(challengers)} bots and as many challengers, expected more bots"


def _sides(field: Field) -> tuple[list[str], list[str]]:
    """The challengers, those that the run began with if they are left, and the others."""
    first = (field.began_with or field.players)[: field.whole("challengers")]
    left = sum(player in field.players for player in first)
    # Not `first` itself: in a stage of older versions a file could name a new challenger first.
    return list(field.players[:left]), list(field.players[left:])
