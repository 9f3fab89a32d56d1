"""What formats speak in: players who meet, what came of it, and the wait for what is to come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from arena.errors import RunError

Outcome = tuple[tuple[str, ...], tuple[float, ...]]
"""A game's bots and their scores, in seat order."""
Outcomes = Mapping[int, Outcome]
"""The games that are over, by their ids."""


class Wait(Enum):
    """A format's word for: go on when all games so far are over."""

    FOR_ALL = "all games so far"


WAIT: Final = Wait.FOR_ALL


class Pairing(NamedTuple):
    """Two players who meet in a round, counted from 0; `first` takes seat 1 in the first game.

    Without a `second`, `first` has a bye. What places a newcomer, outside the format, is in a
    round below 0.
    """

    round: int
    first: str
    second: str | None

    @property
    def places(self) -> bool:
        """Whether it places a newcomer."""
        return self.round < 0


Step = Pairing | Wait
"""What a format says next."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays, and what a tournament says of how.

    `players` are in the file's order, those that the run `began_with` (empty: with these) first.
    `games` is how many games each meeting has, `draw` the probability of a draw if the file gives
    one. A player plays from the round on that `since` names, or from the first. `history` tells
    who played in the stages so far, this one included, and each one's first place in the book.
    """

    players: tuple[str, ...]
    rounds: int = 1
    games: int = 2
    terms: Mapping[str, float] = field(default_factory=dict)
    draw: float | None = None
    since: Mapping[str, int] = field(default_factory=dict)
    history: tuple[tuple[int, tuple[str, ...]], ...] = ()
    began_with: tuple[str, ...] = ()

    def whole(self, term: str) -> int:
        """A term that is a whole number."""
        return int(self.terms[term])

    def at(self, place: int) -> tuple[str, ...]:
        """Who played when this place in the book was entered."""
        found = self.players
        for first, players in self.history:
            if first <= place:
                found = players
        return found

    def has(self, player: str, number: int) -> bool:
        """Whether a player is there in a round."""
        return number >= self.since.get(player, 0)


@dataclass(frozen=True, slots=True)
class Meeting:
    """What came of a pairing: the scores of its `first` in those of its `games` that are over,
    in their order."""

    pairing: Pairing
    scores: tuple[float, ...]
    games: int

    @property
    def points(self) -> float:
        """What `first` scored."""
        return sum(self.scores)

    @property
    def is_over(self) -> bool:
        """Whether all its games are."""
        return len(self.scores) == self.games


class Book:
    """The pairings so far, in order, and what comes of them. Games of `absent` players that are
    not over never will be."""

    def __init__(self, outcomes: Outcomes, absent: frozenset[str] = frozenset()) -> None:
        self._outcomes = outcomes
        self._absent = absent
        self._entries: list[tuple[Pairing, int, int]] = []
        self._settled = 0

    def enter(self, pairing: Pairing, game: int, games: int) -> None:
        """Add a pairing with the id of its first game and their number, 0 for a bye."""
        self._entries.append((pairing, game, games))

    def __len__(self) -> int:
        """How many pairings there are."""
        return len(self._entries)

    def meetings(self, start: int = 0) -> Iterator[Meeting]:
        """The meetings from a place on, in order."""
        for place in range(start, len(self._entries)):
            yield self[place]

    def __getitem__(self, place: int) -> Meeting:
        pairing, game, games = self._entries[place]
        played = [id_ for id_ in range(game, game + games) if id_ in self._outcomes]
        return Meeting(pairing, tuple(self._score(pairing, id_) for id_ in played), games)

    def is_settled(self) -> bool:
        """Whether there is no game left to wait for."""
        while self._settled < len(self):
            meeting = self[self._settled]
            if not (meeting.is_over or self._absent.intersection(meeting.pairing[1:])):
                return False
            self._settled += 1
        return True

    def _score(self, pairing: Pairing, id_: int) -> float:
        bots, scores = self._outcomes[id_]
        if {*bots} != {pairing.first, pairing.second}:
            raise RunError(
                f"game {id_} was {' against '.join(bots)}, but the results before it ask for "
                f"{pairing.first} against {pairing.second}: another version of the arena began "
                "this run, and only that one can go on with it, or a lost game came out otherwise "
                "when it was played again; arena repair saves the games that fit"
            )
        return scores[bots.index(pairing.first)]
