"""The bots of one worker, kept running between games and restarted when they must be."""

from __future__ import annotations

from collections.abc import Mapping

from arena.desk import Trace
from arena.livebot import LiveBot, launch
from arena.process import kill_orphans
from arena.record import BotSpec

KEPT = 16
"""Idle bots that a worker keeps running."""


class WarmBots:
    """Running bots by spec. `slot` is the worker's number, told to its bots."""

    def __init__(self, slot: int = 0, reap: bool = False) -> None:
        self._slot = slot
        self._reap = reap
        self._bots: dict[BotSpec, LiveBot] = {}

    def take(
        self,
        spec: BotSpec,
        startup: int,
        game_id: int,
        seat: int,
        trace: Trace | None = None,
    ) -> LiveBot:
        """The running bot of this spec, started if need be. Raises BotUnusable."""
        bot = self._bots.pop(spec, None)
        if bot and (bot.process.ended() or bot.process.channel.ended):
            bot.close()
            bot = None
        bot = bot or launch(spec, self._variables(game_id, seat), startup, trace)
        self._bots[spec] = bot
        self._trim()
        return bot

    def discard(self, spec: BotSpec) -> None:
        """End a bot, so that its next game starts it anew."""
        if bot := self._bots.pop(spec, None):
            bot.close()
            self._sweep()

    def close(self) -> None:
        """End all bots."""
        for bot in self._bots.values():
            bot.process.channel.say("quit\n")
        for spec in list(self._bots):
            self.discard(spec)

    def _variables(self, game_id: int, seat: int) -> Mapping[str, str]:
        return {
            "ARENA_GAME_ID": str(game_id),
            "ARENA_SEAT": str(seat),
            "ARENA_SLOT": str(self._slot),
        }

    def _trim(self) -> None:
        """End the bots that have been idle longest, past the number kept."""
        while len(self._bots) > KEPT:
            self.discard(next(iter(self._bots)))

    def _sweep(self) -> None:
        if self._reap:
            kill_orphans({bot.process.pid for bot in self._bots.values()})
