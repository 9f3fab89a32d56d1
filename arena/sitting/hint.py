"""A hint: what a bot would play, found in a game of one turn that it plays against itself."""

from __future__ import annotations

import secrets
from dataclasses import replace

from arena.clock import Clock
from arena.errors import RunError
from arena.plan.tournament import Contest
from arena.record import BotSpec, GameSpec, Player, Record
from arena.workers.pool import Lost
from engines.base import Seat, State

CLOCK = Clock(time=1000, margin=1000)
"""What a bot may spend on a hint."""


def game_for(id_: int, contest: Contest, state: State, bot: BotSpec) -> GameSpec:
    """A game from this position that ends after one turn.

    The bot has a process for each seat, for which it is entered under two names.
    """
    players = tuple(
        Player(replace(bot, name=f"{bot.name} at {seat}"), CLOCK, secrets.randbits(50))
        for seat in (1, 2)
    )
    return GameSpec(
        id_, contest.game, contest.variant, players, id_, start=str(state), turn_limit=1
    )


def move_of(result: Record | Lost, seat: Seat) -> str:
    """The move that the bot played at this seat. Raises RunError if it played none."""
    replies = () if isinstance(result, Lost) else (*result.turns[:1], result.last_replies)
    for reply in (reply for turn in replies for reply in turn):
        if reply.seat == seat and reply.move:
            return reply.move
    raise RunError("the bot has no hint to give")
