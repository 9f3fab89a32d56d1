"""The protocol's messages as values. `str(message)` is a message's line without its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.wire.numbers import DIGITS, integer

VERSION = 1
MAX_LINE = 64 * 1024
"""Bytes in a bot's line, its end excluded."""
MAX_TURN_OUTPUT = 8 * 1024 * 1024
"""Bytes a bot may write in one turn."""
OPTION_TYPES = ("int", "bool", "string", "choice")
ID_KEYS = ("name", "author")
VERDICTS = ("win", "loss", "draw")
SCORES = {"0": 0.0, "0.5": 0.5, "1": 1.0}
"""The scores there are, as `result` writes them."""


# Arena → bot


@dataclass(frozen=True, slots=True)
class Hello:
    """`arena 1`: the protocol's version; asks for the handshake."""

    version: int

    def __str__(self) -> str:
        return f"arena {self.version}"


@dataclass(frozen=True, slots=True)
class SetOption:
    """`set NAME TEXT`; the text is the rest of the line, spaces and all."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"set {self.name} {self.text}"


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame G game=… seat=… seed=… KEY=VALUE…`; `terms` are the variant and the clock."""

    id: str
    game: str
    seat: int
    seed: int
    terms: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        fixed = f"newgame {self.id} game={self.game} seat={self.seat} seed={self.seed}"
        return fixed + tail(self.terms)


@dataclass(frozen=True, slots=True)
class Played:
    """`played N 1:d4 2:e5`: the moves of turn N by seat."""

    turn: int
    moves: Mapping[int, str]

    def __str__(self) -> str:
        return played_line(self.turn, self.moves)


@dataclass(frozen=True, slots=True)
class Position:
    """`state TEXT`."""

    text: str

    def __str__(self) -> str:
        return state_line(self.text)


@dataclass(frozen=True, slots=True)
class Legal:
    """`legal M M …`, or `legal *` (None) where the set is too large to list."""

    moves: tuple[str, ...] | None

    def __str__(self) -> str:
        return "legal *" if self.moves is None else " ".join(("legal", *self.moves))


@dataclass(frozen=True, slots=True)
class Go:
    """`go N KEY=VALUE…`: `terms` are what the bot may spend, in milliseconds or nodes."""

    turn: int
    terms: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return go_line(self.turn, tail(self.terms))


@dataclass(frozen=True, slots=True)
class Result:
    """`result G win|loss|draw WORD scores=1,0`: how it ended for this bot, and for every seat."""

    id: str
    verdict: str
    termination: str
    scores: tuple[float, ...]

    def __str__(self) -> str:
        scores = ",".join([f"{score:g}" for score in self.scores])
        return f"result {self.id} {self.verdict} {self.termination} scores={scores}"


@dataclass(frozen=True, slots=True)
class Ping:
    """`ping K`."""

    token: str

    def __str__(self) -> str:
        return f"ping {self.token}"


@dataclass(frozen=True, slots=True)
class Quit:
    """`quit`."""

    def __str__(self) -> str:
        return "quit"


# Bot → arena


@dataclass(frozen=True, slots=True)
class Id:
    """`id name TEXT` or `id author TEXT`."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"id {self.key} {self.text}"


@dataclass(frozen=True, slots=True)
class Option:
    """`option name=N type=T default=V min= max= values=a,b`."""

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        line = f"option name={self.name} type={self.type}"
        if self.default or self.type == "string":
            line += f" default={self.default}"
        if self.min is not None:
            line += f" min={self.min}"
        if self.max is not None:
            line += f" max={self.max}"
        if self.values:
            line += f" values={','.join(self.values)}"
        return line

    def refusal(self, text: str) -> str | None:
        """Why this option cannot be set to `text`, or None if it can."""
        if "\n" in text or "\r" in text:
            return "one line was expected"
        if self.type == "int":
            return self._int_refusal(text)
        if self.type == "bool" and text not in ("true", "false"):
            return "true or false was expected"
        if self.type == "choice" and text not in self.values:
            return f"one of {', '.join(self.values)} was expected"
        return None

    def _int_refusal(self, text: str) -> str | None:
        number = integer(text)
        if number is None:
            return f"a whole number of at most {DIGITS} digits was expected"
        if self.min is not None and number < self.min:
            return f"at least {self.min} was expected"
        if self.max is not None and number > self.max:
            return f"at most {self.max} was expected"
        return None


@dataclass(frozen=True, slots=True)
class Plays:
    """`plays GAME`."""

    game: str

    def __str__(self) -> str:
        return f"plays {self.game}"


@dataclass(frozen=True, slots=True)
class Want:
    """`want legal`."""

    what: str

    def __str__(self) -> str:
        return f"want {self.what}"


@dataclass(frozen=True, slots=True)
class Ready:
    """`ready` ends the handshake (`id` None), `ready G` a game's set-up."""

    id: str | None

    def __str__(self) -> str:
        return "ready" if self.id is None else f"ready {self.id}"


@dataclass(frozen=True, slots=True)
class Info:
    """`info …`: what the bot says of its search; `text` is everything after the keyword."""

    text: str

    def __str__(self) -> str:
        return f"info {self.text}" if self.text else "info"


class MoveReply(NamedTuple):
    """`move N MOVE`; `move` is empty when the bot left it out."""

    turn: int
    move: str

    def __str__(self) -> str:
        return f"move {self.turn} {self.move}" if self.move else f"move {self.turn}"


@dataclass(frozen=True, slots=True)
class Resign:
    """`resign N`."""

    turn: int

    def __str__(self) -> str:
        return f"resign {self.turn}"


@dataclass(frozen=True, slots=True)
class Pong:
    """`pong K`."""

    token: str

    def __str__(self) -> str:
        return f"pong {self.token}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that is no message of this protocol."""

    line: str

    def __str__(self) -> str:
        return self.line


ArenaMessage = (
    Hello | SetOption | NewGame | Played | Position | Legal | Go | Result | Ping | Quit | Unknown
)
BotMessage = Id | Option | Plays | Want | Ready | Info | MoveReply | Resign | Pong | Unknown


def encode(message: ArenaMessage | BotMessage) -> str:
    """The message's line, without its end."""
    return str(message)


def tail(terms: Mapping[str, int]) -> str:
    """The `KEY=VALUE` fields at a line's end, each after a space."""
    return "".join([f" {key}={value}" for key, value in terms.items()])


# The lines of every turn, for those who write so many that no message should be made first


def played_line(turn: int, moves: Mapping[int, str]) -> str:
    """The line of `Played`."""
    line = f"played {turn}"
    for seat, move in moves.items():
        line += f" {seat}:{move}"
    return line


def state_line(text: str) -> str:
    """The line of `Position`."""
    return f"state {text}"


def go_line(turn: int, told: str) -> str:
    """The line of `Go`; `told` is the `tail` of its terms."""
    return f"go {turn}{told}"
