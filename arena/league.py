"""A standing league: a run grows and shrinks by edits that its store's header keeps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan import fixtures, formats
from arena.plan.bots import A_NAME, is_name
from arena.plan.fingerprint import fingerprint, identity
from arena.plan.tournament import Entrant, Tournament, to_dict
from arena.record import BotSpec
from arena.store.planned import planned, stages_of, written
from arena.store.store import Store
from arena.words import any_of, counted, did_you_mean
from arena.workers.bot_check import check_bots
from engines.base import quoted


def add(path: Path, bot: BotSpec, games: int | None, note: Callable[[str], None]) -> str:
    """Let a bot join the run at `path`, or place it in so many games; its name there.

    It plays with the clock that most bots of the run have. Raises ArenaError if it is there
    already, has a name that no file may give, or fails the check before its first game.
    """
    if not is_name(bot.name):
        raise ArenaError(f"found the name {quoted(bot.name)}, expected {A_NAME}")
    with Store.open(path, write=True) as store:
        plan, mark = planned(store.header), fingerprint(bot)
        _demand_growth(plan, path)
        marks = dict(store.header.fingerprints)
        bot = replace(_named(bot, mark, plan, marks, note), limits=plan.entrants[0].bot.limits)
        newcomer = Entrant(bot, _common_clock(plan))
        if games is not None and games < fixtures.field(plan).games:
            least = fixtures.field(plan).games
            few = counted(games, "game")
            raise ArenaError(f"found {few}, expected at least {least}: one meeting")
        check_bots(replace(plan, entrants=(newcomer,)))
        placed = () if games is None else ((bot.name, games),)
        league = replace(
            plan.league,
            added=(*plan.league.added, bot.name),
            placed=(*plan.league.placed, *placed),
        )
        grown = replace(plan, entrants=(*plan.entrants, newcomer), league=league)
        _keep(store, grown, marks | {bot.name: mark})
    return bot.name


def retire(path: Path, name: str) -> None:
    """Let a bot of the run at `path` play no more; its games stay."""
    with Store.open(path, write=True) as store:
        plan = planned(store.header)
        _demand_growth(plan, path)
        left = plan.playing.names
        if name not in left:
            near = did_you_mean(name, left) or f"; expected {any_of(left)}"
            raise ArenaError(f"{path} has no bot {quoted(name)} that plays{near}")
        league = replace(plan.league, retired=(*plan.league.retired, name))
        shrunk, earlier = replace(plan, league=league), stages_of(store.header)
        if len(left) <= 2:
            raise ArenaError(f"{path} has {len(left)} bots that play, expected 2 to be left")
        if reason := formats.load(plan.format).objection(fixtures.field(shrunk, earlier)):
            raise ArenaError(f"{path} without {quoted(name)}: {reason}")
        _keep(store, shrunk, dict(store.header.fingerprints))


def of_store(path: Path, rounds: int | None) -> Tournament:
    """The plan of the run at `path`, with so many rounds."""
    with Store.open(path) as store:
        plan = planned(store.header)
    _demand_plan(plan, path)
    return with_rounds(plan, rounds)


def with_rounds(plan: Tournament, rounds: int | None) -> Tournament:
    """The plan with so many rounds, or (None) its own. Raises ArenaError if it has none."""
    if rounds is None:
        return plan
    if not formats.load(plan.format).TRAITS.rounds:
        raise ArenaError(f"found rounds, but a {plan.format} has none to be chosen")
    return replace(plan, rounds=rounds)


def going_on(plan: Tournament, path: Path) -> Tournament:
    """A file's plan with what commands have made of its run, if there is one at `path`."""
    if not path.exists():
        return plan
    with Store.open(path) as store:
        return changed_by(planned(store.header), plan)


def changed_by(old: Tournament, plan: Tournament) -> Tournament:
    """A plan with what commands have made of its run, whose plan was `old`: bots that they added
    or retired need not stand in the plan."""
    league = old.league
    kept = {*league.added, *league.retired} - {*plan.names}
    more = tuple(entrant for entrant in old.entrants if entrant.bot.name in kept)
    return replace(plan, entrants=(*plan.entrants, *more), league=league)


def _demand_plan(plan: Tournament, path: Path) -> None:
    if plan.league.merged:
        raise ArenaError(f"{path} was merged from other runs, and has nothing left to play")


def _demand_growth(plan: Tournament, path: Path) -> None:
    _demand_plan(plan, path)
    if not formats.load(plan.format).TRAITS.grows:
        raise ArenaError(f"{path} is a run of {plan.format}, whose bots do not come and go")


def _named(
    bot: BotSpec, mark: str, plan: Tournament, marks: dict[str, str], note: Callable[[str], None]
) -> BotSpec:
    """The bot with a name of its own."""
    for entrant in plan.playing.entrants:
        other = entrant.bot
        if identity(other, marks.get(other.name, "")) == identity(bot, mark):
            raise ArenaError(f"found a bot that plays there already, as {quoted(other.name)}")
    if bot.name not in plan.names:
        return bot
    number = 2
    while (name := f"{bot.name}-{number}") in plan.names:
        number += 1
    note(f"{bot.name} is the name of another bot or version there: this one is {name}")
    return replace(bot, name=name)


def _common_clock(plan: Tournament) -> Clock:
    return Counter(entrant.clock for entrant in plan.entrants).most_common(1)[0][0]


def _keep(store: Store, plan: Tournament, marks: dict[str, str]) -> None:
    """Write the changed plan into the header, with the stage that it begins."""
    grown = fixtures.stages(plan, stages_of(store.header), store.last_pair())
    header = replace(
        store.header,
        tournament=json.dumps(to_dict(plan)),
        stages=written(grown),
        fingerprints=tuple(marks.items()),
    )
    store.extend(header)
