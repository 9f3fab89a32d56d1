"""Games between bots that answer at once: what they take is the arena's own doing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns

from arena.clock import Clock
from arena.record import BotSpec, GameSpec, Player, Record
from arena.referee.game import play
from arena.referee.warm import WarmBots
from bench.building import compiled

CLOCK = Clock(time=1000)


@dataclass(frozen=True, slots=True)
class Kind:
    """A game to play: its name, its size if it has several, its instant bot."""

    game: str
    size: int | None
    program: str

    @property
    def title(self) -> str:
        return "What the Shell" if self.size is None else f"Veletas {self.size}x{self.size}"


SHELL = Kind("what-the-shell", None, "instant_what_the_shell")
VELETAS_7, VELETAS_10 = (Kind("veletas", size, "instant_veletas") for size in (7, 10))


def bots(kind: Kind, folder: Path) -> tuple[BotSpec, BotSpec]:
    """Two bots that answer at once."""
    command = (str(compiled(kind.program, folder)),)
    return BotSpec("a", command, str(folder)), BotSpec("b", command, str(folder))


def games(kind: Kind, folder: Path, count: int) -> Iterator[GameSpec]:
    """So many games between two instant bots, always the same ones."""
    pair = bots(kind, folder)
    variant = () if kind.size is None else (("size", kind.size),)
    for id_ in range(1, count + 1):
        players = tuple(Player(bot, CLOCK, 2 * id_ + seat) for seat, bot in enumerate(pair))
        yield GameSpec(id_, kind.game, variant, players, id_)


class Table:
    """The referee and two instant bots in this process. Use it in a `with` block."""

    def __init__(self, kind: Kind, folder: Path, count: int) -> None:
        self._specs = list(games(kind, folder, count))
        self._bots = WarmBots()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self._bots.close()

    def turn(self) -> float:
        """Microseconds of a turn: whole games by the number of their turns."""
        started = perf_counter_ns()
        records = [play(spec, self._bots) for spec in self._specs]
        spent = perf_counter_ns() - started
        return spent / 1000 / sum(len(fair(record).turns) for record in records)


def fair(record: Record) -> Record:
    """The record, if the game ended by its rules. Raises RuntimeError."""
    if record.is_void or any(record.faults):
        raise RuntimeError(f"a game of instant bots went wrong: {record}")
    return record
