"""Which games a table is of: the selection checked, told in words, and split by kind of game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arena.errors import ArenaError
from arena.store.results import TERMINATIONS, Selection
from arena.store.store import Store
from arena.words import did_you_mean

NAMES_SHOWN = 12
"""How many names an error lists."""


def selection(
    game: str | None = None, size: int | None = None, bots: Iterable[str] = ()
) -> Selection:
    """The games of this name and board, between these bots; what is left out does not narrow."""
    variant = () if size is None else (("size", size),)
    return Selection(game=game, variant=variant, pool=tuple(bots))


def parts(store: Store, only: Selection) -> list[Selection]:
    """The selection, and if it holds several kinds of games, each kind by itself."""
    check(store, only)
    fitting = [seating for seating in store.seatings() if seating.fits(only)]
    kinds = dict.fromkeys((seating.game, seating.variant) for seating in fitting)
    if len(kinds) < 2:
        return [only]
    return [only, *(replace(only, game=game, variant=variant) for game, variant in kinds)]


def told(only: Selection) -> str:
    """The selection's games in words."""
    pool = ["among", ", ".join(only.pool)] if only.pool else []
    return " ".join([only.game or "all games", *_variant(only), *pool])


def _variant(only: Selection) -> list[str]:
    return [f"{key}={value}" for key, value in only.variant]


def check(store: Store, only: Selection) -> None:
    """Raise an ArenaError if the selection names what the run doesn't have."""
    if len(only.pool) == 1:
        raise ArenaError(
            f"found {only.pool[0]!r} alone, expected at least 2 bots among whom games are"
        )
    seatings = store.seatings()
    for bot in (only.bot, only.culprit, *only.pool):
        _known(store, "bot", bot, (bot for seating in seatings for bot in seating.bots))
    _known(store, "game", only.game, (seating.game for seating in seatings))
    kind = Selection(game=only.game, variant=only.variant)
    if only.variant and not any(seating.fits(kind) for seating in seatings):
        kinds = (told(Selection(game=each.game, variant=each.variant)) for each in seatings)
        wanted = " ".join([*filter(None, [only.game]), *_variant(only)])
        raise ArenaError(f"{store.path} has no games of {wanted}; {_list(kinds)}")
    if only.termination is not None:
        words = (*TERMINATIONS, *store.terminations())
        _known(store, "termination", only.termination, words)


def _known(store: Store, noun: str, name: str | None, names: Iterable[str]) -> None:
    """Raise an ArenaError if a name is given that is none of these."""
    there = list(dict.fromkeys(names))
    if name is None or name in there:
        return
    hint = did_you_mean(name, there) or f"; {_list(there)}"
    raise ArenaError(f"{store.path} has no {noun} {name!r}{hint}")


def _list(names: Iterable[str]) -> str:
    there = list(dict.fromkeys(names))
    more = f" and {len(there) - NAMES_SHOWN} more" if len(there) > NAMES_SHOWN else ""
    return (
        f"expected one of: {', '.join(there[:NAMES_SHOWN])}{more}" if there else "it has none yet"
    )
