"""The schedule: a tournament's games in a fixed order, each with its id, seeds and opening.

A game's id and seeds follow from the tournament's seed and its place alone. When a run is
extended, the games already scheduled keep their places: a run has *stages*, and the games of
a later stage follow those of all earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import engines
from arena.plan import formats, openings
from arena.plan.tournament import Contest, Tournament
from arena.record import GameSpec, Player


class Stage(NamedTuple):
    """Who took part when a run was begun or extended, in the file's order, and the rounds."""

    bots: tuple[str, ...]
    rounds: int


def stages(tournament: Tournament, earlier: tuple[Stage, ...] = ()) -> tuple[Stage, ...]:
    """The stages of a run: the earlier ones and, if the tournament has grown, one more."""
    if earlier:
        bots, rounds = earlier[-1]
        if set(bots) == set(tournament.names) and rounds == tournament.rounds:
            return earlier
    return (*earlier, Stage(tournament.names, tournament.rounds))


def count(tournament: Tournament) -> int:
    """How many games the tournament has."""
    meetings = formats.load(tournament.format).count(len(tournament.entrants), tournament.rounds)
    return meetings * len(tournament.contests) * (2 if tournament.pairs else 1)


def schedule(tournament: Tournament, stages: tuple[Stage, ...] | None = None) -> Iterator[GameSpec]:
    """The games in order, lazily; ids from 1. Without `stages` the run has never been extended.

    The order is: rounds, pairings of the format, contests, then the two seatings of a pair.
    """
    entrants = {entrant.bot.name: entrant for entrant in tournament.entrants}
    game_id = 0
    for pair, (contest, seats) in enumerate(_meetings(tournament, stages), start=1):
        opening = openings.draw(
            engines.load(contest.game),
            dict(contest.variant),
            tournament.openings,
            _hash(tournament.seed, "opening", pair),
        )
        for names in (seats, seats[::-1]) if tournament.pairs else (seats,):
            game_id += 1
            players = tuple(
                Player(entrants[name].bot, entrants[name].clock, seed_of(tournament, game_id, seat))
                for seat, name in enumerate(names, start=1)
            )
            yield GameSpec(
                id=game_id,
                game=contest.game,
                variant=contest.variant,
                players=players,
                pair=pair,
                opening=opening,
                turn_limit=tournament.turn_limit,
            )


def _meetings(
    tournament: Tournament, stages: tuple[Stage, ...] | None
) -> Iterator[tuple[Contest, tuple[str, str]]]:
    """What is played by whom, the player of the first seat first: each stage's natural order
    without the pairings that an earlier stage had."""
    stages = stages or (Stage(tournament.names, tournament.rounds),)
    pairings = formats.load(tournament.format).pairings
    had: set[tuple[int, frozenset[str]]] = set()
    for stage in stages:
        for number, first, second in pairings(len(stage.bots), stage.rounds):
            seats = (stage.bots[first], stage.bots[second])
            pairing = (number, frozenset(seats))
            if pairing in had:
                continue
            if stage is not stages[-1]:
                had.add(pairing)
            for contest in tournament.contests:
                yield contest, seats


def seed_of(tournament: Tournament, game_id: int, seat: int) -> int:
    """The seed of a seat in a game; its lowest bit tells the seats apart, so none share one."""
    return _hash(tournament.seed, "game", game_id, "seat", seat) << 1 | (seat - 1)


def _hash(*parts: object) -> int:
    """A number below 2**52 that follows from `parts`."""
    digest = sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 12
