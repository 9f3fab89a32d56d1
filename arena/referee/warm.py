"""The bots of one worker, kept running between games and restarted when they must be."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from arena.record import BotSpec
from arena.referee import livebot
from arena.referee.desk import Trace
from arena.referee.family import kill_orphans
from arena.referee.livebot import BotUnusable, LiveBot, greet, variables
from arena.referee.process import QUIT_PAUSE, BotProcess, HostFailed

KEPT = 16
"""Idle bots that a worker keeps running."""


class WarmBots:
    """Running bots by spec. `slot` is the worker's number, told to its bots.

    With `reap`, what bots leave behind is killed: all adopted children of this process that
    belong to no bot. `patience` is how many seconds a bot has to end after `quit`, and again
    after SIGTERM.
    """

    def __init__(self, slot: int = 0, reap: bool = False, patience: float = QUIT_PAUSE) -> None:
        self._slot = slot
        self._reap = reap
        self._patience = patience
        self._bots: dict[BotSpec, LiveBot] = {}
        self._begun: dict[BotSpec, BotProcess] = {}

    def begin(self, spec: BotSpec, game_id: int, seat: int) -> None:
        """Start a bot that does not run, or not any more, to get ready while others do. If it
        cannot be started, `take`, which is to follow, says why."""
        if spec in self._bots and not _usable(self._bots[spec]):
            self.discard(spec)
        if spec not in self._bots and spec not in self._begun:
            with suppress(BotUnusable, HostFailed):
                self._begun[spec] = self._start(spec, game_id, seat)

    def take(
        self,
        spec: BotSpec,
        startup: int,
        game_id: int,
        seat: int,
        trace: Trace | None = None,
    ) -> LiveBot:
        """The running bot of this spec, started if need be. Raises BotUnusable, or HostFailed."""
        bot = self._bots.pop(spec, None)
        if bot and not _usable(bot):
            self._end([bot])
            bot = None
        bot = bot or self._launch(spec, startup, game_id, seat, trace)
        self._bots[spec] = bot
        if len(self._bots) > KEPT:
            self.discard(*list(self._bots)[:-KEPT])  # those that have been idle longest
        return bot

    def discard(self, *specs: BotSpec) -> None:
        """End bots, so that their next game starts them anew."""
        for process in [self._begun.pop(spec) for spec in specs if spec in self._begun]:
            process.kill()
        if found := [bot for spec in specs if (bot := self._bots.pop(spec, None))]:
            self._end(found)

    def sweep(self) -> None:
        """Kill what bots have left behind, if that is for this process to do."""
        if self._reap:
            running = {bot.process.pid for bot in self._bots.values()}
            kill_orphans(running | {process.pid for process in self._begun.values()})

    def close(self) -> None:
        """End all bots."""
        self.discard(*self._bots, *self._begun)
        self.sweep()

    def _launch(
        self, spec: BotSpec, startup: int, game_id: int, seat: int, trace: Trace | None
    ) -> LiveBot:
        try:
            process = self._begun.pop(spec, None) or self._start(spec, game_id, seat)
            return greet(spec, process, startup, trace)
        except BaseException:
            self.sweep()
            raise

    def _start(self, spec: BotSpec, game_id: int, seat: int) -> BotProcess:
        return livebot.begin(spec, variables(game_id, seat, self._slot))

    def _end(self, bots: Collection[LiveBot]) -> None:
        livebot.close(bots, self._patience)
        self.sweep()


def _usable(bot: LiveBot) -> bool:
    channel = bot.process.channel
    return not (bot.process.ended() or channel.ended or channel.breach)
