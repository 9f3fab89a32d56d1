"""Searches a tree of what may come, as long as the clock allows, and plays what held up best."""

from __future__ import annotations

import gc
from typing import cast

import budget
import tree
from battle import Battle
from placing import Setup
from turtles import Turtles

from arena.client import SEED, Bot, NewGame, Option, Turn, run
from engines.veletas.state import VeletasState
from engines.what_the_shell import Position

PLAYOUTS = Option("playouts", "int", "0", min=0)
"""How many playouts make a move, 0 for as many as the clock allows."""
EXPLORATION = Option("exploration", "int", "20", min=0, max=1000)
"""The constant of UCB, in hundredths."""
NEAR = 0.8
"""Where both decide at once, moves tried so often as this part of the favourite are as good: who
always plays the favourite is easily read."""


class Mcts(Bot):
    """Upper confidence trees over what each game's view says of a position."""

    name = "mcts"
    author = "engine-arena"
    games = ("what-the-shell", "veletas")
    options = (SEED, PLAYOUTS, EXPLORATION)

    def new_game(self, game: NewGame) -> None:
        super().new_game(game)
        gc.collect()

    def move(self, turn: Turn) -> str:
        limit = budget.of(turn, int(self.settings[PLAYOUTS.name]))
        view = self._view(turn)
        exploration = int(self.settings[EXPLORATION.name]) / 100
        bandits = tree.search(view, limit, exploration)
        self.info(f"score={bandits[turn.seat].mean():.2f} nodes={limit.done}")
        near = NEAR if len(bandits) > 1 else 1.0
        return view.move(turn.seat, self.rng.choice(bandits[turn.seat].favourites(near)))

    def _view(self, turn: Turn) -> tree.View:
        if turn.game == "what-the-shell":
            return Turtles(cast(Position, turn.state))
        state = cast(VeletasState, turn.state)
        return Setup(state, self.rng) if state.in_setup else Battle.of(state)


if __name__ == "__main__":
    gc.disable()  # The trees have no cycles, and a collection in mid-search costs milliseconds.
    run(Mcts())
