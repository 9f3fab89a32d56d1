"""Plays a schedule on a pool: every game once, spoilt games again, until done or told to stop."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

from arena.plan.meetings import WAIT, Wait
from arena.record import VOID, GameSpec, Record
from arena.workers.pool import Lost, Pool
from arena.workers.processors import Processors, Slots, needed
from arena.workers.worker import Job

TRIES = 3
"""How often a game is played before the arena gives it up as spoilt."""
_PULSE = 0.25
VOIDS_TOLERATED = 0.02
"""The part of the games that may be void before the machine is said to be overloaded."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a schedule. Of the `voids` so many were `orphaned`: their worker ended or was
    stopped. `given_up` are the ids of games that stayed void."""

    played: int
    voids: int
    orphaned: int
    given_up: tuple[int, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class Watcher:
    """Whom a run tells what happens: each finished game, each void one, some times a second
    the number of games in play, and a remark in a sentence."""

    game: Callable[[Record], None]
    void: Callable[[Record], None]
    pulse: Callable[[int], None]
    note: Callable[[str], None]


class GamePool(Protocol):
    """What a runner needs of those who play its games: the pool of this machine, or a cluster."""

    @property
    def has_room(self) -> bool:
        """Whether one more game is taken now."""

    def in_play(self) -> int:
        """Games that were taken and have not ended."""

    def submit(self, job: Job) -> None:
        """Take a game."""

    def finished(self, timeout: float) -> Iterator[tuple[Job, Record | Lost]]:
        """The games that end within `timeout` seconds, at most those that end together."""

    def close(self) -> None:
        """End in good order; nothing is in play."""

    def kill(self) -> None:
        """End at once; the games in play are lost."""


class Runner:
    """Plays as many games at once as there are `slots`, or as the `pool` has room for. `keep` is
    given each finished record, `spoilt` each void one, `give_up` the games that stayed void, and
    `pulse` is called some times a second with the number of games in play."""

    def __init__(
        self,
        slots: Slots,
        keep: Callable[[Record], None],
        spoilt: Callable[[Record], None] = lambda record: None,
        pulse: Callable[[int], None] = lambda in_play: None,
        trace: str | None = None,
        give_up: Callable[[GameSpec], None] = lambda spec: None,
        pool: GamePool | None = None,
    ) -> None:
        self._slots = slots
        self._pool = pool
        self._keep, self._spoilt, self._pulse = keep, spoilt, pulse
        self._give_up = give_up
        self._trace = trace
        self._again: deque[GameSpec] = deque()
        self._tries: Counter[int] = Counter()
        self._given_up: list[int] = []
        self._waits = False
        self._played = self._voids = self._orphaned = 0
        self._stops = 0
        self._told: Callable[[], None] | None = None

    def when_stopped(self, told: Callable[[], None]) -> None:
        """Have `told` called once after the first `stop`, between two games."""
        self._told = told

    def stop(self) -> None:
        """Once: start no more games. Twice: end those in play at once, too."""
        self._stops += 1

    def run(self, specs: Iterator[GameSpec | Wait]) -> Report:
        """Play all of `specs`, begun in their order. What follows a WAIT is asked for when
        nothing is in play and everything before is kept or given up."""
        pool = self._pool or Pool(self._slots.count)
        try:
            self._play_all(pool, Processors(self._slots.pinned), specs)
        except BaseException:
            pool.kill()
            raise
        if self._stops > 1:
            pool.kill()
        else:
            pool.close()
        return Report(
            self._played, self._voids, self._orphaned, tuple(self._given_up), self._stops > 0
        )

    def _play_all(
        self, pool: GamePool, processors: Processors, specs: Iterator[GameSpec | Wait]
    ) -> None:
        waiting: GameSpec | None = None
        while self._stops < 2:
            self._tell_of_stop()
            while (
                not self._stops
                and pool.has_room
                and (spec := waiting or self._next(specs, pool.in_play()))
            ):
                waiting = None if self._begin(pool, processors, spec) else spec
                if waiting:
                    break
            if not pool.in_play():
                return
            for job, result in pool.finished(_PULSE):
                processors.give(job.processors)
                if isinstance(result, Lost):
                    self._orphaned += 1
                self._take(_void(result) if isinstance(result, Lost) else result)
            self._pulse(pool.in_play())

    def _tell_of_stop(self) -> None:
        if self._stops and self._told:
            self._told()
            self._told = None

    def _begin(self, pool: GamePool, processors: Processors, spec: GameSpec) -> bool:
        """Begin a game, if there are processors for it now."""
        taken = processors.take(needed(spec.game))
        if taken is not None:
            pool.submit(Job(spec, taken, self._trace))
        return taken is not None

    def _next(self, specs: Iterator[GameSpec | Wait], in_play: int) -> GameSpec | None:
        """The next game that may begin now."""
        if self._again:
            return self._again.popleft()
        while not (self._waits and in_play):
            spec = next(specs, None)
            self._waits = spec is WAIT
            if spec is not WAIT:
                return spec
        return None

    def _take(self, record: Record) -> None:
        if not record.is_void:
            self._played += 1
            self._keep(record)
            return
        self._voids += 1
        self._spoilt(record)
        self._tries[record.spec.id] += 1
        if self._tries[record.spec.id] < TRIES:
            self._again.append(record.spec)
        else:
            self._given_up.append(record.spec.id)
            self._give_up(record.spec)


def _void(lost: Lost) -> Record:
    """The record of a game that was lost with its worker."""
    seats = len(lost.spec.players)
    return Record(lost.spec, (), VOID, (None,) * seats, (), void_reason=lost.reason)


@contextmanager
def stopping_on_signals(runner: Runner, told: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop the runner; `told` is called soon after the first of them (not
    by the signal's handler: that may interrupt whatever is just being printed)."""
    runner.when_stopped(told)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        runner.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
