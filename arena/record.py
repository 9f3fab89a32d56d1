"""A game before and after: the spec that says all that is needed, the record of all that was.

Both are plain immutable values that travel between processes: schedule → worker → store.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from arena.clock import MS, Clock
from arena.limits import NO_LIMITS, Limits

JointMove = tuple[tuple[int, str], ...]
"""The moves of one turn as (seat, move), seats ascending."""

FORFEIT = "forfeit"
FAULTS = ("illegal", "timeout", "crash", "protocol", "startup", FORFEIT)
VOID = "void"
PERSON = ("person",)
"""The command that stands for a person in a record: no program, and nothing to start."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as it is entered: its name here, how to start it, the options to set, and what it
    may use of the machine."""

    name: str
    command: tuple[str, ...]
    folder: str
    options: tuple[tuple[str, str], ...] = ()
    ponder: bool = False
    limits: Limits = NO_LIMITS


@dataclass(frozen=True, slots=True)
class Player:
    """A bot at a seat of one game, with its clock and its seed."""

    bot: BotSpec
    clock: Clock
    seed: int


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Everything needed to play one game. `players[seat - 1]` sits at `seat`.

    `id` is its place in the schedule, from 1; the two games of a `pair` have the same
    `opening` (turns that the arena plays before the bots move), seats swapped. `start` is a
    given first position's text, or None for the game's own.
    """

    id: int
    game: str
    variant: tuple[tuple[str, int], ...]
    players: tuple[Player, ...]
    pair: int
    opening: tuple[JointMove, ...] = ()
    start: str | None = None
    turn_limit: int = 400

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots' names in seat order."""
        return tuple(player.bot.name for player in self.players)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a seat did wrong in which turn (0: before the first), in a word and a sentence."""

    word: str
    turn: int
    detail: str


class Reply(NamedTuple):
    """A seat's answer: its move (empty: none came, `resign` is told by the termination) and
    the nanoseconds it was billed (None for a turn of the opening)."""

    seat: int
    move: str
    used: int | None

    @property
    def ms(self) -> float | None:
        """The same in milliseconds."""
        return None if self.used is None else self.used / MS


@dataclass(frozen=True, slots=True)
class Info:
    """An `info` line of a seat in a turn."""

    turn: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Noise:
    """What a seat did beside its answers: counts of unknown and stale lines, and how often it
    was frozen because it computed on in another's time."""

    unknown: int = 0
    stale: int = 0
    frozen: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that happened in one game. Sequences by seat are in seat order.

    `turns` holds the turns that were played, `last_replies` the answers of a final turn that
    was not (a fault or resignation ended the game before it). `scores` is empty if void.
    `host` is the machine of a cluster that played, empty for the one that keeps the run.
    """

    spec: GameSpec
    scores: tuple[float, ...]
    termination: str
    faults: tuple[Fault | None, ...]
    turns: tuple[tuple[Reply, ...], ...]
    last_replies: tuple[Reply, ...] = ()
    infos: tuple[Info, ...] = ()
    stderr: tuple[str, ...] = ()
    noise: tuple[Noise, ...] = ()
    final: str = ""
    started: float = 0.0
    seconds: float = 0.0
    void_reason: str = ""
    host: str = ""

    @property
    def is_void(self) -> bool:
        """Whether the arena or the host spoilt this game."""
        return self.termination == VOID
