"""The contract between a game's rules and everyone who uses them.

A game is pure code: no I/O, no clock, no randomness of its own. Simultaneous and sequential
games keep the same contract, so whoever plays them needs one loop and no special case:

    state = game.start()
    while state.outcome is None:
        moves = {seat: state.parse_move(seat, ask(seat)) for seat in state.to_move}
        state = state.play(moves)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NewType, Protocol, Self

Seat = int
"""A place at the board: 1, 2, …"""

Move = NewType("Move", str)
"""A move's canonical text, vetted by the state it is played in: only `State.parse_move`,
`State.legal` and `State.random_move` make one."""


class RulesError(ValueError):
    """A text that the rules refuse. `str(error)` is one line that quotes it and says why."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quoted(text)}: {reason}")
        self.text = text
        self.reason = reason


class StateError(RulesError):
    """A text that is no state of the game."""


class MoveError(RulesError):
    """A text that is no legal move here; `kind` is `malformed` or `illegal`."""

    kind: str


class MalformedMove(MoveError):
    """A text that is no move of this game in any position."""

    kind = "malformed"


class IllegalMove(MoveError):
    """A well-formed move that the rules forbid in this position, or to this seat."""

    kind = "illegal"


def quoted(text: str, limit: int = 120) -> str:
    """`text` in quotes, on one line whatever it holds, cut to about `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `scores[seat - 1]` is 1 for a win, 0.5 for a draw, 0 for a loss."""

    scores: tuple[float, ...]
    termination: str


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a turn, in the order in which the rules resolve it.

    `word` is the game's name for it (`placed`, `captured`, `claimed`, …), `seat` whose doing
    it was (None: nobody's alone), `squares` where, and `text` says it as a plain sentence.
    """

    word: str
    seat: Seat | None
    squares: tuple[str, ...]
    text: str


class State(Protocol):
    """An immutable position. `str(state)` is its exact text, `Game.parse` its inverse.

    Of a game with variants it has each term of its variant as an attribute, such as `size`.
    """

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that decide this turn, ascending; empty when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """The result by the rules, or None while the game goes on."""

    @property
    def in_setup(self) -> bool:
        """Whether the game is still being set up (placements, choice of colours)."""

    @property
    def lists_moves(self) -> bool:
        """Whether the legal moves are few enough to be listed."""

    def seat_name(self, seat: Seat) -> str:
        """What people call this seat here, such as `Black`."""

    def legal(self, seat: Seat) -> Iterator[Move]:
        """The legal moves of `seat`, lazily; none when it is not to move."""

    def parse_move(self, seat: Seat, text: str) -> Move:
        """The move that `text` says. Raises MalformedMove or IllegalMove, quoting it."""

    def random_move(self, seat: Seat, rng: Random) -> Move:
        """A legal move at random; every legal move can come, not always with equal chance."""

    def play(self, moves: Mapping[Seat, Move]) -> Self:
        """The state after this turn. `moves` has one move of this state for each seat to move."""

    def events(self, moves: Mapping[Seat, Move]) -> tuple[Event, ...]:
        """What `play(moves)` does, told step by step."""

    def __str__(self) -> str: ...


class Game(Protocol):
    """The rules of one game. Stateless; `engines.load(name)` finds it."""

    @property
    def name(self) -> str:
        """The name in files, flags and on the wire, such as `what-the-shell`."""

    @property
    def title(self) -> str:
        """The name for people, such as `What the Shell`."""

    @property
    def variants(self) -> tuple[Mapping[str, int], ...]:
        """Every variant that `start` takes, the default first; `({},)` if there is one."""

    @property
    def seat_symmetric(self) -> bool:
        """Whether swapping the seats gives the same game (so that a pair needs an opening)."""

    @property
    def simultaneous(self) -> bool:
        """Whether seats ever decide at the same moment."""

    def start(self, **variant: int) -> State:
        """The first position. Raises ValueError, naming what is allowed, for another variant."""

    def parse(self, text: str) -> State:
        """The state that `text` says, which need not be one that a game comes to. Raises StateError
        for a text that says none."""
