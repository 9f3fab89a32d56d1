"""A match: some games between bots without a file, kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arena.errors import RunError
from arena.plan.schedule import schedule
from arena.plan.tournament import Tournament
from arena.record import Record
from arena.run import header_of, slots
from arena.store.store import Store
from arena.workers.bot_check import check_bots
from arena.workers.runner import Runner, stopping_on_signals


@dataclass(frozen=True, slots=True)
class Score:
    """The games of a match in schedule order; `complete` if none is missing, else `voids` are
    the reasons why some were void."""

    bots: tuple[str, ...]
    games: tuple[Record, ...]
    complete: bool
    voids: tuple[str, ...] = ()

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


def play(
    match: Tournament,
    concurrency: int | None = None,
    trace: Path | None = None,
    path: Path | None = None,
) -> Score:
    """Check the bots and play the match. With a `trace` file games are played one at a time,
    and every protocol line is written there; with a `path` they are kept in a new store."""
    check_bots(match)
    if trace:
        _empty(trace)
    with ExitStack() as stack:
        store = stack.enter_context(Store.create(path, header_of(match))) if path else None
        games: list[Record] = []
        voids: dict[str, None] = {}

        def keep(record: Record) -> None:
            games.append(record)
            if store:
                store.save(record)

        room = slots(match, 1 if trace else concurrency)

        def spoilt(record: Record) -> None:
            voids[f"game {record.spec.id} was void: {record.void_reason}"] = None

        runner = Runner(room, keep, spoilt, trace=str(trace) if trace else None)
        with stopping_on_signals(runner, lambda: None):
            report = runner.run(schedule(match))
    in_order: Sequence[Record] = sorted(games, key=lambda record: record.spec.id)
    complete = not report.stopped and not report.given_up
    return Score(match.names, tuple(in_order), complete, tuple(voids))


def _empty(trace: Path) -> None:
    try:
        trace.write_text("")
    except OSError as error:
        raise RunError(f"cannot write the trace {trace}: {error.strerror}") from None
