"""SPRT: the first bot, new, against the second, old, until it is known which hypothesis holds.

The test (`arena.sprt`) reads pairs in schedule order; games that were played beyond the one that
brings the verdict do not count. Without a verdict it ends after `pairs` pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.plan.formats import Term, Traits
from arena.plan.meetings import WAIT, Book, Field, Meeting, Pairing, Step
from arena.sprt import Hypotheses, Sprt
from arena.words import counted

TRAITS = Traits(
    terms={
        "elo0": Term(0.0, -1000, 1000, whole=False),
        "elo1": Term(5.0, -1000, 1000, whole=False),
        "alpha": Term(0.05, 0.0001, 0.4999, whole=False),
        "beta": Term(0.05, 0.0001, 0.4999, whole=False),
        "pairs": Term(100_000, 1, 10_000_000),
    },
    rounds=False,
    grows=False,
    adaptive=True,
)


LOOKAHEAD = 1000
"""How many pairs are played beyond one that is not over."""


def pairings(field: Field, book: Book) -> Iterator[Step]:
    """The two bots again and again."""
    test, read = new_test(field), 0
    for number in range(count(field)):
        while read < number and (meeting := book[read]).is_over:
            add(test, meeting)
            read += 1
        if test.verdict:
            return
        if number - read > LOOKAHEAD:
            yield WAIT
        yield Pairing(number, *field.players)


def count(field: Field) -> int:
    """How many pairings there are at most."""
    return field.whole("pairs") * 2 // field.games


def objection(field: Field) -> str | None:
    """It is a test of two bots, in pairs, and its hypotheses are two."""
    if len(field.players) != 2:
        return f"found {len(field.players)} bots, expected 2 for sprt: the new one and the old one"
    if field.games % 2 or not count(field):
        games = counted(field.games, "game")
        return f"found {games} in a meeting, expected `pairs: true` and one game"
    low, high = field.terms["elo0"], field.terms["elo1"]
    return None if low < high else f"found elo0 {low:g} and elo1 {high:g}, expected elo0 < elo1"


def new_test(field: Field) -> Sprt:
    """The test that the field's terms ask for, before its first pair."""
    return Sprt(Hypotheses(**{key: field.terms[key] for key in ("elo0", "elo1", "alpha", "beta")}))


def add(test: Sprt, meeting: Meeting) -> None:
    """Count a meeting, which has a pair for each kind of game."""
    for place in range(0, meeting.games, 2):
        test.add(sum(meeting.scores[place : place + 2]))
