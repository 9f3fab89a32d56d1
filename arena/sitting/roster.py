"""The bots that people may play: those that come with the arena, and those of given runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from arena import resources
from arena.errors import ArenaError
from arena.plan.bots import bundled_names, from_folder, told_apart
from arena.record import BotSpec
from arena.referee.livebot import BotUnusable, Declared, close, launch, variables
from arena.referee.process import HostFailed
from arena.wire import Option
from arena.words import any_of, did_you_mean
from engines.base import quoted

_STARTUP = 5000
_SEED = "seed"
"""An option that people are not asked for."""
ADVISERS = ("leatherback", "mcts")
"""The bundled bots that give hints, the strongest first. One that must be built may be missing."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A bot that may be played: the games it knows and the options it takes."""

    bot: BotSpec
    games: tuple[str, ...]
    options: tuple[Option, ...]

    def at_level(self, settings: dict[str, str], ms: int | None = None) -> BotSpec:
        """The bot with these options set; its name says them, and its time if that is given.

        Raises ArenaError for an option that it has not, or that cannot be so.
        """
        known = {option.name: option for option in self.options}
        for name, text in settings.items():
            if name not in known:
                raise ArenaError(f"found option {quoted(name)}, expected {any_of(tuple(known))}")
            if refusal := known[name].refusal(text):
                raise ArenaError(f"option {name} cannot be {quoted(text)}: {refusal}")
        return with_settings(self.bot, settings, *(() if ms is None else (f"{ms / 1000:g} s",)))


def with_settings(bot: BotSpec, settings: dict[str, str], *more: str) -> BotSpec:
    """The bot with these options set; its name says them, and `more`, so that its levels are told
    apart."""
    words = [bot.name, *(f"{name} {text}" for name, text in settings.items()), *more]
    options = tuple((dict(bot.options) | settings).items())
    return replace(bot, name=" ".join(words), options=options)


class Roster:
    """The bots on offer. Each is started once, when first asked for, to hear what it can do;
    those that cannot be started are left out. `more` gives the bots that are not bundled."""

    def __init__(self, more: Callable[[], Iterable[BotSpec]] = tuple) -> None:
        self._more = more
        self._known: dict[BotSpec, Offer | None] = {}
        self._lock = threading.Lock()

    def offers(self, game: str | None = None) -> tuple[Offer, ...]:
        """All bots, or those that play this game."""
        with self._lock:
            bots = told_apart(dict.fromkeys((*_bundled(), *self._more())))
            for bot in bots:
                if bot not in self._known:
                    self._known[bot] = _examined(bot)
            found = [offer for bot in bots if (offer := self._known[bot])]
        return tuple(offer for offer in found if game is None or game in offer.games)

    def find(self, name: str, game: str) -> Offer:
        """The bot of this name. Raises ArenaError if it is not on offer for this game."""
        offers = {offer.bot.name: offer for offer in self.offers(game)}
        if name in offers:
            return offers[name]
        known = any_of(tuple(offers)) or "no bot at all"
        near = did_you_mean(name, tuple(offers))
        raise ArenaError(f"found {quoted(name)}, expected a bot for {game}: {known}{near}")

    def adviser(self, game: str) -> BotSpec:
        """The bot that gives hints: the best adviser here that plays the game, or any bot that
        does. Raises ArenaError if none does."""
        playing = {offer.bot.name: offer.bot for offer in self.offers(game)}
        if not playing:
            raise ArenaError(f"no bot here plays {game}, so there are no hints")
        return playing[next(filter(playing.get, (*ADVISERS, *playing)))]


def _bundled() -> Iterator[BotSpec]:
    """The bundled bots that are built."""
    for name in bundled_names():
        try:
            yield from_folder(resources.folder("bots") / name)
        except ArenaError:
            continue


def _examined(bot: BotSpec) -> Offer | None:
    try:
        live = launch(bot, variables(), _STARTUP)
    except (BotUnusable, HostFailed):
        return None
    close([live])
    return _offer(bot, live.declared)


def _offer(bot: BotSpec, declared: Declared) -> Offer:
    options = tuple(option for option in declared.options if option.name != _SEED)
    return Offer(bot, declared.plays, options)
