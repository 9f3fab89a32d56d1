"""Keeps finished games in a store that all commands read, though no tournament planned them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.plan.fingerprint import fingerprint, identity
from arena.plan.tournament import (
    NO_OPENINGS,
    Contest,
    Entrant,
    League,
    Tournament,
    to_dict,
)
from arena.record import PERSON, BotSpec, Player, Record
from arena.store.header import Header
from arena.store.planned import planned
from arena.store.store import Store

NAME = "Games with people"
PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""


def keep(path: Path, record: Record, people: frozenset[int]) -> int:
    """Save a game and return its number. `people` are the seats of people.

    The store is made if there is none. Bots of one name that differ in more than their clocks are
    told apart; people of one name are the same. Raises ArenaError if the file is another run's.
    """
    with _opened(path) as store:
        plan = _plan(store)
        marks = dict(store.header.fingerprints)
        players = []
        for seat, player in enumerate(record.spec.players, 1):
            entrant, mark = _entrant(player, seat in people)
            plan, named = _entered(plan, marks, entrant, mark)
            players.append(replace(player, bot=named))
        contest = Contest(record.spec.game, record.spec.variant)
        plan = replace(plan, contests=tuple(dict.fromkeys((*plan.contests, contest))))
        text = json.dumps(to_dict(plan))
        store.extend(replace(store.header, tournament=text, fingerprints=tuple(marks.items())))
        id_ = max(store.done(), default=0) + 1
        spec = replace(record.spec, id=id_, pair=id_, players=tuple(players))
        store.save(replace(record, spec=spec))
    return id_


def check(path: Path) -> None:
    """Raise ArenaError if games with people cannot be kept at this path."""
    if path.exists():
        with Store.open(path) as store:
            _plan(store)
    elif not path.absolute().parent.is_dir():
        raise ArenaError(f"cannot keep games in {path}: there is no folder {path.parent}")


@contextmanager
def _opened(path: Path) -> Iterator[Store]:
    """The store, open for writing, when no other process writes it any more."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            store = _open(path)
            break
        except RunError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    with store:
        yield store


def _open(path: Path) -> Store:
    if not path.exists():
        try:
            return Store.create(path, _empty())
        except ArenaError:
            if not path.exists():
                raise
            # Another process has made it meanwhile.
    return Store.open(path, write=True)


def _empty() -> Header:
    """What a store says of itself before its first game."""
    empty = Tournament(
        name=NAME,
        contests=(),
        entrants=(),
        pairs=False,
        openings=NO_OPENINGS,
        league=League(merged=True),
    )
    return Header(json.dumps(to_dict(empty)))


def _plan(store: Store) -> Tournament:
    plan = planned(store.header)
    if plan.name != NAME or not plan.league.merged:
        raise ArenaError(
            f"{store.path} is the run of {plan.name}: expected a store of games with people"
        )
    return plan


def _entrant(player: Player, is_person: bool) -> tuple[Entrant, str]:
    """A player as the header has him, and what tells him from others of his name."""
    if is_person:
        return Entrant(BotSpec(player.bot.name, PERSON, "."), player.clock), "person"
    return Entrant(player.bot, player.clock), fingerprint(player.bot)


def _entered(
    plan: Tournament, marks: dict[str, str], entrant: Entrant, mark: str
) -> tuple[Tournament, BotSpec]:
    """The plan with this entrant among its own, and the entrant's bot by the name it has there."""
    bot, number = entrant.bot, 1
    known = {each.bot.name: identity(each.bot, marks[each.bot.name]) for each in plan.entrants}
    name = bot.name
    while name in known and known[name] != identity(bot, mark):
        number += 1
        name = f"{bot.name}-{number}"
    named = replace(bot, name=name)
    if name in known:
        return plan, named
    marks[name] = mark
    entrants = (*plan.entrants, replace(entrant, bot=named))
    return replace(plan, entrants=entrants), named
