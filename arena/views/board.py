"""A readable board from any game's state text."""

from __future__ import annotations

from itertools import zip_longest
from string import ascii_lowercase

FIELDS: dict[str, tuple[str, ...]] = {
    "what-the-shell": ("eggs",),
    "veletas": ("side", "phase", "first"),
}
"""What follows ROWS in a game's state text; the fields of a game not listed are numbered."""


def board(game: str, text: str) -> str:
    """The state `text` of `game` as a board: coordinates around it, other fields beside it."""
    rows, *values = text.split(" ")
    ranks = rows.split("/")
    files = "    " + " ".join(ascii_lowercase[: len(ranks[0])])
    numbered = zip(range(len(ranks), 0, -1), ranks, strict=True)
    lines = [f"{rank:3} {' '.join(cells)} {rank:2}" for rank, cells in numbered]
    beside = [""] + [f"   {name} {value}" for name, value in _named(game, values)]
    pairs = zip_longest([files, *lines, files], beside, fillvalue="")
    return "\n".join(f"{line}{field}".rstrip() for line, field in pairs)


def _named(game: str, values: list[str]) -> list[tuple[str, str]]:
    names = FIELDS.get(game, ())
    numbers = map(str, range(len(names) + 2, len(values) + 2))
    return list(zip([*names, *numbers], values, strict=False))
