"""Whether it matters on which machine two bots meet. Pure.

If it doesn't, the games that a host played are any of all their games. So its points are held
against those of as many games drawn from all: a permutation test, exact where games are few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, erfc, sqrt

from arena.ratings.base import Count, count, tallied
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


def by_host(games: Iterable[tuple[str, Tally]], bot: str, opponent: str) -> list[HostRow]:
    """A row for each host on which two bots met, in the order of the hosts' names."""
    met: dict[str, list[Tally]] = {}
    for host, tally in games:
        if set(tally.bots) == {bot, opponent}:
            met.setdefault(host, []).append(tally)
    counts = {host: count(tallied(tallies)) for host, tallies in sorted(met.items())}
    total = sum((each[bot] for each in counts.values()), Count())
    return [
        _row(host, each[bot], total, each[bot].faults + each[opponent].faults)
        for host, each in counts.items()
    ]


def standing_out(rows: list[HostRow]) -> list[HostRow]:
    """The hosts whose scores chance hardly explains, given how many are looked at."""
    return [row for row in rows if row.p < LEVEL / len(rows)]


def _row(host: str, own: Count, total: Count, faults: int) -> HostRow:
    others = total.games - own.games
    return HostRow(
        host=host,
        games=own.games,
        wins=own.wins,
        draws=own.draws,
        losses=own.losses,
        score=own.score,
        elsewhere=(total.points - own.points) / others if others else None,
        faults=faults,
        p=_p(own, total),
    )


def _p(own: Count, total: Count) -> float:
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


def _roughly(off: float, games: int, total: Count) -> float:
    """The same by the normal distribution, with the variance of drawing without replacement."""
    mean = total.points / total.games
    variance = (total.wins + total.draws / 4) / total.games - mean * mean
    left = (total.games - games) / (total.games - 1)
    spread = sqrt(max(0.0, games * variance * left))
    return erfc(off / spread / sqrt(2)) if spread else 1.0
