"""A bot under examination, and what checks do with it: real games, and talk line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import engines
from arena.clock import Clock
from arena.examiner.base import Failed, NotExamined
from arena.examiner.session import Session
from arena.record import BotSpec, GameSpec, JointMove, Player, Record
from arena.referee.game import play
from arena.referee.livebot import BotUnusable, Declared, LiveBot, close, launch, variables
from arena.referee.process import QUIT_PAUSE, StartError, start
from arena.referee.warm import WarmBots

TRIES = 3
"""How often a game that the host spoilt is played again."""
SHORT = 6
"""Turns of a game in which no more than the beginning matters."""
STDERR_LINES = 10
"""Lines of the bot's stderr that are shown with a failure."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long the examiner waits, in milliseconds, for a `ready` and for an answer; the time
    that bots are told to use for a move; and the games over which memory may not grow."""

    startup: int = 10_000
    patience: int = 5_000
    move_time: int = 30
    games: int = 200


class Exam:
    """`partner` is who plays against the bot; `lines` is all that was said to the bot and by it
    since they were last cleared.

    What checks have found out so far: `introduction` is what the bot says in a handshake,
    `declared` what that means; it is `settled` once it is known to play game after game.
    """

    def __init__(self, bot: BotSpec, partner: BotSpec, effort: Effort) -> None:
        self.bot = bot
        self.effort = effort
        self.declared = Declared()
        self.introduction: tuple[str, ...] = ()
        self.settled = False
        self.lines: list[str] = []
        self._partner = replace(partner, name="partner")
        self._bots = WarmBots()
        self._number = 0

    @property
    def games(self) -> tuple[str, ...]:
        """The games that the bot and the arena both know."""
        return tuple(name for name in self.declared.plays if name in engines.names())

    @property
    def said(self) -> list[str]:
        """What the bot has said of `lines`."""
        return [line[2:] for line in self.lines if line.startswith("< ")]

    @property
    def hurried(self) -> Clock:
        """A clock for what is done many times."""
        return Clock(time=max(1, self.effort.move_time // 3), margin=self.effort.patience)

    def close(self) -> None:
        """End all processes."""
        self._bots.close()

    # Talk

    def _launch(self, options: Mapping[str, str] | None = None) -> LiveBot:
        bot = self.bot if options is None else replace(self.bot, options=tuple(options.items()))
        with self._startable():
            return launch(bot, variables(), self.effort.startup, self.trace)

    @contextmanager
    def _startable(self) -> Iterator[None]:
        """A bot that cannot be used fails, and its last words are kept."""
        try:
            yield
        except BotUnusable as error:
            self._quote(error.stderr)
            raise Failed(str(error)) from None

    @contextmanager
    def session(self, options: Mapping[str, str] | None = None) -> Iterator[Session]:
        """Talk to a new process of the bot, line by line; it is ended afterwards. No other one is
        left of a game."""
        self.end_process()
        yield from self._talk(self._launch(options))

    @contextmanager
    def stranger(self) -> Iterator[Session]:
        """Talk to a new process that has not shaken hands yet."""
        bot = self.bot
        try:
            process = start(bot.command, bot.folder, variables(), bot.limits)
        except StartError as error:
            raise Failed(str(error)) from None
        yield from self._talk(LiveBot(bot, process, Declared()))

    def _talk(self, bot: LiveBot) -> Iterator[Session]:
        try:
            yield Session(bot, self.effort, self.trace)
        except Failed:
            bot.process.settle()
            self._quote(bot.process.channel.take_stderr())
            raise
        finally:
            close([bot], QUIT_PAUSE)

    def trace(self, _seat: int, direction: str, line: str) -> None:
        """Keep a line that was said; to hear a bot out, nothing is sent."""
        if line or direction == "<":
            self.lines.append(f"{direction} {line}")

    def _quote(self, stderr: str) -> None:
        self.lines += [f"| {line}" for line in stderr.rstrip().splitlines()[-STDERR_LINES:]]

    # Games

    def spec(
        self,
        game: str,
        seat: int = 1,
        *,
        variant: Mapping[str, int] | None = None,
        clock: Clock | None = None,
        seed: int = 20_011,
        opening: tuple[JointMove, ...] = (),
        start: str | None = None,
        turns: int = SHORT,
    ) -> GameSpec:
        """A game with the bot at `seat`, in the game's first variant unless another is given."""
        self._number += 1
        terms = tuple((engines.load(game).variants[0] if variant is None else variant).items())
        unhurried = Clock(time=self.effort.move_time, margin=self.effort.patience)
        own = Player(self.bot, self._patient(clock or unhurried), seed)
        other = Player(self._partner, self._patient(unhurried), 1_000 + self._number)
        players = (own, other) if seat == 1 else (other, own)
        return GameSpec(self._number, game, terms, players, 1, opening, start, turns)

    def _patient(self, clock: Clock) -> Clock:
        return replace(clock, startup=self.effort.startup)

    def play(self, spec: GameSpec, keep: bool | None = None) -> Record:
        """Play a game, again if the host spoils it. Raises Failed for a fault of the bot's.

        The bot's process is ended afterwards, unless it is kept for the next game; a settled
        bot's is.
        """
        keep = self.settled if keep is None else keep
        seat = [player.bot for player in spec.players].index(self.bot) + 1
        for _ in range(TRIES):
            record = play(spec, self._bots, lambda *line: self._overhear(seat, *line))
            if not keep or record.is_void:
                self._bots.discard(self.bot)
            if not record.is_void:
                return self._without_fault(record, seat)
        raise NotExamined(f"the machine is too busy: {record.void_reason}")

    def process(self) -> LiveBot:
        """The process in which the bot was kept after its last game, a new one if it has ended.
        Raises Failed if it cannot be started again."""
        with self._startable():
            return self._bots.take(self.bot, self.effort.startup, self._number, 1)

    def end_process(self) -> None:
        """End the process in which the bot was kept, if any."""
        self._bots.discard(self.bot)

    def _overhear(self, seat: int, number: int, direction: str, line: str) -> None:
        if number == seat:
            self.trace(seat, direction, line)

    def _without_fault(self, record: Record, seat: int) -> Record:
        if fault := record.faults[seat - 1]:
            self._quote(record.stderr[seat - 1])
            where = f" in turn {fault.turn}" if fault.turn else ""
            raise Failed(f"{fault.word}{where} at seat {seat}: {fault.detail}")
        for other in record.faults:
            if other:
                raise NotExamined(f"the partner failed: {other.detail}")
        return record
