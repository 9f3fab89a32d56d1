"""Who sits at a table, and what one viewer may know of it. Values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.clock import Clock
from arena.record import BotSpec, Record
from engines.base import Move, Seat, State


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a seat; without a name until they sit down."""

    name: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot at a seat."""

    bot: BotSpec
    clock: Clock

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.bot.name


Sitter = Person | SeatedBot


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that is over: its number, the position before it, the moves."""

    turn: int
    before: State
    moves: Mapping[Seat, Move]


@dataclass(frozen=True, slots=True)
class Dial:
    """What a viewer may know of a person's clock, in milliseconds: what is left at the last
    reading, how long ago that was, and whether it runs (None: that is hidden)."""

    time: int
    bank: int | None
    inc: int
    elapsed: int
    runs: bool | None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table's game ended (without a record: it was spoilt), under which number it was kept
    (None: it was not), and the `trouble` with that, if there was any."""

    record: Record | None
    kept: int | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer may know of a table. `seat` is None for a spectator; `sealed` is the
    viewer's own move of this turn, `waiting` the seats that are shown to have sealed theirs."""

    seat: Seat | None
    sitters: tuple[Sitter, ...]
    state: State
    played: tuple[Played, ...]
    is_on: bool
    may_move: bool
    sealed: str | None
    resigning: bool
    waiting: tuple[Seat, ...]
    dials: tuple[Dial | None, ...]
    ending: Ending | None

    @property
    def turn(self) -> int:
        """The number of the turn that comes next."""
        return len(self.played) + 1
