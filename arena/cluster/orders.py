"""What travels between a run and the workers of a cluster. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

from arena.record import GameSpec, Record
from arena.workers.pool import Lost


@dataclass(frozen=True, slots=True)
class Luggage:
    """By what a worker knows that a bot is the right one: its fingerprint, and the name of the
    archive with its files, empty if they are too large to send."""

    mark: str
    archive: str


@dataclass(frozen=True, slots=True)
class Order:
    """A game to play in a run. Its bots are written as any machine can read them, and have their
    luggage in seat order."""

    run: str
    spec: GameSpec
    luggage: tuple[Luggage, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The worker cannot play this game fairly, and says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """The worker needs this archive first."""

    archive: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an order, by which worker, on which machine."""

    worker: str
    host: str
    result: Record | Lost | Refused | Lacking
