"""Plays legal moves at random: the least that a bot can do."""

from __future__ import annotations

from arena.client import SEED, Bot, Turn, run


class RandomBot(Bot):
    """Each move drawn by the reference engine."""

    name = "random"
    author = "engine-arena"
    games = ("what-the-shell", "veletas")
    options = (SEED,)

    def move(self, turn: Turn) -> str:
        return turn.state.random_move(turn.seat, self.rng)


if __name__ == "__main__":
    run(RandomBot())
