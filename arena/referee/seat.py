"""A seat while its game is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena import wire
from arena.clock import Account, go_terms
from arena.record import Player
from arena.referee.livebot import LiveBot


@dataclass(slots=True)
class Seat:
    """Who plays, what the player has heard, where the clock stands.

    `rival` is the seat whose bank this one is told of, if there is one.
    """

    number: int
    player: Player
    account: Account
    rival: Seat | None = None
    heard: int = 0
    bot: LiveBot | None = None
    game_id: str = ""
    stderr: str = ""
    terms: Mapping[str, int] = field(default_factory=dict)
    told: str = ""

    def news(self, played: Sequence[str]) -> str:
        """The lines of the turns that the seat has not heard of yet."""
        news = "".join(played[self.heard :])
        self.heard = len(played)
        return news

    def go(self, turn: int) -> str:
        """The line that asks for a move. What the clock grants is seldom new, so it is kept."""
        opponent = self.rival.account if self.rival else None
        terms = go_terms(self.player.clock, self.account, opponent)
        if terms != self.terms:
            self.terms, self.told = terms, wire.tail(terms)
        return wire.go_line(turn, self.told) + "\n"
