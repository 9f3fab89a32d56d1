"""Rating methods: pure functions from the results of games to a table of ratings.

A method is one module of this package with a function

    rate(results: Iterable[Result], settings: Settings) -> Ratings

that takes results in schedule order, leaves voids out, and depends on nothing else. It is
entered in `METHODS` below and found by its name there. `arena.ratings.base` has the values it
takes and gives, and the counting and ranking that all methods share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from arena.errors import ArenaError
from arena.ratings.base import Ratings, Settings
from arena.store.results import Result

METHODS = {"trueskill": "arena.ratings.fold"}
"""Each method's name and its module, which is imported when it is asked for."""

Method = Callable[[Iterable[Result], Settings], Ratings]


def method(name: str) -> Method:
    """The rating method of this name."""
    if name not in METHODS:
        raise ArenaError(f"no rating method {name!r}; expected one of: {', '.join(METHODS)}")
    rate: Method = import_module(METHODS[name]).rate
    return rate
