"""Lines read as messages. What is no message becomes `Unknown`, never an exception."""

from __future__ import annotations

from collections.abc import Iterable

from arena.wire.messages import (
    ID_KEYS,
    OPTION_TYPES,
    SCORES,
    VERDICTS,
    ArenaMessage,
    BotMessage,
    Go,
    Hello,
    Id,
    Info,
    Legal,
    MoveReply,
    NewGame,
    Option,
    Ping,
    Played,
    Plays,
    Pong,
    Position,
    Quit,
    Ready,
    Resign,
    Result,
    SetOption,
    Unknown,
    Want,
)
from arena.wire.numbers import count, integer

_COUNTS = {str(number): number for number in range(1, 1000)}
"""The numbers of most turns, as they are mostly written."""


def parse_bot(line: str) -> BotMessage:
    """What a bot's line says. Its end, LF or CRLF, is ignored; a CR elsewhere makes it Unknown."""
    if "\r" in line or "\n" in line:
        text = _without_end(line)
        return Unknown(line.removesuffix("\n")) if text is None else parse_bot(text)
    words = line.split(" ", 3)
    if len(words) == 3 and words[0] == "move" and words[1] in _COUNTS:
        # As nearly all answers are.
        return tuple.__new__(MoveReply, (_COUNTS[words[1]], words[2]))
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
        turn = count(rest)
        message = None if turn is None else Resign(turn)
    elif keyword in ("id", "option", "plays", "want", "pong") and rest:
        message = _parse_declaration(keyword, rest)
    return Unknown(line) if message is None else message


def _without_end(line: str) -> str | None:
    """The line without its LF or CRLF; None if there is a CR or LF elsewhere."""
    text = line.removesuffix("\n").removesuffix("\r")
    return None if "\r" in text or "\n" in text else text


def _parse_move(rest: str) -> MoveReply | None:
    number, _, move = rest.partition(" ")
    turn = count(number)
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
    low, high = integer(pairs.get("min", "")), integer(pairs.get("max", ""))
    return Option(name, kind, pairs.get("default", ""), low, high, values)


def parse_arena(line: str) -> ArenaMessage:
    """What the arena's line says, as `parse_bot` does."""
    if "\r" in line or "\n" in line:
        text = _without_end(line)
        return Unknown(line.removesuffix("\n")) if text is None else parse_arena(text)
    keyword, _, rest = line.partition(" ")
    message: ArenaMessage | None = None
    if keyword == "state":
        position = rest.strip(" ")
        message = Position(position) if position else None
    elif keyword == "quit":
        message = Quit()
    elif keyword == "set":
        # Of an option's text every space counts; only those before its name do not.
        name, _, text = rest.lstrip(" ").partition(" ")
        message = SetOption(name, text) if name else None
    else:
        message = _parse_fields(keyword, [entry for entry in rest.split(" ") if entry])
    return Unknown(line) if message is None else message


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
    number = count(first)
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
    seat, seed = count(pairs.pop("seat", "")), count(pairs.pop("seed", ""))
    if not game or seat is None or seed is None:
        return None
    return NewGame(game_id, game, seat, seed, _numbers(pairs.items()))


def _parse_played(turn: int, more: list[str]) -> Played | None:
    moves: dict[int, str] = {}
    for entry in more:
        seat, _, move = entry.partition(":")
        number = count(seat)
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
    found = ((key, integer(value)) for key, value in pairs)
    return {key: value for key, value in found if value is not None}
