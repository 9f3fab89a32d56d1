"""What the text of a Veletas move says, before anyone asks whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass

from engines.base import MalformedMove, quoted
from engines.veletas.board import Board

CHOICES = {"black": "b", "white": "w"}


@dataclass(frozen=True, slots=True)
class Placement:
    """Shooters and a stone, such as `c3,d4,e5/f6`."""

    shooters: tuple[int, ...]
    stone: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The colour that the second player takes: `black` or `white`."""

    colour: str


@dataclass(frozen=True, slots=True)
class Shot:
    """A stone on `target`: from `end`, to which the shooter on `start` moved (`c3-c5/d6`), or
    with both None from any shooter (`d6`)."""

    start: int | None
    end: int | None
    target: int


def read(board: Board, text: str) -> Placement | Choice | Shot:
    """What `text` says. Raises MalformedMove for what is no move on this board in any phase."""
    if text in CHOICES:
        return Choice(CHOICES[text])
    try:
        return _placement_or_shot(board, text)
    except _Misspelt as error:
        raise MalformedMove(text, str(error)) from None


def write(board: Board, placement: Placement) -> str:
    """The canonical text of a placement, its shooters ascending by file, then rank."""
    shooters = ",".join(board.spell_all(placement.shooters))
    return f"{shooters}/{board.names[placement.stone]}"


class _Misspelt(Exception):
    pass


def _placement_or_shot(board: Board, text: str) -> Placement | Shot:
    head, slash, tail = text.partition("/")
    if not slash:
        return _shot_without_move(board, text)
    if "-" in head:
        start, _, end = head.partition("-")
        return _shot_after_move(*_squares(board, [start, end, tail]))
    *shooters, stone = _squares(board, [*head.split(","), tail])
    return _placement(board, shooters, stone)


def _shot_without_move(board: Board, text: str) -> Shot:
    if text in board.number:
        return Shot(None, None, board.number[text])
    if "-" in text or "," in text:
        raise _Misspelt("the stone is missing: expected / and its square at the end")
    raise _Misspelt(
        f"expected a square ({_span(board)}), a move such as c3-c5/d6, a placement or a colour"
    )


def _shot_after_move(start: int, end: int, target: int) -> Shot:
    if start == end:
        raise _Misspelt("a shooter cannot move to its own square")
    if end == target:
        raise _Misspelt("the stone cannot land where the shooter stands")
    return Shot(start, end, target)


def _placement(board: Board, shooters: list[int], stone: int) -> Placement:
    counts = board.shooters - board.majority, board.majority
    if len(shooters) not in counts:
        expected = f"expected {counts[0]} (first player) or {counts[1]} (White)"
        raise _Misspelt(f"shooters before the stone: {expected}, found {len(shooters)}")
    if len({*shooters, stone}) <= len(shooters):
        raise _Misspelt("a placement needs different squares")
    return Placement(tuple(shooters), stone)


def _squares(board: Board, names: list[str]) -> list[int]:
    for name in names:
        if name not in board.number:
            raise _Misspelt(f"{quoted(name)} is no square: this board has {_span(board)}")
    return [board.number[name] for name in names]


def _span(board: Board) -> str:
    return f"a1 to {board.names[board.squares[-1]]}"
