"""The wire protocol's grammar: messages as values, and their lines. Pure; owns the grammar.

SPEC.md states it for people. `encode` writes a message as one line without its end;
`parse_arena` and `parse_bot` read one. A line that is no message becomes `Unknown`, never an
exception, because both sides must live with words they don't know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

VERSION = 1
MAX_LINE = 64 * 1024
"""Bytes in a bot's line, its end excluded."""
MAX_TURN_OUTPUT = 8 * 1024 * 1024
"""Bytes a bot may write in one turn."""
OPTION_TYPES = ("int", "bool", "string", "choice")


# Arena → bot


@dataclass(frozen=True, slots=True)
class Hello:
    """`arena 1`: the protocol's version; asks for the handshake."""

    version: int


@dataclass(frozen=True, slots=True)
class SetOption:
    """`set NAME TEXT`."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame G game=… seat=… seed=… KEY=VALUE…`; `terms` are the variant and the clock."""

    id: str
    game: str
    seat: int
    seed: int
    terms: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """`played N 1:d4 2:e5`: the moves of turn N by seat."""

    turn: int
    moves: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Position:
    """`state TEXT`."""

    text: str


@dataclass(frozen=True, slots=True)
class Legal:
    """`legal M M …`, or `legal *` (None) where the set is too large to list."""

    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Go:
    """`go N KEY=VALUE…`: `terms` are what the bot may spend, in milliseconds or nodes."""

    turn: int
    terms: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """`result G win|loss|draw WORD scores=1,0`."""

    id: str
    verdict: str
    termination: str
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """`ping K`."""

    token: str


@dataclass(frozen=True, slots=True)
class Quit:
    """`quit`."""


# Bot → arena


@dataclass(frozen=True, slots=True)
class Id:
    """`id name TEXT` or `id author TEXT`."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """`option name=N type=T default=V min= max= values=a,b`."""

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    values: tuple[str, ...] = ()

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


@dataclass(frozen=True, slots=True)
class Want:
    """`want legal`."""

    what: str


@dataclass(frozen=True, slots=True)
class Ready:
    """`ready` ends the handshake (`id` None), `ready G` a game's set-up."""

    id: str | None


@dataclass(frozen=True, slots=True)
class Info:
    """`info …`: what the bot says of its search; `text` is everything after the keyword."""

    text: str


@dataclass(frozen=True, slots=True)
class MoveReply:
    """`move N MOVE`; `move` is empty when the bot left it out."""

    turn: int
    move: str


@dataclass(frozen=True, slots=True)
class Resign:
    """`resign N`."""

    turn: int


@dataclass(frozen=True, slots=True)
class Pong:
    """`pong K`."""

    token: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that is no message of this protocol."""

    line: str


ArenaMessage = (
    Hello | SetOption | NewGame | Played | Position | Legal | Go | Result | Ping | Quit | Unknown
)
BotMessage = Id | Option | Plays | Want | Ready | Info | MoveReply | Resign | Pong | Unknown


def encode(message: ArenaMessage | BotMessage) -> str:
    """The message's line, without its end."""
    match message:
        case Hello(version):
            return f"arena {version}"
        case SetOption(name, text):
            return f"set {name} {text}"
        case NewGame(game_id, game, seat, seed, terms):
            return f"newgame {game_id} game={game} seat={seat} seed={seed}{_tail(terms)}"
        case Played(turn, moves):
            return f"played {turn} " + " ".join(f"{s}:{m}" for s, m in moves.items())
        case Position(text):
            return f"state {text}"
        case Legal(moves):
            return "legal *" if moves is None else " ".join(("legal", *moves))
        case Go(turn, terms):
            return f"go {turn}{_tail(terms)}"
        case Result(game_id, verdict, termination, scores):
            written = ",".join(f"{score:g}" for score in scores)
            return f"result {game_id} {verdict} {termination} scores={written}"
        case Ping(token):
            return f"ping {token}"
        case Quit():
            return "quit"
        case _:
            return _encode_bot(message)


def _encode_bot(message: BotMessage) -> str:
    match message:
        case Id(key, text):
            return f"id {key} {text}"
        case Option():
            return _encode_option(message)
        case Plays(game):
            return f"plays {game}"
        case Want(what):
            return f"want {what}"
        case Ready(game_id):
            return "ready" if game_id is None else f"ready {game_id}"
        case Info(text):
            return f"info {text}"
        case MoveReply(turn, move):
            return f"move {turn} {move}"
        case Resign(turn):
            return f"resign {turn}"
        case Pong(token):
            return f"pong {token}"
        case Unknown(line):
            return line


def _encode_option(option: Option) -> str:
    line = f"option name={option.name} type={option.type} default={option.default}"
    if option.min is not None:
        line += f" min={option.min}"
    if option.max is not None:
        line += f" max={option.max}"
    if option.values:
        line += f" values={','.join(option.values)}"
    return line


def _tail(terms: Mapping[str, int]) -> str:
    return "".join([f" {key}={value}" for key, value in terms.items()])


def parse_bot(line: str) -> BotMessage:
    """What a bot's line says (its end, LF or CRLF, is ignored)."""
    line = line.rstrip("\r\n")
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
    return Unknown(line) if message is None else message


def _parse_move(rest: str) -> MoveReply | None:
    number, _, move = rest.partition(" ")
    turn = _count(number)
    return None if turn is None else MoveReply(turn, move.strip(" "))


def _parse_declaration(keyword: str, rest: str) -> BotMessage | None:
    if keyword == "id":
        key, _, text = rest.partition(" ")
        return Id(key, text.strip(" ")) if key in ("name", "author") and text.strip(" ") else None
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
    """What the arena's line says (its end, LF or CRLF, is ignored)."""
    line = line.rstrip("\r\n")
    keyword, _, rest = line.partition(" ")
    message: ArenaMessage | None = None
    if keyword == "state" and rest:
        message = Position(rest)
    elif keyword == "quit":
        message = Quit()
    elif keyword == "legal" and rest:
        message = Legal(None if rest == "*" else tuple(rest.split(" ")))
    elif keyword == "set" and " " in rest:
        name, _, text = rest.partition(" ")
        message = SetOption(name, text)
    elif fields := rest.split(" ") if rest else []:
        message = _parse_fields(keyword, fields[0], fields[1:])
    return Unknown(line) if message is None else message


def _parse_fields(keyword: str, first: str, more: list[str]) -> ArenaMessage | None:
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
        return Go(number, _numbers(more))
    return _parse_played(number, more) if keyword == "played" else None


def _parse_newgame(game_id: str, more: list[str]) -> NewGame | None:
    pairs = dict(_pairs(more))
    seat, seed = _count(pairs.get("seat", "")), _count(pairs.get("seed", ""))
    game = pairs.get("game", "")
    if not game or seat is None or seed is None:
        return None
    terms = _numbers(field for field in more if not field.startswith(("game=", "seat=", "seed=")))
    return NewGame(game_id, game, seat, seed, terms)


def _parse_played(turn: int, more: list[str]) -> Played | None:
    moves: dict[int, str] = {}
    for entry in more:
        seat, colon, move = entry.partition(":")
        number = _count(seat)
        if number is None or not colon or not move:
            return None
        moves[number] = move
    return Played(turn, moves)


def _parse_result(game_id: str, more: list[str]) -> Result | None:
    if len(more) < 3 or more[0] not in ("win", "loss", "draw"):
        return None
    scores = dict(_pairs(more[2:])).get("scores", "")
    try:
        return Result(game_id, more[0], more[1], tuple(float(s) for s in scores.split(",")))
    except ValueError:
        return None


def _pairs(fields: Iterable[str]) -> Iterable[tuple[str, str]]:
    for entry in fields:
        key, equals, value = entry.partition("=")
        if equals:
            yield key, value


def _numbers(fields: Iterable[str]) -> dict[str, int]:
    """The `key=value` fields whose value is a whole number; others are for a later version."""
    found = ((key, _integer(value)) for key, value in _pairs(fields))
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
