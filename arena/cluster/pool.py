"""A pool of workers on a Dask cluster: games go in, records come out as they end.

What Dask does: it gives each game to a worker, and to another one when that worker dies. What is
done here: no more games are in play than the workers need; a worker that cannot play, plays
nothing or spoils its games is set aside and named; and a game's result counts once.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from queue import Empty, Queue
from uuid import uuid4

from arena import __version__
from arena.cluster import player, shelf
from arena.cluster.link import ANSWER, Link, WorkersDied
from arena.cluster.luggage import pack, portable
from arena.cluster.orders import Answer, Lacking, Luggage, Order, Refused
from arena.cluster.roster import PROCESSORS, Member, Patience, Roster, longest
from arena.errors import RunError
from arena.record import BotSpec, Record
from arena.workers.pool import Lost
from arena.workers.processors import needed
from arena.workers.worker import Job

AHEAD = 2
"""Games in play for each worker: one that it plays, and one that waits for it."""
_LOOK = 1.0
"""Seconds between two looks at the workers, for each hundred of them."""
_BYTES = 1024 * 1024
"""Bytes a second that a worker has to take, of a bot's files."""
_ERRORS = 5
"""How often a game may fail on workers for reasons that are not the game's."""


class ClusterPool:
    """Plays games by the workers at the other end of `link`.

    `note` is told in a sentence which workers are set aside. Raises RunError when the scheduler
    is lost, and when no worker can play.
    """

    def __init__(
        self, link: Link, note: Callable[[str], None], patience: Patience | None = None
    ) -> None:
        self._link, self._note = link, note
        self._run = f"arena-{uuid4().hex[:8]}"
        self._roster = Roster(patience or Patience())
        self._looked = 0.0
        self._is_waiting = False
        self._lease, self._need = 0.0, 0
        self._jobs: dict[int, Job] = {}
        self._spoilt_by: dict[int, set[str]] = {}
        self._errors: Counter[int] = Counter()
        self._numbers = itertools.count(1)
        self._packed: dict[BotSpec, tuple[BotSpec, Luggage, bytes]] = {}
        # A SimpleQueue may forget its timeout when a signal comes, before Python 3.13.
        self._ended: Queue[tuple[Job, Answer | Exception]] = Queue()
        self._look()

    @property
    def has_room(self) -> bool:
        """Whether the workers are to have one more game ahead of them."""
        return len(self._jobs) < AHEAD * max(1, len(self._roster.members))

    def in_play(self) -> int:
        """Games that were given to the cluster and have not ended."""
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        """Have a game played."""
        self._jobs[job.spec.id] = job
        self._lease = max(self._lease, longest(job.spec))
        self._need = max(self._need, needed(job.spec.game))
        self._send(job)

    def finished(self, timeout: float) -> Iterator[tuple[Job, Record | Lost]]:
        """The games that end within `timeout` seconds, at most those that end together."""
        for job, told in self._arrivals(timeout):
            if job.spec.id in self._jobs and (result := self._result(job, told)):
                del self._jobs[job.spec.id]
                yield job, result
        if time.monotonic() - self._looked > _LOOK * max(1, len(self._roster.members) / 100):
            self._look()

    def close(self) -> None:
        """Nothing is in play; the workers keep their bots for the next run."""

    def kill(self) -> None:
        """End the games in play at once."""
        if not self._link.is_lost:
            self._link.give_up()
            self._link.on(None, player.end_games, self._run)

    # A game's way

    def _send(self, job: Job) -> None:
        """Give a game to the cluster, if possible to others than those that have spoilt it."""
        spoilt_by = self._spoilt_by.get(job.spec.id)
        self._link.submit(
            f"{self._run}-{job.spec.id}-{next(self._numbers)}",
            needed(job.spec.game),
            [each for each in self._roster.members if each not in spoilt_by] if spoilt_by else None,
            lambda told: self._ended.put((job, told)),
            player.play_here,
            self._order(job),
        )

    def _order(self, job: Job) -> Order:
        packed = [self._pack(seat.bot) for seat in job.spec.players]
        seats = zip(job.spec.players, packed, strict=True)
        players = tuple(replace(seat, bot=bot) for seat, (bot, _, _) in seats)
        own = tuple(luggage for _, luggage, _ in packed)
        return Order(self._run, replace(job.spec, players=players), own)

    def _pack(self, bot: BotSpec) -> tuple[BotSpec, Luggage, bytes]:
        if bot not in self._packed:
            self._packed[bot] = (portable(bot), *pack(bot))
        return self._packed[bot]

    def _arrivals(self, timeout: float) -> Iterator[tuple[Job, Answer | Exception]]:
        """What has come; if nothing has, what comes first."""
        with suppress(Empty):
            yield self._ended.get(timeout=timeout)
            while True:
                yield self._ended.get_nowait()

    def _result(self, job: Job, told: Answer | Exception) -> Record | Lost | None:
        """What came of a game; None if it is given to the cluster again."""
        match told:
            case Answer(result=Record() as record):
                return self._recorded(job, record, told)
            case Answer(result=Lost(reason=reason)):
                self._judge(job, told.worker, is_void=True)
                return Lost(job.spec, _where(reason, told))
            case Answer(result=Lacking(archive=archive)):
                self._supply(told.worker, archive)
            case Answer(result=Refused(reason=reason)):
                if member := self._roster.members.get(told.worker):
                    self._set_aside(member, reason)
            case WorkersDied():
                return Lost(job.spec, "the workers that were to play it ended, one after another")
            case RunError():
                raise told
            case error:
                self._examine(job, error)
        self._send(job)
        return None

    def _recorded(self, job: Job, record: Record, told: Answer) -> Record:
        """The record as the run knows the game."""
        self._judge(job, told.worker, record.is_void)
        if record.is_void:
            return replace(record, spec=job.spec, void_reason=_where(record.void_reason, told))
        return replace(record, spec=job.spec, host=told.host)

    def _judge(self, job: Job, worker: str, is_void: bool) -> None:
        """Remember how a worker did, and where a spoilt game is not to be played again."""
        self._roster.answered(worker, is_void, time.monotonic())
        if is_void:
            self._spoilt_by.setdefault(job.spec.id, set()).add(worker)
        else:
            self._spoilt_by.pop(job.spec.id, None)

    def _supply(self, worker: str, archive: str) -> None:
        """Send an archive to a worker that lacks it; one that does not keep it is set aside."""
        packed = self._packed.values()
        data = next(data for _, luggage, data in packed if luggage.archive == archive)
        reason, member = self._not_kept(worker, data), self._roster.members.get(worker)
        if reason and member:
            self._set_aside(member, reason)

    def _not_kept(self, worker: str, data: bytes) -> str:
        """Why a worker that was sent an archive does not have it, or nothing."""
        within = ANSWER + len(data) / _BYTES
        told = self._link.on([worker], shelf.keep, data, within=within)
        if worker not in told:
            return f"it did not take a bot's files in {within:.0f} seconds"
        return f"it cannot keep a bot's files ({_line(told[worker])})" if told[worker] else ""

    def _examine(self, job: Job, error: object) -> None:
        """A game has failed and no worker's name is known: look for one that is not fit."""
        self._errors[job.spec.id] += 1
        self._greet(list(self._roster.members.values()))
        if self._errors[job.spec.id] > _ERRORS:
            raise RunError(f"the cluster cannot play game {job.spec.id}: {_line(error)}")

    # The workers

    def _look(self) -> None:
        """See who is there, who has joined, and who is to be set aside."""
        self._looked = now = time.monotonic()
        self._greet(self._roster.look(self._link.workers(), now))
        self._roster.owing(self._link.busy(self._run), now)
        for member, reason in self._roster.suspects(self._lease, now):
            self._set_aside(member, reason)
        is_waiting = not self._roster.members
        if is_waiting and not self._is_waiting:
            self._note("no worker is there; waiting for one (Ctrl-C twice ends that)")
        self._is_waiting = is_waiting
        if not is_waiting and self._need > (most := self._roster.processors):
            raise RunError(
                f"a game needs {self._need} processors and no worker has more than {most:g} "
                f"(--resources {PROCESSORS}={self._need})"
            )

    def _greet(self, members: list[Member]) -> None:
        """Set those aside who cannot play for this arena."""
        told = self._link.on([each.address for each in members], player.greet, __version__)
        for member in members:
            answer = told.get(member.address, "")
            if not isinstance(answer, str):
                answer = f"it has no engine-arena that answers ({_line(answer)})"
            if answer:
                self._set_aside(member, answer)

    def _set_aside(self, member: Member, reason: str) -> None:
        """Let a worker go; the scheduler gives its games to others."""
        self._note(f"{member} is set aside: {reason}")
        self._roster.members.pop(member.address, None)
        self._link.dismiss(member.address)
        if not self._roster.members:
            raise RunError(f"no worker is left to play: {member} was set aside: {reason}")


def _where(reason: str, told: Answer) -> str:
    """Why a game is void, and where."""
    return f"{reason} (on {told.host})"


def _line(error: object) -> str:
    """An error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
