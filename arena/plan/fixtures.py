"""Fixtures: a run's meetings in order, as its format says them, stage after stage.

A run has *stages*: who took part, and for how many rounds, when it was begun or extended. What
was scheduled before keeps its place. A format that decides by results is cut short when the
next stage begins, and goes on with the new field; every other first ends the stage, and the
pairings of an earlier stage are left out of the later ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple, Self

from arena.plan import formats, placing
from arena.plan.meetings import WAIT, Book, Field, Outcomes, Pairing, Step, Wait
from arena.plan.tournament import Contest, Tournament

NOTHING: Outcomes = {}
"""No game is over."""


class Stage(NamedTuple):
    """Who takes part, those first that the run began with, and the rounds; it began when so many
    pairs, the number `after`, had been begun. Those `placed` so far came to have so many games
    first."""

    bots: tuple[str, ...]
    rounds: int
    after: int = 0
    placed: tuple[tuple[str, int], ...] = ()


class Fixture(NamedTuple):
    """Two bots and their contest; the first of `seats` has seat 1 in the game of the id `game`."""

    pair: int
    game: int
    contest: Contest
    seats: tuple[str, str]


def stages(
    tournament: Tournament, earlier: tuple[Stage, ...] = (), after: int = 0
) -> tuple[Stage, ...]:
    """The stages of a run: the earlier ones and, if the tournament has changed, one more, which
    begins `after` so many pairs."""
    names = tournament.playing.names
    first = [name for name in earlier[0].bots if name in names] if earlier else []
    bots = tuple(dict.fromkeys((*first, *names)))
    now = Stage(bots, tournament.rounds, after, tournament.league.placed)
    if earlier and _what(earlier[-1]) == _what(now):
        return earlier
    return (*earlier, now)


def _what(stage: Stage) -> tuple[object, ...]:
    return frozenset(stage.bots), stage.rounds, stage.placed


def decides(tournament: Tournament) -> bool:
    """Whether results decide who meets whom."""
    return formats.load(tournament.format).TRAITS.adaptive or bool(tournament.league.placed)


class Fixtures:
    """The meetings of a run as an iterator; `book` knows what came of those so far.

    `outcomes` may grow while it is iterated. A WAIT asks to go on when all games so far are over;
    if they are not then, the meetings end.
    """

    def __init__(
        self,
        tournament: Tournament,
        stages: tuple[Stage, ...] | None = None,
        outcomes: Outcomes = NOTHING,
    ) -> None:
        self._tournament = tournament
        self._stages = stages or (Stage(tournament.names, tournament.rounds),)
        self._format = formats.load(tournament.format)
        self._games = 2 if tournament.pairs else 1
        self._decides = decides(tournament)
        self.book = Book(outcomes, frozenset(tournament.league.retired))
        self.pairs = 0

    def __iter__(self) -> Iterator[Fixture | Wait]:
        had: set[tuple[int, frozenset[str | None]]] = set()
        for stage, upto, whole in self._fields():
            own = set()
            for step in self._steps(stage, whole):
                if step is WAIT:
                    if upto is not None and self.pairs >= upto:
                        break
                    yield WAIT
                    if not self.book.is_settled():
                        return
                    continue
                key = (step.round, frozenset(step[1:]))
                if key in had and not step.places:
                    continue
                if upto is not None:
                    own.add(key)
                yield from self._meet(step)
            had |= own

    def through(self) -> Self:
        """Itself, after all the meetings for which its outcomes suffice."""
        for _ in self:
            pass
        return self

    def _fields(self) -> Iterator[tuple[Stage, int | None, Field]]:
        """Each stage, after how many pairs the next one begins, and its field."""
        history: tuple[tuple[int, tuple[str, ...]], ...] = ()
        since: dict[str, int] = {}
        for stage, following in zip_longest(self._stages, self._stages[1:]):
            history = (*history, (len(self.book), stage.bots))
            since = {name: stage.rounds for name, _ in stage.placed} | since
            whole = replace(
                _field(self._tournament, stage, self._stages[0]), history=history, since=since
            )
            yield stage, following.after if following else None, whole

    def _steps(self, stage: Stage, whole: Field) -> Iterator[Step]:
        """Newcomers are placed before the format goes on."""
        for round_, (newcomer, games) in enumerate(stage.placed, 1):
            if newcomer in stage.bots:
                yield from placing.pairings(newcomer, games, -round_, whole, self.book)
        yield from self._format.pairings(whole, self.book)

    def _meet(self, pairing: Pairing) -> Iterator[Fixture]:
        """A pairing in each contest."""
        _, first, second = pairing
        contests = self._tournament.contests if second else ()
        if self._decides:
            self.book.enter(pairing, self._next_game(), self._games * len(contests))
        for contest in contests:
            self.pairs += 1
            assert second
            yield Fixture(self.pairs, self._next_game() - self._games, contest, (first, second))

    def _next_game(self) -> int:
        return self.pairs * self._games + 1


def field(tournament: Tournament, earlier: tuple[Stage, ...] = ()) -> Field:
    """The field of a tournament as it goes on after `earlier` stages, or begins now."""
    found = stages(tournament, earlier)
    return _field(tournament, found[-1], found[0])


def _field(tournament: Tournament, stage: Stage, first: Stage) -> Field:
    return Field(
        players=stage.bots,
        rounds=stage.rounds,
        games=(2 if tournament.pairs else 1) * len(tournament.contests),
        terms={**formats.defaults(tournament.format), **dict(tournament.terms)},
        draw=tournament.ratings.draw_probability,
        began_with=first.bots,
    )


def count(tournament: Tournament, earlier: tuple[Stage, ...] = ()) -> int:
    """How many games the tournament, after `earlier` stages, has; at most, if results decide.
    Those of the retired don't count."""
    whole = field(tournament, earlier)
    placed = sum(games for name, games in tournament.league.placed if name in whole.players)
    return formats.load(tournament.format).count(whole) * whole.games + placed
