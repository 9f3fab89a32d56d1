"""The wire protocol's grammar: messages as values, and their lines. Pure; owns the grammar.

SPEC.md states it for people. `str(message)` is a message's line without its end;
`parse_arena` and `parse_bot` read one. A line that is no message becomes `Unknown`, never an
exception, because both sides must live with words they don't know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

VERSION = 1
MAX_LINE = 64 * 1024
"""Bytes in a bot's line, its end excluded."""
MAX_TURN_OUTPUT = 8 * 1024 * 1024
"""Bytes a bot may write in one turn."""
OPTION_TYPES = ("int", "bool", "string", "choice")
ID_KEYS = ("name", "author")
VERDICTS = ("win", "loss", "draw")
_COUNTS = {str(number): number for number in range(1, 1000)}
"""The numbers of most turns, as they are mostly written."""
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
        line = f"option name={self.name} type={self.type} default={self.default}"
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
        number = _integer(text)
        if number is None:
            return "a whole number was expected"
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


def parse_bot(line: str) -> BotMessage:
    """What a bot's line says. Its end, LF or CRLF, is ignored; a CR within it makes it Unknown."""
    line = line.rstrip("\r\n")
    if line.startswith("move "):
        words = line.split(" ")
        if len(words) == 3 and words[1] in _COUNTS and "\r" not in line:
            return MoveReply(_COUNTS[words[1]], words[2])  # as nearly all answers are
    keyword, _, rest = line.partition(" ")
    rest = rest.strip(" ")
    message: BotMessage | None = None
    if keyword == "move":
        message = _parse_move(rest)
    elif keyword == "info":
        message = Info(rest)
    elif keyword == "ready":
        message = Ready(rest or None) if " " not in rest else None
    elif keyword == "resign":
        turn = _count(rest)
        message = None if turn is None else Resign(turn)
    elif keyword in ("id", "option", "plays", "want", "pong") and rest:
        message = _parse_declaration(keyword, rest)
    return Unknown(line) if message is None or "\r" in line else message


def _parse_move(rest: str) -> MoveReply | None:
    number, _, move = rest.partition(" ")
    turn = _count(number)
    return None if turn is None else MoveReply(turn, move.lstrip(" "))


def _parse_declaration(keyword: str, rest: str) -> BotMessage | None:
    if keyword == "id":
        key, _, text = rest.partition(" ")
        return Id(key, text.lstrip(" ")) if key in ID_KEYS and text else None
    if keyword == "option":
        return _parse_option(rest)
    if " " in rest:
        return None
    if keyword == "plays":
        return Plays(rest)
    return Want(rest) if keyword == "want" else Pong(rest)


def _parse_option(rest: str) -> Option | None:
    pairs = dict(_pairs(rest.split(" ")))
    name, kind = pairs.get("name", ""), pairs.get("type", "")
    if not name or kind not in OPTION_TYPES:
        return None
    values = tuple(value for value in pairs.get("values", "").split(",") if value)
    if kind == "choice" and not values:
        return None
    low, high = _integer(pairs.get("min", "")), _integer(pairs.get("max", ""))
    return Option(name, kind, pairs.get("default", ""), low, high, values)


def parse_arena(line: str) -> ArenaMessage:
    """What the arena's line says, as `parse_bot` does."""
    line = line.rstrip("\r\n")
    keyword, _, rest = line.partition(" ")
    message: ArenaMessage | None = None
    if keyword == "state":
        message = Position(rest) if rest else None
    elif keyword == "quit":
        message = Quit()
    elif keyword == "set":
        name, _, text = rest.partition(" ")
        message = SetOption(name, text) if name else None
    else:
        message = _parse_fields(keyword, [entry for entry in rest.split(" ") if entry])
    return Unknown(line) if message is None or "\r" in line else message


def _parse_fields(keyword: str, fields: list[str]) -> ArenaMessage | None:
    if keyword == "legal":
        return Legal(None if fields == ["*"] else tuple(fields))
    if not fields:
        return None
    first, more = fields[0], fields[1:]
    if keyword == "ping":
        return Ping(first)
    if keyword == "newgame":
        return _parse_newgame(first, more)
    if keyword == "result":
        return _parse_result(first, more)
    number = _count(first)
    if number is None:
        return None
    if keyword == "arena":
        return Hello(number)
    if keyword == "go":
        return Go(number, _numbers(_pairs(more)))
    return _parse_played(number, more) if keyword == "played" else None


def _parse_newgame(game_id: str, more: list[str]) -> NewGame | None:
    pairs = dict(_pairs(more))
    game = pairs.pop("game", "")
    seat, seed = _count(pairs.pop("seat", "")), _count(pairs.pop("seed", ""))
    if not game or seat is None or seed is None:
        return None
    return NewGame(game_id, game, seat, seed, _numbers(pairs.items()))


def _parse_played(turn: int, more: list[str]) -> Played | None:
    moves: dict[int, str] = {}
    for entry in more:
        seat, _, move = entry.partition(":")
        number = _count(seat)
        if number is None or not move:
            return None
        moves[number] = move
    return Played(turn, moves)


def _parse_result(game_id: str, more: list[str]) -> Result | None:
    if len(more) < 3 or more[0] not in VERDICTS:
        return None
    written = dict(_pairs(more[2:])).get("scores", "").split(",")
    if any(score not in SCORES for score in written):
        return None
    return Result(game_id, more[0], more[1], tuple(SCORES[score] for score in written))


def _pairs(fields: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The `key=value` fields; others are for a later version."""
    for entry in fields:
        key, equals, value = entry.partition("=")
        if key and equals:
            yield key, value


def _numbers(pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The pairs whose value is a whole number; others are for a later version."""
    found = ((key, _integer(value)) for key, value in pairs)
    return {key: value for key, value in found if value is not None}


def _count(text: str) -> int | None:
    """A whole number without a sign, or None; long runs of digits are no count."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        return None
    return int(text)


def _integer(text: str) -> int | None:
    if text.startswith("-"):
        number = _count(text[1:])
        return None if number is None else -number
    return _count(text)
