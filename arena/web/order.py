"""What a person asks for when making a table, and what that comes to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan.tournament import Contest, contest
from arena.sitting.manners import NO_CLOCK, USUAL, bot_clock, clock_of, person_name
from arena.sitting.roster import Roster
from arena.sitting.sight import Person, SeatedBot, Sitter
from engines.base import quoted

_LONGEST = 24 * 3600 * 1000
_LONGEST_THOUGHT = 60_000


def new_table(roster: Roster, asked: Mapping[str, Any]) -> tuple[Contest, tuple[Sitter, ...]]:
    """The game and who plays it. Raises ArenaError for what cannot be.

    `opponent` is a bot's name, or nothing for a person who is yet to come; `size` is 0 in a
    game of one size; `seat` is `1`, `2` or `any`.
    """
    variant = {"size": asked["size"]} if asked["size"] else {}
    chosen, clock = contest(asked["game"], variant), _clock(asked["clock"])
    host = Person(person_name(asked["name"]), clock)
    other = _opponent(roster, asked, clock)
    if host.name == other.name:
        raise ArenaError(f"{host.name} is your opponent's name: choose another")
    return chosen, _seated(asked["seat"], host, other)


def _opponent(roster: Roster, asked: Mapping[str, Any], clock: Clock) -> Sitter:
    if not asked["opponent"]:
        return Person("", clock)
    options = asked["options"]
    if not all(isinstance(text, str) for text in options.values()):
        raise ArenaError("found an option that is no text, expected a text for each")
    thinks = asked["thinks"]
    if not 1 <= thinks <= _LONGEST_THOUGHT:
        raise ArenaError(f"found {thinks} ms for the bot, expected 1 to {_LONGEST_THOUGHT}")
    offer = roster.find(asked["opponent"], asked["game"])
    bot = offer.at_level(options, None if thinks == USUAL else thinks)
    return SeatedBot(bot, bot_clock(thinks))


def _seated(seat: str, host: Sitter, other: Sitter) -> tuple[Sitter, ...]:
    if seat not in ("1", "2", "any"):
        raise ArenaError(f"found seat {quoted(seat)}, expected 1, 2 or any")
    first = seat == "1" or (seat == "any" and secrets.randbits(1) == 0)
    return (host, other) if first else (other, host)


def _clock(asked: Mapping[str, Any]) -> Clock:
    """A person's clock: `{}`, `{"time": ms}`, or `{"bank": ms, "inc": ms}`."""
    if not asked:
        return NO_CLOCK
    if not asked.keys() <= {"time", "bank", "inc"} or not {"time", "bank"} & asked.keys():
        raise ArenaError("found another kind of clock, expected time, or bank and inc")
    for name, ms in asked.items():
        if type(ms) is not int or not 0 <= ms <= _LONGEST:
            raise ArenaError(f"found {name} {quoted(str(ms))}, expected milliseconds up to a day")
    return clock_of(asked.get("time"), asked.get("bank"), asked.get("inc", 0))
