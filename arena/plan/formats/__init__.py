"""Formats of tournaments: who meets whom, in which order.

A format is one file of this folder, named after it (`round-robin` is `round_robin.py`), with
the two functions of `Format`. Adding a file adds the format; nothing else is to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, Protocol, cast


class Pairing(NamedTuple):
    """Two players, by their place in the list from 0, who meet in a round, counted from 0.

    `first` takes seat 1 in the first game.
    """

    round: int
    first: int
    second: int


class Format(Protocol):
    """What a format's module holds."""

    @staticmethod
    def pairings(players: int, rounds: int) -> Iterator[Pairing]:
        """The pairings in playing order, lazily; two players meet at most once in a round."""

    @staticmethod
    def count(players: int, rounds: int) -> int:
        """How many pairings there are."""


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))


def load(name: str) -> Format:
    """The format of a name that is among `names()`."""
    return cast(Format, import_module(f"{__name__}.{name.replace('-', '_')}"))
