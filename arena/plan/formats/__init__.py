"""Formats of tournaments: who meets whom, in which order.

A format is one file of this folder, named after it (`round-robin` is `round_robin.py`), with
what `Format` lists. Adding a file adds the format; nothing else is to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from arena.plan.meetings import Book, Field, Step


@dataclass(frozen=True, slots=True)
class Term:
    """A number of a format's own in a tournament file: what it is unless given, and its bounds."""

    default: float
    low: float
    high: float
    whole: bool = True

    def objection(self, number: float) -> str | None:
        """Why it cannot be this number, as `found …, expected …`, or None."""
        if self.low <= number <= self.high:
            return None
        kind = "whole number" if self.whole else "number"
        return f"found {number:g}, expected a {kind} from {self.low:.10g} to {self.high:.10g}"


@dataclass(frozen=True, slots=True)
class Traits:
    """What there is to know of a format before it is run.

    `terms` are its own keys in a file; `rounds` whether it heeds the file's; `grows` whether
    bots may come and go during a run; `adaptive` whether results decide who meets whom;
    `elimination` whether who goes further stands above who has more points; `standings` whether
    a run's end is told by them.
    """

    terms: Mapping[str, Term] = field(default_factory=dict)
    rounds: bool = True
    grows: bool = True
    adaptive: bool = False
    elimination: bool = False
    standings: bool = False


class Format(Protocol):
    """What a format's module holds."""

    TRAITS: Traits

    @staticmethod
    def pairings(field: Field, book: Book) -> Iterator[Step]:
        """Who meets whom, in playing order, lazily.

        To decide by results, yield WAIT first: then the book, to which all pairings so far
        belong, has all their results. A run that is resumed or grows asks anew, so what is
        yielded must follow from the field and the book alone.
        """

    @staticmethod
    def count(field: Field) -> int:
        """How many pairings there are; at most, if results decide."""

    @staticmethod
    def objection(field: Field) -> str | None:
        """Why this field cannot play, as `found …, expected …`, or None."""


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))


def load(name: str) -> Format:
    """The format of a name that is among `names()`."""
    return cast(Format, import_module(f"{__name__}.{name.replace('-', '_')}"))


def defaults(name: str) -> dict[str, float]:
    """A format's own terms, as they are unless a file says otherwise."""
    return {key: term.default for key, term in load(name).TRAITS.terms.items()}
