"""Knockout: who loses a tie is out, until one is left.

The file's order seeds the bots: 1 can meet 2 in the final only, and byes go to the first seeds.
A tie is `best_of` meetings and ends as soon as it is decided by points; if it is level after
them, up to `extra` more meetings are played, until one decides it; after that the better seed
goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.plan.formats import Term, Traits
from arena.plan.meetings import WAIT, Book, Field, Pairing, Step

TRAITS = Traits(
    terms={"best_of": Term(1, 1, 10_000), "extra": Term(10, 0, 10_000)},
    rounds=False,
    grows=False,
    adaptive=True,
    elimination=True,
    standings=True,
)
_NOBODY = ""
"""Stands in the bracket where there is no player."""

Tie = tuple[str, str]


def pairings(field: Field, book: Book) -> Iterator[Step]:
    """The pairings, round by round; the ties of a round are played side by side."""
    bracket, number = _bracket(field.players), 0
    while len(bracket) > 1:
        ties = list(zip(bracket[::2], bracket[1::2], strict=True))
        leads = {tie: 0.0 for tie in ties if _NOBODY not in tie}
        yield from (Pairing(number, one, None) for one, two in ties if two == _NOBODY)
        yield from _play(number, leads, field, book)
        bracket = [_winner(tie, leads, field) for tie in ties]
        number += 1


def count(field: Field) -> int:
    """How many pairings there are at most."""
    return (len(field.players) - 1) * (field.whole("best_of") + field.whole("extra"))


def objection(field: Field) -> None:
    """Every field can play."""


def _bracket(players: tuple[str, ...]) -> list[str]:
    """The players so that neighbours meet, then the winners of neighbours, and so on. Of two
    neighbours the better seed comes first, and only the other may be nobody."""
    seeds = [0]
    while len(seeds) < len(players):
        seeds = [seed for low in seeds for seed in (low, 2 * len(seeds) - 1 - low)]
    return [players[seed] if seed < len(players) else _NOBODY for seed in seeds]


def _play(number: int, leads: dict[Tie, float], field: Field, book: Book) -> Iterator[Step]:
    """Play a round's ties until each is decided; `leads` become those of the ties' first bots."""
    best_of, extra = field.whole("best_of"), field.whole("extra")
    for done in range(best_of + extra):
        most = max(0, best_of - done) * field.games
        going = [tie for tie, lead in leads.items() if abs(lead) <= most]
        if not going:
            return
        turned, start = done % 2 == 1, len(book)
        for tie in going:
            yield Pairing(number, *(tie[::-1] if turned else tie))
        yield WAIT
        for tie, meeting in zip(going, book.meetings(start), strict=True):
            lead = 2 * meeting.points - len(meeting.scores)
            leads[tie] += -lead if turned else lead


def _winner(tie: Tie, leads: dict[Tie, float], field: Field) -> str:
    """Who goes on to the next round."""
    better, other = tie
    lead = leads.get(tie, 0.0)
    if lead == 0 and other != _NOBODY:
        better, other = sorted(tie, key=field.players.index)
    return other if lead < 0 else better
