"""A seat while its game is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena import wire
from arena.clock import MS, Account, bill, deadline, go_terms
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
    game_id: str = ""
    stderr: str = ""
    allowance: int = 0
    _told: str = ""
    _lately: int | None = None

    @property
    def wants_legal(self) -> bool:
        """Whether the bot has asked to be told its legal moves."""
        return self.bot is not None and self.bot.declared.wants_legal

    def news(self, played: Sequence[str]) -> str:
        """The lines of the turns that the seat has not heard of yet."""
        news = "".join(played[self.heard :])
        self.heard = len(played)
        return news

    def go(self, turn: int) -> str:
        """The line that asks for a move; sets `allowance`, the nanoseconds until the flag falls."""
        if not self._told:
            opponent = self.rival.account if self.rival else None
            self._told = wire.tail(go_terms(self.player.clock, self.account, opponent))
            self.allowance = deadline(self.player.clock, self.account)
        return f"{wire.go_line(turn, self._told)}\n"

    def charge(self, used: int) -> bool:
        """Bill the nanoseconds of a turn. Returns whether the flag had not fallen.

        A turn on a steady clock that took as many milliseconds as the one before it leaves the
        account as it was: the next `go` says the same again.
        """
        lately = -(-used // MS)
        if self.steady and lately == self._lately and used <= self.allowance:
            return True
        account = bill(self.player.clock, self.account, used)
        if account is None:
            return False
        self.account, self._lately, self._told = account, lately, ""
        return True
