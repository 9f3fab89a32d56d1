"""Placing a newcomer: a given number of games, against those whose games tell most of it.

They are chosen in batches, each as long as all before it, by TrueSkill's match quality and the
uncertainty of both, from the results so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.plan.meetings import WAIT, Book, Field, Pairing, Step
from arena.plan.skills import Skills, after, told

_FIRST_BATCH = 2


def pairings(newcomer: str, games: int, round_: int, field: Field, book: Book) -> Iterator[Step]:
    """The meetings that place a bot, marked by a round below 0 of their own."""
    known = Skills(book, field.draw)
    others = [player for player in field.players if player != newcomer]
    while True:
        yield WAIT
        known.update()
        done = sum(meeting.pairing.round == round_ for meeting in book.meetings())
        left = games // field.games - done
        if left < 1:
            return
        skills = {player: known.skill(player) for player in field.players}
        for number in range(done, done + min(left, max(_FIRST_BATCH, done))):
            most = {other: told(skills[newcomer], skills[other]) for other in others}
            pair = newcomer, max(most, key=most.__getitem__)
            skills |= after(skills, pair, field.games)
            yield Pairing(round_, *(pair[::-1] if number % 2 else pair))
