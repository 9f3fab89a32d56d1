"""Plays the best reply to greedy: who is predictable is beaten by who knows him.

`what_the_shell.py` is greedy's own file, so that the bot has it wherever it runs.
"""

from __future__ import annotations

from typing import cast

import reply

from arena.client import SEED, Bot, Turn, run
from engines.what_the_shell import Position

SHARE = 0.6
"""The part of a turn's budget after which no further reply is thought about."""


class Mirror(Bot):
    """Takes its opponent for greedy, whoever it is."""

    name = "mirror"
    author = "engine-arena"
    games = ("what-the-shell",)
    options = (SEED,)

    def move(self, turn: Turn) -> str:
        position = cast(Position, turn.state)
        replies = reply.Replies(position, turn.seat, lambda: turn.spent() > SHARE * turn.budget)
        return self.rng.choice(replies.best())


if __name__ == "__main__":
    run(Mirror())
