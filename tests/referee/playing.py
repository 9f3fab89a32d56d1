"""Games against bots that break the rules: how a test says one, and what it looks at after."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.clock import Clock
from arena.record import BotSpec, GameSpec, Player, Record
from arena.referee.game import play
from arena.referee.warm import WarmBots
from arena.workers.processors import Slots
from arena.workers.runner import Runner

BOTS = Path(__file__).parent.parent / "bots"
CLOCK = Clock(time=500, margin=100, startup=5000)
"""For games that no time limit should decide."""
HASTY = Clock(time=250, margin=50, startup=5000)
"""For games that a time limit decides."""


@dataclass(frozen=True)
class Bench:
    """The bots of one test: where they run, and the word that stands in their command lines."""

    mark: str
    folder: Path
    python: str = sys.executable
    scripts: Path = BOTS

    def bot(self, behaviour: str = "fair", *words: object, script: str = "broken.py") -> BotSpec:
        """The bot of this behaviour."""
        script = "fair.py" if behaviour == "fair" else script
        line = (
            self.python,
            "-S",
            "-B",
            str(self.scripts / script),
            behaviour,
            *map(str, words),
            self.mark,
        )
        return BotSpec(behaviour, line, str(self.folder))


def game(
    one: BotSpec, two: BotSpec, clock: Clock = CLOCK, id_: int = 1, turn_limit: int = 6
) -> GameSpec:
    """A short game of What the Shell, `one` at seat 1."""
    two = replace(two, name=f"{two.name}-2") if two.name == one.name else two
    players = (Player(one, clock, 11 * id_), Player(two, clock, 22 * id_))
    return GameSpec(id_, "what-the-shell", (), players, pair=id_, turn_limit=turn_limit)


def hasty(spec: GameSpec, seat: int = 1, clock: Clock = HASTY) -> GameSpec:
    """The same game with little time for one seat, and enough for the other."""
    players = list(spec.players)
    players[seat - 1] = replace(players[seat - 1], clock=clock)
    return replace(spec, players=tuple(players))


def played(*specs: GameSpec, patience: float = 0.05) -> list[Record]:
    """Play games one after the other in this process; their bots are gone afterwards."""
    bots = WarmBots(patience=patience)
    try:
        return [play(spec, bots) for spec in specs]
    finally:
        bots.close()


@dataclass
class Told:
    """What a runner has told."""

    records: list[Record] = field(default_factory=list)
    spoilt: list[Record] = field(default_factory=list)


def runner(
    slots: int,
    keep: Callable[[Record], None],
    spoilt: Callable[[Record], None] = lambda record: None,
) -> Runner:
    """A runner whose games are pinned to no processor."""
    return Runner(Slots(slots, False), keep, spoilt)


def run(*specs: GameSpec, slots: int = 1) -> Told:
    """Play games with workers, as a run does; workers and bots are gone afterwards."""
    told = Told()
    runner(slots, told.records.append, told.spoilt.append).run(iter(specs))
    told.records.sort(key=lambda record: record.spec.id)
    return told


def descriptors() -> int:
    """How many files this process has open, those of forgotten objects aside."""
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def words(record: Record) -> list[str | None]:
    """The fault words in seat order."""
    return [fault and fault.word for fault in record.faults]
