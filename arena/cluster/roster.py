"""The workers of a cluster as a run sees them: who plays, and who is to be set aside. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.record import GameSpec

PROCESSORS = "processors"
"""The resource that a worker declares and a game takes."""
VOIDS_ALLOWED = 3
"""Void games of one worker that say nothing."""
VOIDS_TOLERATED = 0.2
"""The part of a worker's games that may be void beyond that."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a worker may be `silent`, and that it may need for a game beyond the longest
    time on the clocks: its bots are sent, built and started in these."""

    silent: float = 30.0
    slack: float = 600.0


def longest(spec: GameSpec) -> float:
    """Seconds after which a game is over, whatever its bots do."""
    total = 0
    for clock in (player.clock for player in spec.players):
        turn = (clock.time or 0) + clock.inc + clock.margin + clock.grace
        once = (clock.first or 0) + (clock.bank or 0) + clock.periods * clock.period
        total += 3 * clock.startup + once + spec.turn_limit * (turn + clock.period)
    return total / 1000


@dataclass(slots=True)
class Member:
    """A worker: where it is, whether it can play, and what has come of it. Times are those of one
    monotonic clock: when it was last heard of, and since when it owes a game."""

    address: str
    host: str
    processors: float
    threads: int
    heartbeat: float
    heard: float
    owes: float | None = None
    games: int = 0
    voids: int = 0

    def __str__(self) -> str:
        return f"worker {self.address} on {self.host}"

    @property
    def objection(self) -> str:
        """Why it gets no games, or nothing."""
        if not self.processors:
            return f"it declares no processors (--resources {PROCESSORS}=2)"
        if self.threads != 1:
            return f"it has {self.threads} threads, expected 1 (--nthreads 1)"
        return ""


@dataclass(slots=True)
class Roster:
    """All workers that are there, by address."""

    patience: Patience = field(default_factory=Patience)
    members: dict[str, Member] = field(default_factory=dict)

    @property
    def processors(self) -> float:
        """The most that any worker has."""
        return max((member.processors for member in self.members.values()), default=0)

    def look(self, told: Mapping[str, Mapping[str, Any]], now: float) -> list[Member]:
        """Take over what the scheduler tells of its workers; those that are new."""
        for address in self.members.keys() - told.keys():
            del self.members[address]
        new = []
        for address, facts in told.items():
            if address not in self.members:
                self.members[address] = _member(address, facts, now)
                new.append(self.members[address])
            member = self.members[address]
            if facts["last_seen"] != member.heartbeat:
                member.heartbeat, member.heard = facts["last_seen"], now
        return new

    def owing(self, busy: Collection[str], now: float) -> None:
        """Take over who has games to play."""
        for address, member in self.members.items():
            if address not in busy:
                member.owes = None
            elif member.owes is None:
                member.owes = now

    def answered(self, address: str, void: bool, now: float) -> None:
        """A worker has ended a game."""
        if member := self.members.get(address):
            member.games += 1
            member.voids += void
            member.owes = now

    def suspects(self, lease: float, now: float) -> Iterator[tuple[Member, str]]:
        """Who is to be set aside, and why; no game takes longer than `lease` seconds."""
        for member in list(self.members.values()):
            if reason := self._reason(member, lease, now):
                yield member, reason

    def _reason(self, member: Member, lease: float, now: float) -> str:
        silent = now - member.heard
        if silent > self.patience.silent:
            return f"nothing was heard of it for {silent:.0f} seconds"
        if member.owes is not None and now - member.owes > lease + self.patience.slack:
            return f"it has ended no game in {now - member.owes:.0f} seconds"
        # The only worker is as good as any: the run itself tells of games that stay void.
        others = len(self.members) > 1
        if others and member.voids > max(VOIDS_ALLOWED, VOIDS_TOLERATED * member.games):
            return f"{member.voids} of its {member.games} games were void"
        return member.objection


def _member(address: str, facts: Mapping[str, Any], now: float) -> Member:
    return Member(
        address=address,
        host=facts["host"],
        processors=facts["resources"].get(PROCESSORS, 0),
        threads=facts["nthreads"],
        heartbeat=facts["last_seen"],
        heard=now,
    )
