"""Reference engines: the rules of each game as pure code, the only judge of legality."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from engines.base import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

_BUNDLED = {
    "what-the-shell": "engines.what_the_shell",
    "veletas": "engines.veletas",
}
ENTRY_POINTS = "engine_arena.games"


class UnknownGame(LookupError):
    """No game has this name."""


def names() -> tuple[str, ...]:
    """The names of all games, the bundled ones first, then those of installed packages."""
    installed = sorted(_installed().names - _BUNDLED.keys())
    return (*_BUNDLED, *installed)


def load(name: str) -> Game:
    """The game of this name. Raises UnknownGame, listing those there are.

    A bundled game is the value `GAME` of its module; other packages add games by an entry
    point in the group `engine_arena.games` that names such a value.
    """
    if module := _BUNDLED.get(name):
        game: Game = import_module(module).GAME
        return game
    for point in _installed().select(name=name):
        loaded: Game = point.load()
        return loaded
    raise UnknownGame(f"no game is called {name!r}; there are {', '.join(names())}")


@cache
def _installed() -> EntryPoints:
    """The games of other packages."""
    from importlib.metadata import entry_points  # here, since few need it and it is slow to import

    return entry_points(group=ENTRY_POINTS)
