"""How a game's long parts become bytes in the store, and exactly the same values again. Pure.

Values are laid out in columns (all seats, all moves, all times) since like beside like
compresses best, written as JSON, which C code does quickly, and deflated. Deflate carries a
checksum, so damaged bytes are noticed.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from arena.record import Info, Reply

Turns = tuple[tuple[Reply, ...], ...]
_LEVEL = 3
"""The strongest of the quick levels: a game's turns become 1% larger than at the default, in
two thirds of the time."""
_encode = json.JSONEncoder(separators=(",", ":")).encode


def pack(value: object) -> bytes:
    """Plain JSON values as compressed bytes."""
    return zlib.compress(to_json(value).encode("ascii"), _LEVEL)


def unpack(data: bytes) -> Any:
    """What `pack` was given; raises ValueError for bytes that it never wrote."""
    try:
        return json.loads(zlib.decompress(data))
    except zlib.error as error:
        raise ValueError(str(error)) from None


def to_json(value: object) -> str:
    """Plain JSON values as the shortest ASCII text."""
    return _encode(value)


def pack_turns(turns: Turns) -> bytes:
    """All replies of all turns."""
    replies = [reply for turn in turns for reply in turn]
    seats = [[reply.seat for reply in turn] for turn in turns]
    return pack([seats, [reply.move for reply in replies], [reply.used for reply in replies]])


def unpack_turns(data: bytes) -> Turns:
    """The turns that `pack_turns` was given."""
    seats, moves, used = unpack(data)
    if sum(map(len, seats)) != len(moves):
        raise ValueError("seats and answers are not the same number")
    rest = iter(zip(moves, used, strict=True))
    return tuple(tuple(Reply(seat, *next(rest)) for seat in turn) for turn in seats)


def pack_infos(infos: tuple[Info, ...]) -> bytes:
    """The `info` lines of a game."""
    if not infos:
        return _NO_INFOS
    return pack(
        [[info.turn for info in infos], [info.seat for info in infos], [i.text for i in infos]]
    )


_NO_INFOS = pack([[], [], []])


def unpack_infos(data: bytes) -> tuple[Info, ...]:
    """The lines that `pack_infos` was given."""
    return tuple(Info(*fields) for fields in zip(*unpack(data), strict=True))
