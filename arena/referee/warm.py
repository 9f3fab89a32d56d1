"""The bots of one worker, kept running between games and restarted when they must be."""

from __future__ import annotations

from collections.abc import Collection

from arena.record import BotSpec
from arena.referee import livebot
from arena.referee.desk import Trace
from arena.referee.family import kill_orphans
from arena.referee.livebot import LiveBot, launch, variables
from arena.referee.process import QUIT_PAUSE

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
        if found := [bot for spec in specs if (bot := self._bots.pop(spec, None))]:
            self._end(found)

    def sweep(self) -> None:
        """Kill what bots have left behind, if that is for this process to do."""
        if self._reap:
            kill_orphans({bot.process.pid for bot in self._bots.values()})

    def close(self) -> None:
        """End all bots."""
        self.discard(*self._bots)
        self.sweep()

    def _launch(
        self, spec: BotSpec, startup: int, game_id: int, seat: int, trace: Trace | None
    ) -> LiveBot:
        try:
            return launch(spec, variables(game_id, seat, self._slot), startup, trace)
        except BaseException:
            self.sweep()
            raise

    def _end(self, bots: Collection[LiveBot]) -> None:
        livebot.close(bots, self._patience)
        self.sweep()


def _usable(bot: LiveBot) -> bool:
    channel = bot.process.channel
    return not (bot.process.ended() or channel.ended or channel.breach)
