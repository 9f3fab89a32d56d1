"""How templates write what they show: numbers, names of games, addresses. Pure."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import engines
from arena import durations
from arena.record import FAULTS, VOID
from arena.store.results import Variant
from arena.views.output import ROUNDED

_UNITS = ((3600, "h"), (60, "min"), (1, "s"))


def number(value: float | None, column: str) -> str:
    """A number as tables write it in this column."""
    return "–" if value is None else format(value, ROUNDED[column]).replace("inf", "∞")


def points(value: float) -> str:
    """Points, which are halves: `81` or `82.5`."""
    return f"{value:.12g}"


def thousands(value: int) -> str:
    """`3,912`."""
    return f"{value:,}"


def percent(part: float) -> str:
    """A part of 1 in whole percent, without the sign."""
    return f"{100 * part:.0f}"


def span(seconds: float) -> str:
    """A time span in its largest unit and the next: `3 min 42 s`, `1 h`."""
    left, found = round(seconds), list[tuple[int, str]]()
    for size, unit in _UNITS:
        count, left = divmod(left, size)
        if count or found:
            found.append((count, unit))
    return " ".join(f"{count:,} {unit}" for count, unit in found[:2] if count) or "0 s"


def milliseconds(value: float) -> str:
    """`24 ms`, finer below 10, in seconds from 10,000 on."""
    if value >= 10_000:
        return f"{value / 1000:,.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2g} ms"


def rate(games: float) -> str:
    """Games a second, finer if they are few."""
    return f"{games:.1f}" if games >= 0.1 else f"{games:.2g}"


def kind(game: str, variant: Variant = ()) -> str:
    """A kind of game for people: `What the Shell`, `Veletas, size 7`."""
    try:
        title = engines.load(game).title
    except engines.UnknownGame:
        title = game
    return ", ".join([title, *(f"{term} {value}" for term, value in variant)])


def signed(value: float) -> str:
    """An Elo difference: `+12.3`, or `+∞` if nothing bounds it."""
    return f"{value:+.1f}".replace("inf", "∞")


def hue(word: str) -> str:
    """The class of a termination's chip: coral for faults, plum for void."""
    if word == VOID:
        return "nob"
    return "bad" if word in FAULTS or word == "double-fault" else ""


def address(*parts: object, **query: object) -> str:
    """An address of this site; what the query has for None or nothing is left out."""
    path = "/" + "/".join(quote(str(part), safe="", errors="replace") for part in parts)
    asked = {key: value for key, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(asked, errors='replace')}" if asked else path


FILTERS = {
    each.__name__: each
    for each in (number, points, thousands, percent, span, milliseconds, rate, signed, hue)
} | {"limit": durations.told}
GLOBALS: dict[str, Any] = {"address": address, "kind": kind}
