"""The bots of one worker, kept running between games and restarted when they must be."""

from __future__ import annotations

from collections.abc import Mapping

from arena.record import BotSpec
from arena.referee import livebot
from arena.referee.desk import Trace
from arena.referee.family import kill_orphans
from arena.referee.livebot import LiveBot, launch
from arena.referee.process import QUIT_PAUSE

GAME_ID = "ARENA_GAME_ID"
"""The variable in a bot's environment, and in that of all it starts, that tells its first game."""
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
        if (bot := self._bots.get(spec)) and not _usable(bot):
            self.discard(spec)
        self._sweep()
        bot = self._bots.pop(spec, None) or self._launch(spec, startup, game_id, seat, trace)
        self._bots[spec] = bot
        self._trim()
        return bot

    def discard(self, *specs: BotSpec) -> None:
        """End bots, so that their next game starts them anew."""
        found = [bot for spec in specs if (bot := self._bots.pop(spec, None))]
        livebot.close(found, self._patience)
        self._sweep()

    def close(self) -> None:
        """End all bots."""
        self.discard(*self._bots)

    def _launch(
        self, spec: BotSpec, startup: int, game_id: int, seat: int, trace: Trace | None
    ) -> LiveBot:
        try:
            return launch(spec, self._variables(game_id, seat), startup, trace)
        except BaseException:
            self._sweep()
            raise

    def _variables(self, game_id: int, seat: int) -> Mapping[str, str]:
        return {
            GAME_ID: str(game_id),
            "ARENA_SEAT": str(seat),
            "ARENA_SLOT": str(self._slot),
        }

    def _trim(self) -> None:
        """End the bots that have been idle longest, past the number kept."""
        self.discard(*list(self._bots)[:-KEPT])

    def _sweep(self) -> None:
        if self._reap:
            kill_orphans({bot.process.pid for bot in self._bots.values()})


def _usable(bot: LiveBot) -> bool:
    channel = bot.process.channel
    return not (bot.process.ended() or channel.ended or channel.breach)
