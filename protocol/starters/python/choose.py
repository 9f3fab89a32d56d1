"""What the bot plays. This file is yours: it begins with a legal move at random."""

from random import Random

from state import State, spell

NAME = "my-bot"
OPTIONS = ["name=seed type=int default=0 min=0"]  # 0 stands for the seed of each game


def choose(state: State, random: Random) -> str:
    """The move to play, or "resign". It should come within `state.budget` milliseconds."""
    if state.phase in ("place1", "place2"):
        return placement(state, random)
    return random.choice(state.moves())


def placement(state: State, random: Random) -> str:
    """Shooters anywhere but on the edge, and a stone anywhere: `c3,d4,e5/f6`."""
    empty = [square for square, cell in state.board.items() if cell == "."]
    inner = [square for square in empty if state.is_inner(square)]
    shooters = random.sample(inner, state.shooters_to_place())
    stone = random.choice([square for square in empty if square not in shooters])
    return ",".join(map(spell, shooters)) + "/" + spell(stone)
