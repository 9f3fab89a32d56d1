"""Ladder: in rounds of `round` games those meet whose games tell most, until all is told.

Before each round the bots are rated by TrueSkill over all games so far, in schedule order. Then
the round's meetings are chosen one after the other: always the pair with the highest match quality
times the sum of both variances, where each chosen meeting already makes its bots less uncertain.
No bot has more than twice its fair share: of the meetings since it came, what it had if all
played alike. It ends when every sigma is below `sigma`, or with `games` games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from arena.plan.formats import Term, Traits
from arena.plan.meetings import WAIT, Book, Field, Pairing, Step
from arena.plan.skills import Couples, Skills, after
from arena.skill import Skill

TRAITS = Traits(
    terms={
        "games": Term(1000, 1, 10_000_000),
        "round": Term(40, 1, 100_000),
        "sigma": Term(1.0, 0.01, 8.0, whole=False),
    },
    rounds=False,
    adaptive=True,
)


def pairings(field: Field, book: Book) -> Iterator[Step]:
    """The pairings, round by round."""
    known, shares = Skills(book, field.draw), _Shares(field, book)
    couples = Couples(field.players)
    while True:
        yield WAIT
        known.update()
        shares.update()
        skills = {player: known.skill(player) for player in field.players}
        left = count(field) - shares.meetings
        if left < 1 or all(skill.sigma < field.terms["sigma"] for skill in skills.values()):
            return
        meetings = min(left, max(1, field.whole("round") // field.games))
        number = shares.rounds
        for first, second in _choose(meetings, skills, couples, shares, field.games):
            yield Pairing(number, first, second)


def count(field: Field) -> int:
    """How many pairings there are at most."""
    return field.whole("games") // field.games


def objection(field: Field) -> str | None:
    """There must be games for a meeting."""
    if count(field):
        return None
    return f"found {field.whole('games')} games, expected at least {field.games}: one meeting"


class _Shares:
    """Who has how many of the ladder's own meetings, and how many would be a fair share."""

    def __init__(self, field: Field, book: Book) -> None:
        self._field, self._book, self._read = field, book, 0
        self.meetings = self.rounds = 0
        self.played: Counter[str] = Counter()
        self.firsts: Counter[str] = Counter()
        self._fair: defaultdict[str, float] = defaultdict(float)

    def update(self) -> None:
        """Count the meetings that are new in the book."""
        for place in range(self._read, len(self._book)):
            pairing = self._book[place].pairing
            if pairing.places:
                continue
            self.meetings, self.rounds = self.meetings + 1, pairing.round + 1
            self.firsts[pairing.first] += 1
            self.played.update(filter(None, pairing[1:]))
            present = self._field.at(place)
            for player in present:
                self._fair[player] += 2 / len(present)
        self._read = len(self._book)

    def fair(self, more: int) -> dict[str, float]:
        """Each player's fair share when there are so many more meetings."""
        players = self._field.players
        return {player: self._fair[player] + more * 2 / len(players) for player in players}


def _choose(
    meetings: int, skills: dict[str, Skill], couples: Couples, shares: _Shares, games: int
) -> Iterator[tuple[str, str]]:
    """The meetings of a round; who was first less often is first."""
    fair, played, firsts = shares.fair(meetings), shares.played.copy(), shares.firsts.copy()
    for _ in range(meetings):
        couples.renew(skills)
        pair = couples.best({*_free(fair, played)})
        skills |= after(skills, pair, games)
        first, second = sorted(pair, key=firsts.__getitem__)
        firsts[first] += 1
        played.update(pair)
        yield first, second


def _free(fair: dict[str, float], played: Counter[str]) -> list[str]:
    """Who may meet once more: those who then have at most twice their fair share, and those who
    have played least."""
    least = min(played[bot] for bot in fair)
    free = [bot for bot in fair if played[bot] == least or played[bot] + 1 <= 2 * fair[bot]]
    return free if len(free) > 1 else sorted(fair, key=lambda bot: played[bot] - 2 * fair[bot])[:2]
