"""What Veletas tells people: why a move is refused, and what happened in a turn."""

from __future__ import annotations

from typing import Final

from engines.base import Event
from engines.veletas.board import union
from engines.veletas.moves import Choice, Placement, Shot
from engines.veletas.position import CHOOSE, COLOURS, OPPONENT, OVER, PLAY, Position

CONTENT: Final = {
    ".": "is empty",
    "b": "holds a black stone",
    "w": "holds a white stone",
    "S": "holds an unclaimed shooter",
    "B": "holds a shooter claimed by Black",
    "W": "holds a shooter claimed by White",
}


def objection(position: Position, move: Placement | Choice | Shot) -> str | None:
    """Why the rules forbid `move` to whoever is to move here, or None."""
    if position.phase == OVER:
        return "the game is over"
    if position.phase == CHOOSE:
        expected = "the second player now takes a colour, black or white"
        return None if isinstance(move, Choice) else expected
    if position.phase == PLAY:
        expected = "a stone is shot now, as in d6, or in c3-c5/d6 if a shooter moves first"
        return _to_shot(position, move) if isinstance(move, Shot) else expected
    if isinstance(move, Placement):
        return _to_placement(position, move)
    return f"{_shooters(position)} and a stone are placed now"


def placed(before: Position, move: Placement) -> Event:
    """That a player placed shooters and a stone."""
    (seat,), names = before.to_move, before.board.names
    shooters, stone = before.board.spell(union(move.shooters)), names[move.stone]
    what = "a shooter" if len(shooters) == 1 else "shooters"
    text = (
        f"{before.seat_name(seat)} places {what} on {_listed(shooters)}"
        f" and a {COLOURS[before.side].lower()} stone on {stone}"
    )
    return Event("placed", seat, (*shooters, stone), text)


def chose(before: Position, move: Choice) -> Event:
    """That the second player took a colour."""
    (seat,) = before.to_move
    return Event("chose", seat, (), f"{before.seat_name(seat)} takes {COLOURS[move.colour]}")


def shot(before: Position, move: Shot) -> tuple[Event, ...]:
    """That a shooter moved, if one did, and that a stone landed."""
    (seat,), names = before.to_move, before.board.names
    who, target = before.seat_name(seat), names[move.target]
    landed = Event("shot", seat, (target,), f"{who}'s stone lands on {target}")
    if move.start is None or move.end is None:
        return (landed,)
    start, end = names[move.start], names[move.end]
    return Event(
        "moved", seat, (start, end), f"{who} moves the shooter on {start} to {end}"
    ), landed


def claims(before: Position, after: Position) -> tuple[Event, ...]:
    """Which shooters the turn had claimed, by whom and why."""
    black, white = (
        after.black_claims ^ before.black_claims,
        after.white_claims ^ before.white_claims,
    )
    return tuple(_claim(after, name) for name in after.board.spell(black | white))


def _claim(after: Position, name: str) -> Event:
    square = after.board.number[name]
    colour, groups = after.cell(square).lower(), after.groups(square)
    mine, theirs = groups[colour], groups[OPPONENT[colour]]
    if mine > theirs:
        why = f"largest group {mine} against {theirs}"
    elif mine:
        why = f"largest groups equal at {mine}: it goes to the opponent of who moved"
    else:
        why = "no group beside it: it goes to the opponent of who moved"
    text = f"{COLOURS[colour]} claims the shooter on {name} ({why})"
    return Event("claimed", after.seat_of(colour), (name,), text)


def _to_placement(position: Position, move: Placement) -> str | None:
    board = position.board
    if len(move.shooters) != position.shooters_to_place:
        return f"expected {_shooters(position)} in {position.phase}, found {len(move.shooters)}"
    for square in move.shooters:
        if square not in board.inner:
            return f"no shooter may be placed on the edge, and {board.names[square]} is on it"
    for square in (*move.shooters, move.stone):
        if not position.empty & board.bit[square]:
            return _occupied(position, square)
    return None


def _to_shot(position: Position, move: Shot) -> str | None:
    names, bit = position.board.names, position.board.bit
    if move.start is None or move.end is None:
        if not position.empty & bit[move.target]:
            return _occupied(position, move.target)
        unseen = f"no unclaimed shooter sees {names[move.target]}"
        return None if position.is_seen(move.target) else unseen
    if not position.shooters & bit[move.start]:
        return _immobile(position, move.start)
    if not position.empty & bit[move.end]:
        return _occupied(position, move.end)
    if not (position.empty | bit[move.start]) & bit[move.target]:
        return _occupied(position, move.target)
    return _off_line(position, move.start, move.end, "the shooter on {} cannot reach {}") or (
        _off_line(position, move.end, move.target, "a shooter on {} does not see {}")
    )


def _off_line(position: Position, start: int, end: int, refusal: str) -> str | None:
    board = position.board
    refusal = refusal.format(board.names[start], board.names[end])
    if end not in board.between[start]:
        return f"{refusal}: they are on no line of a queen"
    stones = board.between[start][end] & (position.black | position.white)
    return f"{refusal}: a stone on {board.spell(stones)[0]} is in between" if stones else None


def _immobile(position: Position, square: int) -> str:
    content = CONTENT[position.cell(square)]
    return f"expected an unclaimed shooter to move, but {position.board.names[square]} {content}"


def _occupied(position: Position, square: int) -> str:
    content = CONTENT[position.cell(square)]
    return f"{position.board.names[square]} is not empty: it {content}"


def _shooters(position: Position) -> str:
    count = position.shooters_to_place
    return "1 shooter" if count == 1 else f"{count} shooters"


def _listed(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
