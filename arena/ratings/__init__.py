"""Rating methods: pure functions from the games of a run to a table of ratings.

A method is one module of this package with a function

    rate(games: Games, settings: Settings) -> Ratings

that depends on nothing else. It is entered in `METHODS` below and found by its name there.
`arena.ratings.base` has the values it takes and gives, and the counting that all methods share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from arena.errors import ArenaError
from arena.ratings.base import Games, Ratings, Settings

Rate = Callable[[Games, Settings], Ratings]


@dataclass(frozen=True, slots=True)
class Method:
    """A method's module, imported when it is asked for, and the settings that it takes."""

    module: str
    takes: tuple[str, ...]


METHODS = {
    "trueskill": Method("arena.ratings.fold", ("draw", "tau", "anchor")),
    "posterior": Method("arena.ratings.posterior", ("draw", "prior", "anchor")),
    "elo": Method("arena.ratings.bradley_terry", ("anchor",)),
}
"""Each method by its name; the first is the one that tables use unless told otherwise."""
DEFAULT = next(iter(METHODS))


def method(name: str, given: Iterable[str] = ()) -> Rate:
    """The rating method of this name. Raises ArenaError if there is none, or if it doesn't take
    one of the settings that are given."""
    if name not in METHODS:
        raise ArenaError(f"no rating method {name!r}; expected one of: {', '.join(METHODS)}")
    takes = METHODS[name].takes
    for setting in given:
        if setting not in takes:
            raise ArenaError(f"method {name} takes no {setting}; it takes: {', '.join(takes)}")
    rate: Rate = import_module(METHODS[name].module).rate
    return rate
