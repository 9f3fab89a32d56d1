"""Standings: points and documented tie-breaks, computed exactly. Pure.

Points are those of all games; a bye counts as a meeting won. Ties are broken by, in this order:

- Buchholz: the opponents' points, summed over meetings;
- Sonneborn-Berger: each game's score times the opponent's points, summed over games;
- direct encounter: the points of the games among those who are level until here;
- the file's order.

In both sums a bye counts as a meeting with an opponent who has as many points as the bot itself,
and meetings of which no game was played don't count. In a knockout who went further comes first,
then who has more points in its last round, then the better seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from arena.plan.meetings import Meeting


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's place in a tournament; `games` are those it played, `round` its last, from 1."""

    rank: int
    bot: str
    points: float
    games: int
    byes: int
    buchholz: float
    sonneborn_berger: float
    direct: float
    round: int


class _Encounter(NamedTuple):
    """A meeting as one of its players sees it; a bye has no opponent, and is won."""

    round: int
    opponent: str | None
    scores: tuple[float, ...]


Met = Mapping[str, list[_Encounter]]


def standings(
    players: Sequence[str], meetings: Iterable[Meeting], games: int, elimination: bool = False
) -> tuple[Standing, ...]:
    """The players in order; `games` is how many a meeting has, so what a bye is worth."""
    met = _encounters(players, meetings, games)
    points = {player: sum(sum(each.scores) for each in met[player]) for player in players}
    rows = [_row(player, met[player], points) for player in players]
    found: list[Standing] = []
    ordered = sorted(rows, key=lambda row: _key(row, met, elimination))
    if elimination:
        found = ordered
    else:
        for _, level in groupby(ordered, _points):
            found += _by_direct_encounter(tuple(level), met)
    return tuple(replace(row, rank=rank) for rank, row in enumerate(found, 1))


def _encounters(players: Iterable[str], meetings: Iterable[Meeting], games: int) -> Met:
    met: dict[str, list[_Encounter]] = {player: [] for player in players}
    for meeting in meetings:
        number, first, second = meeting.pairing
        if second is None:
            met[first].append(_Encounter(number, None, (1.0,) * games))
        elif meeting.scores:
            turned = tuple(1 - score for score in meeting.scores)
            met[first].append(_Encounter(number, second, meeting.scores))
            met[second].append(_Encounter(number, first, turned))
    return met


def _row(player: str, own: list[_Encounter], points: Mapping[str, float]) -> Standing:
    """A player's row, but for its rank and direct encounter."""
    strength = [points[each.opponent or player] for each in own]
    return Standing(
        rank=0,
        bot=player,
        points=points[player],
        games=sum(len(each.scores) for each in own if each.opponent),
        byes=sum(each.opponent is None for each in own),
        buchholz=sum(strength),
        sonneborn_berger=sum(
            sum(each.scores) * opponent for each, opponent in zip(own, strength, strict=True)
        ),
        direct=0.0,
        round=1 + max((each.round for each in own), default=-1),
    )


def _points(row: Standing) -> tuple[float, ...]:
    return row.points, row.buchholz, row.sonneborn_berger


def _key(row: Standing, met: Met, elimination: bool) -> tuple[float, ...]:
    """What sorts rows, the best first."""
    if elimination:
        last = [each for each in met[row.bot] if each.round + 1 == row.round]
        return -row.round, -sum(sum(each.scores) for each in last)
    return tuple(-number for number in _points(row))


def _by_direct_encounter(level: tuple[Standing, ...], met: Met) -> list[Standing]:
    """Rows that are level, by the points of the games among them."""
    names = {row.bot for row in level}
    told = [
        replace(row, direct=sum(sum(e.scores) for e in met[row.bot] if e.opponent in names))
        for row in level
    ]
    return sorted(told, key=attrgetter("direct"), reverse=True)
