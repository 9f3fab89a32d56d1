"""Boards and turns in colour, for a terminal: each hue has one meaning, as on the pages. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase

from rich.style import Style
from rich.text import Text

from engines.base import Move, Seat, State

BLACK, WHITE, NOBODY, LOSS, FOCUS = "#5fb4bc", "#e0ac5a", "#c3a2da", "#f08d7f", "#7db1ff"
HUES = {"Black": BLACK, "White": WHITE}
_GROUNDS = ("#3a4643", "#344040")
_LAST = "#52605c"
_PIECES = {
    "what-the-shell": {"b": ("●", BLACK), "w": ("○", WHITE), "o": ("", NOBODY)},
    "veletas": {
        "b": ("●", BLACK),
        "w": ("○", WHITE),
        "S": ("✳", NOBODY),
        "B": ("◆", BLACK),
        "W": ("◇", WHITE),
    },
}
"""A sign and a hue for each cell; an egg's sign is its number."""


def coloured_board(game: str, state: str, marked: Iterable[str] = ()) -> Text:
    """The state as a board of coloured signs, coordinates around it; the `marked` squares have
    a lighter ground and stand in brackets, so that they show without colour, too."""
    rows, *fields = state.split(" ")
    ranks, last = rows.split("/"), frozenset(marked)
    eggs = fields[0].split(",") if game == "what-the-shell" else []
    files = "    " + "".join(f" {file} " for file in ascii_lowercase[: len(ranks[0])])
    text = Text(f"{files}\n", style="dim")
    for rank, cells in zip(range(len(ranks), 0, -1), ranks, strict=True):
        text.append(f"{rank:3} ", style="dim")
        for index, cell in enumerate(cells):
            square = f"{ascii_lowercase[index]}{rank}"
            text.append_text(_cell(game, cell, square, eggs, square in last, (rank + index) % 2))
        text.append(f" {rank}\n", style="dim")
    return text.append(files, style="dim")


def _cell(game: str, cell: str, square: str, eggs: list[str], marked: bool, shade: int) -> Text:
    sign, hue = _PIECES.get(game, {}).get(cell, (cell, NOBODY)) if cell != "." else ("·", None)
    if square in eggs:
        sign = str(eggs.index(square) + 1)
    ground = _LAST if marked else _GROUNDS[shade]
    style = Style(color=hue, bgcolor=ground, bold=hue is not None, dim=hue is None)
    left, right = ("[", "]") if marked else (" ", " ")
    padded = f"{left}{sign}{right}" if len(sign) == 1 else f"{sign}{right}".rjust(3)
    return Text(padded, style=style)


def coloured_turn(turn: int, before: State, moves: Mapping[Seat, Move]) -> Iterator[Text]:
    """The story of a turn: who moved where, and what came of it."""
    line = Text(f"Turn {turn}", style="bold")
    for seat, move in moves.items():
        name = before.seat_name(seat)
        line.append("  ").append(name, style=HUES.get(name, NOBODY)).append(f" {move}", "bold")
    yield line
    for number, event in enumerate(before.events(moves), 1):
        lost = event.word in ("captured", "vanished")
        yield Text(f"  {number} ", style="dim").append(event.text, style=LOSS if lost else "")


def touched(before: State, moves: Mapping[Seat, Move]) -> frozenset[str]:
    """The squares on which something stands that this turn brought or moved."""
    words = ("placed", "laid", "hatched", "moved", "shot", "claimed")
    events = [event for event in before.events(moves) if event.word in words]
    return frozenset(
        square
        for event in events
        for square in (event.squares if event.word == "placed" else event.squares[-1:])
    )
