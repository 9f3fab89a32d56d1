"""Reads a tournament file: YAML → `Tournament`, or one line that names what is wrong.

Folders and commands are relative to the file's folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from arena import resources
from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan import bots, fixtures, formats, limits_file, openings_file, yaml_file
from arena.plan.tournament import (
    Contest,
    Entrant,
    Ratings,
    Tournament,
    contest,
    find_game,
)
from arena.plan.yaml_file import Value
from arena.record import BotSpec
from arena.words import any_of

MAX_ROUNDS = 1_000_000
MAX_SEED = 2**53 - 1
KEYS = (
    "name",
    "games",
    "bots",
    "format",
    "rounds",
    "pairs",
    "openings",
    "clock",
    "concurrency",
    "seed",
    "turn_limit",
    "ratings",
    "limits",
    "sandbox",
    "eject_after",
)
_SOURCES = ("bot", "command", "folder")
_CLOCK = tuple(field.name for field in fields(Clock))
_MAY_BE_NONE = ("time", "bank", "nodes", "first")


def load(path: Path) -> Tournament:
    """The tournament that a file describes. Raises ArenaError with the line that is wrong.

    A bare name that is no file here may be that of a tournament that comes with the arena.
    """
    bundled = resources.folder("tournaments") / path.name
    bare = path == Path(path.name) and not path.exists()
    return _read(bundled if bare and bundled.is_file() else path)


def _read(path: Path) -> Tournament:
    top = yaml_file.load(path)
    keys = top.mapping(KEYS)
    for needed in ("games", "bots"):
        if needed not in keys:
            raise top.error(f"found no key {needed!r}, expected one")
    plan = Tournament(
        name=bots.name(keys["name"]) if "name" in keys else path.stem,
        contests=_contests(keys["games"]),
        entrants=_entrants(keys["bots"], path.parent, _tournament_clock(keys.get("clock"))),
    )
    for entrant in plan.entrants:
        games = [contest.game for contest in plan.contests]
        bots.check_games(entrant.bot, games, f"{entrant.place} ")
    plan = plan.within(limits_file.read(keys.get("limits"), keys.get("sandbox")))
    plan = _with_format(_with_numbers(plan, keys), keys)
    if openings := keys.get("openings"):
        plan = replace(plan, openings=openings_file.read(openings, plan, path.parent))
    if plan.turn_limit <= plan.openings.random_turns:
        raise keys.get("turn_limit", top).refusal("more turns than the opening has")
    return plan


def _with_numbers(plan: Tournament, keys: Mapping[str, Value]) -> Tournament:
    """The plan with those of its simple keys that the file has."""
    read_by_key: dict[str, Callable[[Value], Any]] = {
        "rounds": lambda value: value.whole(1, MAX_ROUNDS),
        "pairs": Value.flag,
        "concurrency": _concurrency,
        "seed": lambda value: value.whole(0, MAX_SEED),
        "turn_limit": lambda value: value.whole(1, 100_000),
        "ratings": _ratings,
        "eject_after": lambda value: value.whole(1, 1000),
    }
    found = {key: read(keys[key]) for key, read in read_by_key.items() if key in keys}
    return replace(plan, **found)


def _with_format(plan: Tournament, keys: Mapping[str, Value]) -> Tournament:
    """The plan with the file's format, which its field must suit."""
    value = keys.get("format")
    if value is not None:
        name, terms = _format(value)
        plan = replace(plan, format=name, terms=terms)
    if "rounds" in keys and not formats.load(plan.format).TRAITS.rounds:
        raise keys["rounds"].error(f"found rounds, but a {plan.format} has none to be chosen")
    if reason := formats.load(plan.format).objection(fixtures.field(plan)):
        raise (value or keys["bots"]).error(reason)
    return plan


def _format(value: Value) -> tuple[str, tuple[tuple[str, float], ...]]:
    """A format's name, or a mapping with `name` and the terms of its own."""
    entries = value.mapping() if value.kind == "mapping" else {"name": value}
    if "name" not in entries:
        raise value.error("found no key 'name', expected one, such as {name: knockout, best_of: 3}")
    name = entries["name"].word(formats.names(), "a format")
    terms = formats.load(name).TRAITS.terms
    if value.kind == "mapping":
        value.mapping(("name", *terms))
    given = {key: _number(terms[key], item) for key, item in entries.items() if key != "name"}
    return name, tuple({**formats.defaults(name), **given}.items())


def _number(term: formats.Term, value: Value) -> float:
    if term.whole:
        return value.whole(int(term.low), int(term.high))
    return value.fraction(term.low, term.high)


def _contests(value: Value) -> tuple[Contest, ...]:
    values = value.elements() if value.kind == "list" else (value,)
    contests: dict[Contest, Value] = {}
    for item in values:
        found = _contest(item)
        if found in contests:
            raise item.error(f"found {found} again, expected each game once")
        contests[found] = item
    if not contests:
        raise value.refusal("at least one game", "an empty list")
    return tuple(contests)


def _contest(value: Value) -> Contest:
    """A game's name, or a mapping with `game` and the terms of its variant."""
    entries = value.mapping() if value.kind == "mapping" else {"game": value}
    if "game" not in entries:
        raise value.error("found no key 'game', expected one, such as {game: veletas, size: 7}")
    name = entries["game"].text("a game")
    try:
        game = find_game(name)
    except ArenaError as error:
        raise entries["game"].error(str(error)) from None
    if value.kind == "mapping":
        value.mapping(("game", *game.variants[0]))
    variant = {key: _size(item, name) for key, item in entries.items() if key != "game"}
    try:
        return contest(name, variant)
    except ArenaError as error:
        raise value.error(str(error)) from None


def _size(value: Value, game: str) -> int:
    """A term of a variant."""
    if value.items and all(item.kind == "number" for item in value.items):
        term = value.key.rpartition(".")[2]
        each = ", ".join(f"{{game: {game}, {term}: {item.raw}}}" for item in value.items)
        raise value.refusal(f"one number; several are several games: [{each}]")
    return value.whole(0, MAX_SEED)


def _entrants(value: Value, base: Path, clock: Clock) -> tuple[Entrant, ...]:
    entrants: dict[str, Entrant] = {}
    lines: dict[str, int] = {}
    for item in value.elements("a list of bots"):
        entrant = _entrant(item, base, clock)
        name = entrant.bot.name
        if name in entrants:
            raise item.error(
                f"found the name {name!r} again (first in line {lines[name]}), "
                "expected another: give one of them a name of its own with `name:`"
            )
        entrants[name], lines[name] = entrant, item.line
    if len(entrants) < 2:
        raise value.refusal("at least 2", any_of(tuple(entrants)) or "an empty list")
    return tuple(entrants.values())


def _entrant(value: Value, base: Path, clock: Clock) -> Entrant:
    """A bot's text, or a mapping with what is particular about it."""
    if value.kind != "mapping":
        return Entrant(_bot("bot", value, base), clock, value.place)
    entries = value.mapping((*_SOURCES, "name", "options", "clock", "ponder"))
    sources = [key for key in _SOURCES if key in entries]
    if len(sources) != 1:
        raise value.refusal(f"one of the keys {any_of(_SOURCES)}", any_of(sources) or "none")
    bot = _bot(sources[0], entries[sources[0]], base)
    options = bots.options(entries["options"]) if "options" in entries else ()
    bot = replace(
        bot,
        name=bots.name(entries["name"]) if "name" in entries else bot.name,
        options=tuple((dict(bot.options) | dict(options)).items()),
        ponder="ponder" in entries and entries["ponder"].flag(),
    )
    own = _clock(entries["clock"], clock) if "clock" in entries else clock
    return Entrant(bot, own, value.place)


def _bot(source: str, value: Value, base: Path) -> BotSpec:
    text = value.text("a bot: a folder, a bundled bot's name or a command line")
    try:
        if source == "folder":
            return bots.from_folder(base / os.path.expanduser(text))
        if source == "command":
            return bots.from_command(text, base)
        return bots.from_text(text, base)
    except ArenaError as error:
        raise value.error(str(error)) from None


def _tournament_clock(value: Value | None) -> Clock:
    """The clock of all bots; with a bank or periods, no time per move unless it is given."""
    if value is None:
        return Clock()
    if value.kind == "mapping" and {"bank", "periods"} & dict(value.entries).keys():
        return _clock(value, Clock(), {"time": None})
    return _clock(value, Clock())


def _clock(value: Value, base: Clock, defaults: Mapping[str, int | None] | None = None) -> Clock:
    """`base` with the terms that the value names; a duration alone is the time per move."""
    if value.kind != "mapping":
        return replace(base, time=value.duration(low=1))
    terms = {key: _term(key, item) for key, item in value.mapping(_CLOCK).items()}
    settings: dict[str, Any] = {**asdict(base), **(defaults or {}), **terms}
    try:
        return Clock(**settings)
    except ValueError as error:
        raise value.error(str(error)) from None


def _term(key: str, value: Value) -> int | None:
    if key in _MAY_BE_NONE and value.kind == "text" and value.raw == "none":
        return None
    if key == "nodes":
        return value.whole(1, MAX_SEED)
    if key == "periods":
        return value.whole(0, 10_000)
    return value.duration()


def _concurrency(value: Value) -> int | None:
    if value.kind == "text" and value.raw == "auto":
        return None
    if value.kind == "number":
        return value.whole(1, 4096)
    raise value.refusal("auto or a whole number")


def _ratings(value: Value) -> Ratings:
    entries = value.mapping(("draw_probability",))
    draws = entries.get("draw_probability")
    return Ratings(None if draws is None else draws.fraction(0.0001, 0.9999))
