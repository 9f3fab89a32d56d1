"""Fixtures: a run's meetings in order, as its format says them, stage after stage.

A run has *stages*: who took part, and for how many rounds, when it was begun or extended. What
was scheduled before keeps its place. A format that decides by results is cut short when the
next stage begins, and goes on with the new field; every other first ends the stage, and the
pairings of an earlier stage are left out of the later ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from arena.plan import formats
from arena.plan.meetings import WAIT, Book, Field, Outcomes, Pairing, Step, Wait
from arena.plan.tournament import Contest, Tournament

NOTHING: Outcomes = {}
"""No game is over."""


class Stage(NamedTuple):
    """Who takes part, in the file's order, and the rounds; it began `after` so many pairs had
    been played or begun."""

    bots: tuple[str, ...]
    rounds: int
    after: int = 0


class Fixture(NamedTuple):
    """Two bots and their contest; the first of `seats` has seat 1 in the game of the id `game`."""

    pair: int
    game: int
    contest: Contest
    seats: tuple[str, str]


def stages(
    tournament: Tournament, earlier: tuple[Stage, ...] = (), after: int = 0
) -> tuple[Stage, ...]:
    """The stages of a run: the earlier ones and, if the tournament has grown, one more, which
    begins `after` so many pairs."""
    now = Stage(tournament.names, tournament.rounds, after)
    if earlier and set(earlier[-1].bots) == set(now.bots) and earlier[-1].rounds == now.rounds:
        return earlier
    return (*earlier, now)


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
        self.book = Book(outcomes)
        self.pairs = 0
        self._history: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def __iter__(self) -> Iterator[Fixture | Wait]:
        had: set[tuple[int, frozenset[str | None]]] = set()
        self._history = ()
        for number, stage in enumerate(self._stages, 1):
            is_last = number == len(self._stages)
            upto = None if is_last else self._stages[number].after
            for step in self._steps(stage, upto):
                if step is WAIT:
                    yield WAIT
                    if not self.book.is_settled():
                        return
                    continue
                key = (step.round, frozenset(step[1:]))
                if key in had:
                    continue
                if not is_last:
                    had.add(key)
                yield from self._meet(step)

    def _steps(self, stage: Stage, upto: int | None) -> Iterator[Step]:
        """What the format says of a stage, until it would decide after `upto` pairs."""
        self._history = (*self._history, (len(self.book), stage.bots))
        whole = replace(field(self._tournament, stage), history=self._history)
        for step in self._format.pairings(whole, self.book):
            if step is WAIT and upto is not None and self.pairs >= upto:
                return
            yield step

    def _meet(self, pairing: Pairing) -> Iterator[Fixture]:
        """A pairing in each contest."""
        _, first, second = pairing
        contests = self._tournament.contests if second else ()
        if self._format.TRAITS.adaptive:
            self.book.enter(pairing, self._next_game(), self._games * len(contests))
        for contest in contests:
            self.pairs += 1
            assert second
            yield Fixture(self.pairs, self._next_game() - self._games, contest, (first, second))

    def _next_game(self) -> int:
        return self.pairs * self._games + 1


def field(tournament: Tournament, stage: Stage | None = None) -> Field:
    """The field of a stage, or of a tournament that begins now."""
    stage = stage or Stage(tournament.names, tournament.rounds)
    return Field(
        players=stage.bots,
        rounds=stage.rounds,
        games=(2 if tournament.pairs else 1) * len(tournament.contests),
        terms={**formats.defaults(tournament.format), **dict(tournament.terms)},
        draw=tournament.ratings.draw_probability,
    )


def count(tournament: Tournament) -> int:
    """How many games the tournament has; at most, if results decide."""
    whole = field(tournament)
    return formats.load(tournament.format).count(whole) * whole.games
