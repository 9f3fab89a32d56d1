"""A seat while its game is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena import wire
from arena.clock import MS, Account, deadline, go_terms
from arena.record import Player
from arena.referee.livebot import LiveBot


@dataclass(slots=True)
class Seat:
    """Who plays, what the player has heard, where the clock stands.

    `rival` is the seat whose bank this one is told of, if there is one; `steady` says that the
    clock grants the same in every turn.
    """

    number: int
    player: Player
    account: Account
    rival: Seat | None = None
    steady: bool = False
    heard: int = 0
    bot: LiveBot | None = None
    wants_legal: bool = False
    game_id: str = ""
    stderr: str = ""
    allowance: int = 0
    _told: str = ""
    _told_of: int | None = None

    def news(self, played: Sequence[str]) -> str:
        """The lines of the turns that the seat has not heard of yet."""
        news = "".join(played[self.heard :])
        self.heard = len(played)
        return news

    def go(self, turn: int) -> str:
        """The line that asks for a move; sets `allowance`, the nanoseconds until the flag falls.

        In a steady clock nothing changes but the last time, in whole milliseconds, and seldom.
        """
        last = self.account.last
        lately = -1 if last is None else -(-last // MS)
        if not self.steady or lately != self._told_of:
            opponent = self.rival.account if self.rival else None
            self._told = wire.tail(go_terms(self.player.clock, self.account, opponent))
            self._told_of = lately
            self.allowance = deadline(self.player.clock, self.account)
        return f"{wire.go_line(turn, self._told)}\n"
