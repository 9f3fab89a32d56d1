"""Swiss: in each round bots of like points meet, and none twice until it is forced.

The pairs of a round are a maximum-weight matching (blossom algorithm of the library networkx) by
what follows, the first being the most important: no bot has a second bye, no two meet again, points
differ little (the sum of squares), and among those of like points the upper half meets the lower.
With an odd number of bots one has a bye, which counts as a meeting won. Bots that join later
start without points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

from arena.plan.formats import Traits
from arena.plan.meetings import WAIT, Book, Field, Meeting, Pairing, Step
from arena.plan.standing import Standing, standings

TRAITS = Traits(adaptive=True, standings=True)
_LIBRARY = "networkx"


def pairings(field: Field, book: Book) -> Iterator[Step]:
    """The pairings, round by round."""
    while True:
        yield WAIT
        so_far = [each for each in book.meetings() if not each.pairing.places]
        number = 1 + max((each.pairing.round for each in so_far), default=-1)
        if number >= field.rounds:
            return
        yield from _round(number, field, so_far)


def count(field: Field) -> int:
    """How many pairings there are."""
    return field.rounds * (len(field.players) // 2)


def objection(field: Field) -> str | None:
    """The library must be there."""
    if find_spec(_LIBRARY):
        return None
    return (
        f"found no library {_LIBRARY}, which pairs the rounds of swiss, expected it to be "
        "installed: pip install 'engine-arena[swiss]'"
    )


class _Past(NamedTuple):
    """What a round's pairs depend on: the table, who has met how often, who sat first."""

    table: tuple[Standing, ...]
    met: Counter[frozenset[str | None]]
    firsts: Counter[str]


def _round(number: int, field: Field, so_far: list[Meeting]) -> Iterator[Pairing]:
    """A round's pairings, the leaders first; who was first less often is first."""
    played = [name for each in so_far for name in each.pairing[1:] if name]
    ranked = standings(tuple(dict.fromkeys((*field.players, *played))), so_far, field.games)
    present = {player for player in field.players if field.has(player, number)}
    past = _Past(
        tuple(row for row in ranked if row.bot in present),
        Counter(frozenset(each.pairing[1:]) for each in so_far),
        Counter(each.pairing.first for each in so_far if each.pairing.second),
    )
    for places in _matching(past):
        names = [past.table[place].bot for place in places if place < len(past.table)]
        first, *others = sorted(names, key=past.firsts.__getitem__)
        yield Pairing(number, first, others[0] if others else None)


def _matching(past: _Past) -> list[list[int]]:
    """The best pairs of places in the table; the place after the last stands for the bye."""
    networkx = import_module(_LIBRARY)
    graph, costs = networkx.Graph(), _costs(past)
    most = 1 + max(costs.values(), default=0)
    graph.add_weighted_edges_from((*pair, most - cost) for pair, cost in costs.items())
    return sorted(map(sorted, networkx.max_weight_matching(graph, maxcardinality=True)))


def _costs(past: _Past) -> dict[tuple[int, int], int]:
    """What each pair of places costs: one whole number, in which no sum of what is less
    important reaches one of what is more important."""
    table = past.table
    size, last = len(table), table[-1].points
    unlike = size**3
    again = unlike * (1 + sum(_gap(row.points, last) for row in table))
    bye = again * (1 + size * max(past.met.values(), default=0))
    levels = Counter(row.points for row in table)
    costs = {}
    for (high, one), (low, two) in combinations(enumerate(table), 2):
        apart = low - high - (levels[one.points] // 2 if one.points == two.points else 0)
        gap, met = _gap(one.points, two.points), past.met[frozenset((one.bot, two.bot))]
        costs[high, low] = again * met + unlike * gap + apart**2
    if size % 2:
        for place, row in enumerate(table):
            above = size - 1 - place
            costs[place, size] = bye * row.byes + unlike * _gap(row.points, last) + above**2
    return costs


def _gap(one: float, two: float) -> int:
    """How unlike two numbers of points are; points are multiples of a half."""
    return int(2 * (one - two)) ** 2
