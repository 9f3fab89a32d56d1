"""What a worker of a cluster does: it plays games, each in a process of its own.

That process is a worker as on one machine, with its warm bots, so whatever a bot does, the
cluster's own process goes on, and ends it when the run wants that.
"""

from __future__ import annotations

import socket
from dataclasses import replace

from distributed import get_worker

from arena import __version__
from arena.cluster import shelf
from arena.cluster.orders import Answer, Lacking, Luggage, Order, Refused
from arena.cluster.place import Place
from arena.errors import ArenaError
from arena.record import BotSpec, GameSpec, Record
from arena.workers.bot_check import check_bot
from arena.workers.pool import Lost, Pool
from arena.workers.worker import Job

_PATIENCE = 0.5
"""Seconds between two looks whether the run still wants the game."""


def greet(version: str) -> str:
    """Why this worker cannot play for a run of this arena, or nothing."""
    if version != __version__:
        return f"it has arena {__version__}, the run has {version}"
    return ""


def play_here(order: Order) -> Answer:
    """Play a game on this worker."""
    worker = get_worker().address
    player = _players.setdefault(worker, Player())
    return Answer(worker, socket.gethostname(), player.play(order))


def end_games(run: str) -> None:
    """End the game that this worker plays for a run, and play no other."""
    _over.add(run)


class Player:
    """Plays one game at a time."""

    def __init__(self) -> None:
        self._place = Place()
        self._pool = Pool(1, self._place.slot)
        self._bots: dict[tuple[BotSpec, Luggage], BotSpec] = {}

    def play(self, order: Order) -> Record | Lost | Refused | Lacking:
        """What becomes of a game here."""
        players = []
        for player, luggage in zip(order.spec.players, order.luggage, strict=True):
            try:
                bot = self._bot(player.bot, luggage, order.spec.game, player.clock.startup)
            except shelf.NotHere:
                return Lacking(luggage.archive)
            except (ArenaError, OSError) as error:
                return Refused(str(error))
            players.append(replace(player, bot=bot))
        return self._play(replace(order.spec, players=tuple(players)), order.run)

    def _bot(self, bot: BotSpec, luggage: Luggage, game: str, startup: int) -> BotSpec:
        if (bot, luggage) not in self._bots:
            found = shelf.find(bot, luggage)
            check_bot(found, startup, [game])
            self._bots[bot, luggage] = found
        return self._bots[bot, luggage]

    def _play(self, spec: GameSpec, run: str) -> Record | Lost:
        self._pool.submit(Job(spec))
        while run not in _over:
            for _, result in list(self._pool.finished(_PATIENCE)):
                return result
        self._pool.kill()
        self._pool = Pool(1, self._place.slot)
        return Lost(spec, "the run was stopped")


_players: dict[str, Player] = {}
"""Who plays for each worker of this process."""
_over: set[str] = set()
"""Runs that were ended while their games were played, or about to be."""
