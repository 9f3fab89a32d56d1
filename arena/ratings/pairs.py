"""Two bots' games against each other, counted in pairs. Pure.

Both games of a pair are one observation: they share an opening, which may help one seat much.
A pair is won by the bot that scored more in it, and is level otherwise. Between equal bots each
is as likely to win a pair, whatever the opening; so tests on won pairs are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import NamedTuple

from arena.store.results import PairTally

LEVEL = 0.05
"""What is less probable than this, corrected for how many are looked at, stands out."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """How the pairs of two bots ended, as the first of them sees it."""

    won: int = 0
    level: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        """All their pairs."""
        return self.won + self.level + self.lost

    def turned(self) -> Pairs:
        """As the other bot sees it."""
        return Pairs(self.lost, self.level, self.won)

    @property
    def los(self) -> float:
        """The likelihood of superiority: the probability that the first is the likelier to win a
        pair, if before all chances were as probable. Level pairs tell nothing of it."""
        return binomial(self.won, self.won + self.lost + 1)

    @property
    def p(self) -> float:
        """How probable such an advantage of either bot is between equals: the sign test."""
        return min(1.0, 2 * binomial(min(self.won, self.lost), self.won + self.lost))


class Score(NamedTuple):
    """What a pair of a couple, their names in order, came to for the first of them."""

    bot: str
    opponent: str
    games: int
    points: float


def scores(tallies: Iterable[PairTally]) -> Counter[Score]:
    """How many pairs came to which score. Were games of several couples numbered as one pair,
    each couple's count as a pair of its own."""
    found: Counter[Score] = Counter()
    for tally in tallies:
        own: dict[tuple[str, str], list[float]] = {}
        for bots, points in tally.games:
            first, second = sorted(bots)
            own.setdefault((first, second), []).append(points[bots.index(first)])
        for couple, each in own.items():
            found[Score(*couple, len(each), sum(each))] += tally.pairs
    return found


def by_couple(tallies: Iterable[PairTally]) -> dict[tuple[str, str], Pairs]:
    """The pairs of each two bots that met, the names in order."""
    found: dict[tuple[str, str], Pairs] = {}
    for score, pairs in scores(tallies).items():
        lead, couple = 2 * score.points - score.games, (score.bot, score.opponent)
        old = found.get(couple, Pairs())
        found[couple] = Pairs(
            old.won + pairs * (lead > 0),
            old.level + pairs * (lead == 0),
            old.lost + pairs * (lead < 0),
        )
    return dict(sorted(found.items()))


def binomial(most: int, tosses: int) -> float:
    """The probability of at most so many heads in tosses of a fair coin, to twelve digits: what
    its logarithms blur is beyond."""
    if most > tosses // 2:
        return float(f"{1 - binomial(tosses - most - 1, tosses):.12g}")
    ways = lgamma(tosses + 1) - lgamma(most + 1) - lgamma(tosses - most + 1)
    term, total = exp(ways - tosses * log(2)), 0.0
    for heads in range(most, -1, -1):
        total += term
        term *= heads / (tosses - heads + 1)
        if term < 1e-17 * total:
            break
    return float(f"{total:.12g}")


def holm(ps: Iterable[float]) -> list[float]:
    """Each p corrected for how many are looked at, by Holm's method: the probability that any of
    them is as small by chance stays below what they say."""
    given = list(ps)
    corrected, highest = [0.0] * len(given), 0.0
    for place, index in enumerate(sorted(range(len(given)), key=given.__getitem__)):
        highest = max(highest, min(1.0, given[index] * (len(given) - place)))
        corrected[index] = highest
    return corrected
