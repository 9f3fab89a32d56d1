"""Whether it matters on which machine two bots meet. Pure.

If it doesn't, the games that a host played are any of all their games. So its points are held
against those of as many games drawn from all: a permutation test, exact where games are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, erfc, sqrt

from arena.ratings.pairs import LEVEL
from arena.store.results import Tally

FEW = 200
"""Games up to which the test counts every way to draw them."""


@dataclass(frozen=True, slots=True)
class HostRow:
    """What a bot did on one host: `score` is its points per game there, `elsewhere` that on all
    others (None without games), `faults` are those of both bots. `p` is how probable a score at
    least as far off is, if hosts don't matter."""

    host: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    elsewhere: float | None
    faults: int
    p: float


@dataclass(frozen=True, slots=True)
class _Ends:
    """How games ended for a bot: won, drawn, lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


def by_host(games: Iterable[tuple[str, Tally]], bot: str, opponent: str) -> list[HostRow]:
    """A row for each host on which two bots met, in the order of the hosts' names."""
    counted: dict[str, Counter[int]] = {}
    faults: Counter[str] = Counter()
    for host, tally in games:
        if set(tally.bots) == {bot, opponent}:
            points = round(2 * tally.scores[tally.bots.index(bot)])
            counted.setdefault(host, Counter())[points] += tally.games
            faults[host] += tally.games * sum(word is not None for word in tally.faults)
    ends = {host: _Ends(found[2], found[1], found[0]) for host, found in sorted(counted.items())}
    total = _Ends(
        sum(each.wins for each in ends.values()),
        sum(each.draws for each in ends.values()),
        sum(each.losses for each in ends.values()),
    )
    return [_row(host, own, total, faults[host]) for host, own in ends.items()]


def standing_out(rows: list[HostRow]) -> list[HostRow]:
    """The hosts whose scores chance hardly explains, given how many are looked at."""
    return [row for row in rows if row.p < LEVEL / len(rows)]


def _row(host: str, own: _Ends, total: _Ends, faults: int) -> HostRow:
    others = total.games - own.games
    return HostRow(
        host=host,
        games=own.games,
        wins=own.wins,
        draws=own.draws,
        losses=own.losses,
        score=own.points / own.games,
        elsewhere=(total.points - own.points) / others if others else None,
        faults=faults,
        p=_p(own, total),
    )


def _p(own: _Ends, total: _Ends) -> float:
    """How probable points as far from what is expected are among games drawn from all."""
    expected = own.games * total.points / total.games
    off = abs(own.points - expected)
    if total.games > FEW:
        return _roughly(off, own.games, total)
    far = sum(
        comb(total.wins, wins) * comb(total.draws, draws) * comb(total.losses, losses)
        for wins in range(own.games + 1)
        for draws in range(own.games - wins + 1)
        for losses in (own.games - wins - draws,)
        if abs(wins + draws / 2 - expected) >= off - 1e-9
    )
    return far / comb(total.games, own.games)


def _roughly(off: float, games: int, total: _Ends) -> float:
    """The same by the normal distribution, with the variance of drawing without replacement."""
    mean = total.points / total.games
    variance = (total.wins + total.draws / 4) / total.games - mean * mean
    left = (total.games - games) / (total.games - 1)
    spread = sqrt(max(0.0, games * variance * left))
    return erfc(off / spread / sqrt(2)) if spread else 1.0
