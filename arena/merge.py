"""Joins the stores of several runs of the same games into a new one, for tables of all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.errors import ArenaError
from arena.plan.fingerprint import identity
from arena.plan.tournament import NO_OPENINGS, Entrant, League, Tournament, to_dict
from arena.record import Record
from arena.store.files import refuse_what_is_there, remove
from arena.store.header import Header
from arena.store.lock import refuse_while_written
from arena.store.planned import planned
from arena.store.store import Store

Note = Callable[[str], None]


def merge(out: Path, runs: Sequence[Path], note: Note) -> int:
    """Write a new store at `out` with the games of all `runs`, in their order; how many they are.

    Bots are the same if their identity and clock are; others of the same name get `-2`, which
    `note` is told. Games that don't count are left out. The new store appears whole or not at
    all. Raises ArenaError for runs of different games, and for a run that comes twice.
    """
    refuse_what_is_there(out)
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(path)) for path in runs]
        _check(stores)
        bots = _Bots(note)
        names = [bots.names(store) for store in stores]
        draft = out.with_name(out.name + "-merging")
        refuse_while_written(draft)
        remove(draft)
        try:
            with Store.create(draft, bots.header(stores)) as merged:
                count = _copy(stores, names, merged)
            refuse_what_is_there(out)
            draft.replace(out)
        finally:
            remove(draft)
    return count


def _check(stores: Sequence[Store]) -> None:
    first, runs = stores[0], dict[tuple[str, str], Path]()
    games = _games(first)
    for store in stores:
        if _games(store) != games:
            raise ArenaError(
                f"{store.path} is of {', '.join(sorted(_games(store)))}, {first.path} of "
                f"{', '.join(sorted(games))}: expected runs of the same games"
            )
        run = (store.header.created + store.header.host, store.header.tournament)
        if run in runs:
            raise ArenaError(f"{store.path} and {runs[run]} are the same run, expected it once")
        runs[run] = store.path


def _games(store: Store) -> set[str]:
    return {contest.game for contest in planned(store.header).contests}


@dataclass
class _Bots:
    """The bots of the new store, by name, with their marks."""

    note: Note
    entrants: dict[str, Entrant] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    def names(self, store: Store) -> dict[str, str]:
        """What each bot of a store is called in the new one."""
        marks = dict(store.header.fingerprints)
        return {
            entrant.bot.name: self._name(entrant, marks.get(entrant.bot.name, ""), store.path)
            for entrant in planned(store.header).entrants
        }

    def _name(self, entrant: Entrant, mark: str, path: Path) -> str:
        old = name = entrant.bot.name
        number = 1
        while name in self.entrants and not self._is(name, entrant, mark):
            number += 1
            name = f"{old}-{number}"
        if name not in self.entrants:
            self.entrants[name] = replace(entrant, bot=replace(entrant.bot, name=name))
            self.marks[name] = mark
        if name != old:
            self.note(f"{old} of {path} is another bot, version or clock: it is {name} here")
        return name

    def _is(self, name: str, entrant: Entrant, mark: str) -> bool:
        """Whether the bot that has this name is the same."""
        own = self.entrants[name]
        is_one = identity(own.bot, self.marks[name]) == identity(entrant.bot, mark)
        return is_one and own.clock == entrant.clock

    def header(self, stores: Sequence[Store]) -> Header:
        """What the new store says of itself."""
        plans = [planned(store.header) for store in stores]
        contests = dict.fromkeys(contest for plan in plans for contest in plan.contests)
        plan = Tournament(
            name=f"merge of {len(plans)} runs",
            contests=tuple(contests),
            entrants=tuple(self.entrants.values()),
            openings=NO_OPENINGS,
            ratings=plans[0].ratings,
            league=League(merged=True),
        )
        return Header(json.dumps(to_dict(plan)), (), tuple(self.marks.items()))


def _copy(stores: Sequence[Store], names: Sequence[dict[str, str]], merged: Store) -> int:
    """Save all games under new numbers; how many they are."""
    game = pair = 0
    for store, own in zip(stores, names, strict=True):
        before, last, home = pair, 0, store.header.machine
        for record in store.records():
            game, last = game + 1, max(last, record.spec.pair)
            renamed = _renamed(record, own, game, before + record.spec.pair)
            merged.save(replace(renamed, host=record.host or home))
        pair += last
    return game


def _renamed(record: Record, names: dict[str, str], game: int, pair: int) -> Record:
    players = tuple(
        replace(player, bot=replace(player.bot, name=names[player.bot.name]))
        for player in record.spec.players
    )
    return replace(record, spec=replace(record.spec, id=game, pair=pair, players=players))
