"""The schedule: a tournament's games in a fixed order, each with its id, seeds and opening.

A game's id and seeds follow from the tournament's seed and its place alone, whoever finishes
first. The order is that of the fixtures, then the two seatings of a pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

import engines
from arena.clock import Clock
from arena.plan import openings
from arena.plan.fixtures import NOTHING, Fixture, Fixtures, Stage
from arena.plan.meetings import WAIT, Outcomes, Wait
from arena.plan.tournament import Tournament
from arena.record import BotSpec, GameSpec, JointMove, Player

Beginning = tuple[str | None, tuple[JointMove, ...]]
"""The position in which a game begins, None for the game's own, and its first turns."""
Seated = tuple[BotSpec, Clock]


def schedule(
    tournament: Tournament,
    stages: tuple[Stage, ...] | None = None,
    outcomes: Outcomes = NOTHING,
    done: Collection[int] = (),
) -> Iterator[GameSpec | Wait]:
    """The games in order, lazily, but for those that are `done` or of retired bots; ids from 1.

    Without `stages` the run has never been extended. A WAIT asks to go on when all games so far
    are over and in `outcomes`; if they are not then, the schedule ends.
    """
    players, retired = _players(tournament), frozenset(tournament.league.retired)
    for fixture in Fixtures(tournament, stages, outcomes):
        if fixture is WAIT:
            yield WAIT
            continue
        seatings = (fixture.seats, fixture.seats[::-1])[: 2 if tournament.pairs else 1]
        wanted = [
            (id_, names)
            for id_, names in enumerate(seatings, start=fixture.game)
            if id_ not in done and retired.isdisjoint(names)
        ]
        beginning = _beginning(tournament, fixture) if wanted else (None, ())
        for id_, names in wanted:
            seats = [players[name] for name in names]
            yield _spec(tournament, fixture, id_, seats, beginning)


def game(tournament: Tournament, id_: int, bots: tuple[str, ...]) -> GameSpec:
    """What the game of this id is, whatever the format, if these bots are the ones that meet in
    it, in seat order. Raises LookupError for a bot that is not of the tournament."""
    before, contests = (id_ - 1) // (2 if tournament.pairs else 1), tournament.contests
    players, (first, second) = _players(tournament), bots
    fixture = Fixture(before + 1, id_, contests[before % len(contests)], (first, second))
    seats = [players[name] for name in bots]
    return _spec(tournament, fixture, id_, seats, _beginning(tournament, fixture))


def _players(tournament: Tournament) -> dict[str, Seated]:
    return {entrant.bot.name: (entrant.bot, entrant.clock) for entrant in tournament.entrants}


def _spec(
    tournament: Tournament,
    fixture: Fixture,
    id_: int,
    seats: Sequence[Seated],
    beginning: Beginning,
) -> GameSpec:
    start, opening = beginning
    return GameSpec(
        id=id_,
        game=fixture.contest.game,
        variant=fixture.contest.variant,
        players=tuple(
            Player(*seated, seed_of(tournament, id_, seat))
            for seat, seated in enumerate(seats, start=1)
        ),
        pair=fixture.pair,
        opening=opening,
        start=start,
        turn_limit=tournament.turn_limit,
    )


def _beginning(tournament: Tournament, fixture: Fixture) -> Beginning:
    asked = tournament.openings
    if asked.states:
        number, place = divmod(fixture.pair - 1, len(tournament.contests))
        seed = _hash(tournament.seed, "openings", place)
        return openings.pick(asked.states[place], number, seed), ()
    game, variant = engines.load(fixture.contest.game), dict(fixture.contest.variant)
    seed = _hash(tournament.seed, "opening", fixture.pair)
    return None, openings.draw(game, variant, asked, seed)


def seed_of(tournament: Tournament, game_id: int, seat: int) -> int:
    """The seed of a seat in a game; its lowest bit tells the seats apart, so none share one."""
    return _hash(tournament.seed, "game", game_id, "seat", seat) << 1 | (seat - 1)


def _hash(*parts: object) -> int:
    """A number below 2**52 that follows from `parts`."""
    digest = sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 12
