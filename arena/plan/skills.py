"""Skills during a run, for formats that decide by them: TrueSkill over the meetings so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import compress

from arena.plan.meetings import Book, Meeting
from arena.skill import START, Skill, margin, quality, update

_GROWTH = 1.1
"""When there are so many times more games, the probability of draws is estimated anew."""


class Skills:
    """The players' skills over a book's meetings, in their order.

    Unless `draw` gives it, the probability of a draw is estimated from the games, and all are
    rated anew each time that it is.
    """

    def __init__(self, book: Book, draw: float | None) -> None:
        self._book, self._draw = book, draw
        self._skills: defaultdict[str, Skill] = defaultdict(lambda: START)
        self._read = self._games = self._draws = self._estimated_at = 0
        self._margin = margin(draw) if draw else 0.0

    def update(self) -> None:
        """Rate the meetings that are new in the book."""
        new = list(self._book.meetings(self._read))
        self._read += len(new)
        scores = [score for meeting in new for score in meeting.scores]
        self._games += len(scores)
        self._draws += scores.count(0.5)
        if self._draw is None and self._games >= _GROWTH * self._estimated_at:
            self._estimated_at = self._games
            self._margin = margin((self._draws + 1) / (self._games + 20))
            self._skills.clear()
            self._rate(self._book.meetings())
        else:
            self._rate(new)

    def skill(self, player: str) -> Skill:
        """A player's skill at the last update."""
        return self._skills[player]

    def _rate(self, meetings: Iterable[Meeting]) -> None:
        for meeting in meetings:
            _, first, second = meeting.pairing
            for score in meeting.scores:
                assert second
                winner, loser = (first, second) if score >= 0.5 else (second, first)
                self._skills[winner], self._skills[loser] = update(
                    self._skills[winner], self._skills[loser], score == 0.5, self._margin
                )


def told(one: Skill, two: Skill) -> float:
    """How much a game of two tells: more if it is even, and if little is known of them."""
    return quality(one, two) * (one.sigma**2 + two.sigma**2)


class Couples:
    """What a game of each two players would tell; only what has changed is reckoned anew."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._known: list[Skill] = []
        self._told = [[-1.0] * len(players) for _ in players]

    def renew(self, skills: Mapping[str, Skill]) -> None:
        """Take the players' skills as they are now."""
        now = [skills[player] for player in self._players]
        was, self._known = self._known, now
        for place, skill in enumerate(now):
            if not was or skill != was[place]:
                before = [told(other, skill) for other in now[:place]]
                self._told[place] = [*before, -1.0, *(told(skill, o) for o in now[place + 1 :])]
                for row, value in zip(self._told, self._told[place], strict=True):
                    row[place] = value

    def best(self, free: Set[str]) -> tuple[str, str]:
        """Whose game tells most, of those players who are free: the first of equals, in order."""
        mask = [player in free for player in self._players]
        places = [place for place, is_free in enumerate(mask) if is_free]
        most = {place: max(compress(self._told[place], mask)) for place in places}
        one = max(places, key=most.__getitem__)
        two = next(place for place in places if self._told[one][place] == most[one])
        return self._players[one], self._players[two]


def after(skills: Mapping[str, Skill], pair: tuple[str, str], games: int) -> dict[str, Skill]:
    """Two skills, as uncertain as they are when the better has won so many games."""
    better, other = sorted(pair, key=lambda bot: -skills[bot].mu)
    one, two = skills[better], skills[other]
    for _ in range(games):
        won, lost = update(one, two, drawn=False, margin=0.0)
        one, two = Skill(one.mu, won.sigma), Skill(two.mu, lost.sigma)
    return {better: one, other: two}
