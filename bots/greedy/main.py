"""Plays the move that looks best at once, without thinking ahead."""

from __future__ import annotations

import veletas
import what_the_shell

from arena.client import SEED, Bot, Turn, run

CHOOSERS = {"what-the-shell": what_the_shell.choose, "veletas": veletas.choose}


class Greedy(Bot):
    """One way to choose for each game."""

    name = "greedy"
    author = "engine-arena"
    games = tuple(CHOOSERS)
    options = (SEED,)

    def move(self, turn: Turn) -> str:
        return CHOOSERS[turn.game](turn.state, turn.seat, self.rng)


if __name__ == "__main__":
    run(Greedy())
