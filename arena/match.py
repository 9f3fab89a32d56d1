"""A match: some games between bots without a file, kept in memory."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import RunError
from arena.plan import fixtures
from arena.plan.schedule import schedule
from arena.plan.tournament import Tournament
from arena.record import Record
from arena.run import STOPPING, header_of, room_for
from arena.store.results import Result
from arena.store.store import Store
from arena.workers.bot_check import check_bots
from arena.workers.runner import Runner, Watcher, stopping_on_signals

if TYPE_CHECKING:
    from arena.ratings.compare import Comparison

UNWATCHED = Watcher(lambda _: None, lambda _: None, lambda _: None, lambda _: None)
"""Hears of everything and says nothing."""


@dataclass(frozen=True, slots=True)
class Score:
    """The games that were played of a match of `total`, in schedule order. Some are missing if it
    was `stopped` by a signal, or if they stayed void."""

    bots: tuple[str, ...]
    games: tuple[Record, ...]
    total: int
    stopped: bool = False

    @property
    def complete(self) -> bool:
        """Whether no game is missing."""
        return len(self.games) == self.total

    def points(self, bot: str) -> float:
        """What a bot has scored."""
        return sum(
            score
            for game in self.games
            for name, score in zip(game.spec.bots, game.scores, strict=True)
            if name == bot
        )

    def counts(self, bot: str) -> tuple[int, int, int]:
        """A bot's wins, draws and losses."""
        own = [
            game.scores[game.spec.bots.index(bot)] for game in self.games if bot in game.spec.bots
        ]
        return own.count(1.0), own.count(0.5), own.count(0.0)

    def faults(self, bot: str) -> int:
        """In how many games a bot failed."""
        return sum(
            name == bot and fault is not None
            for game in self.games
            for name, fault in zip(game.spec.bots, game.faults, strict=True)
        )

    def comparisons(self) -> tuple[Comparison, ...]:
        """How two bots stand to each other, or of several each to the next one by points; without
        games there is nothing to compare."""
        from arena.ratings.compare import compare_each
        from arena.ratings.counted import Counted

        played = {bot for game in self.games for bot in game.spec.bots}
        bots = [bot for bot in self.bots if bot in played]
        if len(bots) > 2:
            bots.sort(key=self.points, reverse=True)
        games = Counted(tuple(map(Result.of, self.games)))
        return compare_each(games, list(pairwise(bots))) if bots else ()


def play(
    match: Tournament,
    concurrency: int | None = None,
    trace: Path | None = None,
    path: Path | None = None,
    watcher: Watcher = UNWATCHED,
) -> Score:
    """Check the bots and play the match, until done or told to stop by a signal. With a `trace`
    file games are played one at a time, and every protocol line is written there; with a `path`
    they are kept in a new store."""
    room = room_for(match, 1 if trace else concurrency, watcher)
    check_bots(match)
    if trace:
        _empty(trace)
    with ExitStack() as stack:
        store = stack.enter_context(Store.create(path, header_of(match))) if path else None
        games: dict[int, Record] = {}

        def keep(record: Record) -> None:
            games[record.spec.id] = record
            if store:
                store.save(record)
            watcher.game(record)

        def spoilt(record: Record) -> None:
            if store:
                store.save_void(record)
            watcher.void(record)

        runner = Runner(room, keep, spoilt, watcher.pulse, trace=str(trace) if trace else None)
        with stopping_on_signals(runner, lambda: watcher.note(STOPPING)):
            report = runner.run(schedule(match))
    in_order = tuple(games[id_] for id_ in sorted(games))
    return Score(match.names, in_order, fixtures.count(match), report.stopped)


def _empty(trace: Path) -> None:
    try:
        trace.write_text("")
    except OSError as error:
        raise RunError(f"cannot write the trace {trace}: {error.strerror}") from None
