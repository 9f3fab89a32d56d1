"""Reads what a tournament file says of `openings`, and the file of states that it may name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.plan.tournament import (
    MAX_RANDOM_TURNS,
    NO_OPENINGS,
    Contest,
    Openings,
    Tournament,
    find_game,
)
from arena.plan.yaml_file import Value
from engines.base import RulesError, State, quoted

MAX_BYTES = 32 * 1024 * 1024
_RANDOM: Mapping[str, Callable[[Value], Any]] = {
    "random_turns": lambda value: value.whole(0, MAX_RANDOM_TURNS),
    "after_placement": Value.flag,
    "balanced": Value.flag,
}


def read(value: Value, plan: Tournament, base: Path) -> Openings:
    """The openings of the plan; pairs of a seat-symmetric game cannot do without.

    Raises ArenaError with the line; `base` is where the file's relative paths start.
    """
    if value.kind == "text" and value.raw == "none":
        return NO_OPENINGS
    if value.kind != "mapping":
        raise value.refusal(f"none or a mapping with the keys {', '.join(_RANDOM)} or file")
    entries = value.mapping((*_RANDOM, "file"))
    if file := entries.get("file"):
        if others := [entries[key] for key in _RANDOM if key in entries]:
            raise others[0].error("found this beside a file, whose states are taken as they are")
        path = base / os.path.expanduser(file.text("a file of states"))
        try:
            return replace(NO_OPENINGS, states=_states(path, plan.contests))
        except ArenaError as error:
            raise file.error(str(error)) from None
    openings = Openings(**{key: _RANDOM[key](found) for key, found in entries.items()})
    if plan.pairs and not openings.random_turns:
        _refuse_bare_pairs(plan, entries.get("random_turns", value))
    return openings


def _refuse_bare_pairs(plan: Tournament, value: Value) -> None:
    for game in (find_game(played.game) for played in plan.contests):
        if game.seat_symmetric:
            raise value.refusal(
                f"at least 1, since both games of a pair of {game.name} would be the same "
                "(or say `openings: none` to have it so)"
            )


def _states(path: Path, contests: tuple[Contest, ...]) -> tuple[tuple[str, ...], ...]:
    """The states of each contest, in the file's order: a line's state is one of every contest
    whose game can go on from it."""
    found: dict[Contest, dict[str, int]] = {contest: {} for contest in contests}
    for number, line in enumerate(_lines(path), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        states = {contest: _state(text, contest) for contest in contests}
        if all(isinstance(state, str) for state in states.values()):
            raise ArenaError(f"{path}:{number}: {next(iter(states.values()))}")
        for contest, state in states.items():
            if isinstance(state, str):
                continue
            first = found[contest].setdefault(str(state), number)
            if first != number:
                raise ArenaError(
                    f"{path}:{number}: found the state of line {first} again, expected it once"
                )
    for contest, own in found.items():
        if not own:
            raise ArenaError(f"{path}: found no state of {contest}, expected at least one")
    return tuple(map(tuple, found.values()))


def _state(text: str, contest: Contest) -> State | str:
    """The state, or why it is none to begin with."""
    try:
        state = find_game(contest.game).parse(text)
    except RulesError as error:
        return str(error)
    if state.outcome is not None:
        return f"{quoted(text)}: the game is over"
    for term, value in contest.variant:
        if getattr(state, term, value) != value:
            return f"{quoted(text)}: found {term} {getattr(state, term)}, expected {contest}"
    return state


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ArenaError(f"{path}: found more than {MAX_BYTES} bytes, expected fewer")
        return data.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise ArenaError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArenaError(f"{path}: found bytes that are not UTF-8") from None
