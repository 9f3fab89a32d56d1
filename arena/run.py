"""A tournament's run: its store is made, gone on with or grown, and the missing games played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from arena import durations
from arena.clock import Clock
from arena.errors import ArenaError, RunError
from arena.plan import fixtures, schedule
from arena.plan.fingerprint import fingerprint
from arena.plan.fixtures import Fixtures
from arena.plan.meetings import Outcomes, Wait
from arena.plan.tournament import (
    Contest,
    Tournament,
    difference,
    find_game,
    to_dict,
)
from arena.record import GameSpec, Record
from arena.referee.evidence import has_evidence
from arena.store.header import Header
from arena.store.planned import planned, stages_of, written
from arena.store.repair import Plan
from arena.store.results import Selection
from arena.store.store import Store
from arena.words import counted
from arena.workers import processors
from arena.workers.bot_check import check_bots
from arena.workers.ejection import Ejector
from arena.workers.host_check import check_host, crowding
from arena.workers.processors import Slots
from arena.workers.runner import (
    VOIDS_TOLERATED,
    GamePool,
    Report,
    Runner,
    Watcher,
    stopping_on_signals,
)

SUFFIX = ".arena"
STOPPING = "stopping after the games in play; Ctrl-C again stops at once"
"""What is told at the first Ctrl-C."""
_SAMPLE_GAMES = 8


def default_store(file: Path) -> Path:
    """Where the run of a tournament file is kept: `X.arena` in the current folder."""
    return Path(file.stem + SUFFIX)


def slots(tournament: Tournament, concurrency: int | None = None) -> Slots:
    """How many games are played at once; `concurrency` overrides the tournament's own."""
    games = [find_game(contest.game).name for contest in tournament.contests]
    return processors.slots(games, concurrency or tournament.concurrency)


def open_run(tournament: Tournament, path: Path, note: Callable[[str], None]) -> Store:
    """The store at `path`, open for writing: a new one, or one whose run this tournament goes
    on with or grows. Raises ArenaError if its games would be other games, or if a bot fails the
    check before game 1; then a new store is not made.
    """
    header = header_of(tournament)
    if not path.exists():
        check_bots(tournament)
        return Store.create(path, header)
    store = Store.open(path, write=True)
    try:
        old = planned(store.header)
        if reason := difference(old, tournament):
            raise _other_run(path, reason)
        for name in _changed(store.header.fingerprints, header.fingerprints):
            note(f"bot {name} has changed since this run began; its older games stay")
        check_bots(tournament.playing)
        grown = fixtures.stages(tournament, stages_of(store.header), store.last_pair())
        store.extend(replace(header, stages=written(grown)))
    except BaseException:
        store.close()
        raise
    return store


def _other_run(path: Path, reason: str) -> ArenaError:
    told = f"{path} is the run of another tournament: {reason}"
    return ArenaError(f"{told}; name another with --store")


def header_of(tournament: Tournament) -> Header:
    """What a store says of a run of this tournament that begins now."""
    marks = tuple((entrant.bot.name, fingerprint(entrant.bot)) for entrant in tournament.entrants)
    text = json.dumps(to_dict(tournament))
    return Header(text, written(fixtures.stages(tournament)), marks)


def games_of(header: Header, outcomes: Outcomes = fixtures.NOTHING) -> Iterator[GameSpec]:
    """The games that a header's run is to have, in order; where results decide, those up to the
    first decision for which `outcomes`, which may grow on the way, don't suffice. What was merged
    from other runs has no plan of games."""
    tournament = planned(header)
    if tournament.league.merged:
        return
    for step in schedule.schedule(tournament, stages_of(header), outcomes):
        if isinstance(step, GameSpec):
            yield step


def fitting(header: Header) -> Callable[[GameSpec], bool]:
    """Whether a game can be one of a header's run: what follows from its id and its bots is as it
    is to be. Of what was merged from other runs nothing follows."""
    tournament = planned(header)
    if tournament.league.merged:
        return lambda spec: set(spec.bots) <= set(tournament.names)
    return lambda spec: schedule.game(tournament, spec.id, spec.bots) == spec


def end_of(header: Header, outcomes: Outcomes) -> int | None:
    """The last pair that counts in a header's run, of which all games are over; None if all do."""
    tournament = planned(header)
    if tournament.league.merged or not fixtures.decides(tournament):
        return None
    return Fixtures(tournament, stages_of(header), outcomes).through().pairs


PLAN = Plan(games_of, fitting, end_of)
"""What a header says of its run, for those who save it."""


def _changed(old: tuple[tuple[str, str], ...], new: tuple[tuple[str, str], ...]) -> Iterator[str]:
    known = dict(old)
    return (name for name, mark in new if known.get(name, mark) != mark)


def missing(tournament: Tournament, store: Store, outcomes: Outcomes) -> Iterator[GameSpec | Wait]:
    """The games of the schedule that the store has not, in order."""
    return schedule.schedule(tournament, stages_of(store.header), outcomes, store.done())


def play(
    tournament: Tournament,
    store: Store,
    watcher: Watcher,
    concurrency: int | None = None,
    pool: GamePool | None = None,
) -> Report:
    """Play the missing games until done or told to stop by a signal; by `pool`, None for this
    machine's own.

    Each game is in the store before the watcher hears of it. Raises RunError for games that
    stayed void; the same call plays them again.
    """
    room = Slots(1, pinned=False) if pool else room_for(tournament, concurrency, watcher)
    decides = fixtures.decides(tournament)
    outcomes = store.scores() if decides else {}

    def keep(record: Record) -> None:
        store.save(record)
        if decides:
            outcomes[record.spec.id] = (record.spec.bots, record.scores)
        watcher.game(record)

    def spoilt(record: Record) -> None:
        store.save_void(record)
        watcher.void(record)

    ejector = Ejector(tournament.eject_after, keep, watcher.note)
    if tournament.eject_after:
        ejector.recall((result.bots, result.faults) for result in store.results())
    runner = Runner(room, ejector.take, spoilt, watcher.pulse, give_up=ejector.give_up, pool=pool)
    with stopping_on_signals(runner, lambda: watcher.note(STOPPING)):
        report = runner.run(ejector.admit(missing(tournament, store, outcomes)))
    if decides and not report.stopped and not report.given_up:
        _mark_surplus(store, outcomes)
    for line in warnings(report, on_cluster=pool is not None):
        watcher.note(line)
    _demand_all(report)
    return report


def room_for(tournament: Tournament, concurrency: int | None, watcher: Watcher) -> Slots:
    """The games at once on this machine; the `watcher` is told what may spoil them. Raises
    ArenaError if it cannot play so many."""
    room = slots(tournament, concurrency)
    check_host(room.count, len(tournament.entrants))
    if not has_evidence():
        watcher.note("this system has no evidence to give: the clock alone decides timeouts")
    if crowded := crowding((contest.game for contest in tournament.contests), room):
        watcher.note(crowded)
    return room


def _mark_surplus(store: Store, outcomes: Outcomes) -> None:
    """Count only the games up to the run's end, now that it has come."""
    end = end_of(store.header, outcomes)
    if end is not None:
        store.mark_surplus(end)


def _demand_all(report: Report) -> None:
    if report.given_up:
        games = ", ".join(map(str, report.given_up[:5]))
        raise RunError(
            f"{counted(len(report.given_up), 'game')} stayed void (game {games}); the same command "
            "tries them again"
        )


def warnings(report: Report, on_cluster: bool = False) -> Iterator[str]:
    """What there is to say of a run's void games."""
    who, less = "this machine is", "play fewer at once (--concurrency) or "
    if on_cluster:
        who, less = "machines of the cluster are", ""
    late = report.voids - report.orphaned
    if late > VOIDS_TOLERATED * (report.played + late):
        yield (
            f"{who} overloaded: {counted(late, 'game')} void beside {report.played} "
            f"that counted; {less}give more time"
        )
    if report.orphaned:
        yield (
            f"{counted(report.orphaned, 'game')} void: a worker was ended or stopped, by hand, "
            "by the system for want of memory, or by a bot, which `sandbox: require` prevents"
        )


def total_of(tournament: Tournament, store: Store) -> int:
    """How many games the run has at its end; at most, if results decide."""
    count = fixtures.count(tournament, stages_of(store.header))
    if not tournament.league.retired:
        return count
    return count + store.count() - store.count(Selection(pool=tournament.playing.names))


def outlook(tournament: Tournament, path: Path, concurrency: int | None) -> str:
    """What a run would do, in a sentence: games to play, games at once, the longest time."""
    total, room = fixtures.count(tournament), slots(tournament, concurrency)
    done = 0
    if path.exists():
        with Store.open(path) as store:
            if reason := difference(planned(store.header), tournament):
                raise _other_run(path, reason)
            total, done = total_of(tournament, store), len(store.done())
    seconds = _longest_seconds(tournament, total - done, room)
    most = "at most " if fixtures.decides(tournament) else ""
    there = f" ({done} of {most}{total} are in {path})" if done else ""
    return (
        f"{most}{counted(total - done, 'game')} to play{there}, {room.count} at once; "
        f"about {durations.span_words(seconds)} if every bot uses all of its time"
    )


def _longest_seconds(tournament: Tournament, games: int, room: Slots) -> float:
    """Seconds that `games` of the schedule take if every bot uses all of its time; their lengths
    are those of some random games of each contest."""
    clocks = [entrant.clock for entrant in tournament.entrants]
    each = [_game_seconds(contest, clocks) for contest in tournament.contests]
    return games * sum(each) / len(each) / room.count


def _game_seconds(contest: Contest, clocks: list[Clock]) -> float:
    game, rng = find_game(contest.game), Random(1)
    turns = 0
    for _ in range(_SAMPLE_GAMES):
        state = game.start(**dict(contest.variant))
        while state.outcome is None:
            state = state.play({seat: state.random_move(seat, rng) for seat in state.to_move})
            turns += 1
    length = turns / _SAMPLE_GAMES
    own_turns = length if game.simultaneous else length / 2
    spent = sum(_seconds(clock, own_turns) for clock in clocks) / len(clocks)
    return spent * (1 if game.simultaneous else 2)


def _seconds(clock: Clock, turns: float) -> float:
    """Seconds that a bot can spend in so many turns: of its periods only the last stays whole."""
    in_turn = (clock.time or 0) + clock.inc + clock.period
    once = (clock.bank or 0) + max(0, clock.periods - 1) * clock.period
    return (turns * in_turn + once) / 1000
