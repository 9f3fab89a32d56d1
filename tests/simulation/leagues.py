"""Leagues of bots whose skills are known, of several shapes, played by the model of TrueSkill."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from arena.ratings.base import MU, SIGMA
from arena.ratings.probit import SPREAD, draw_margin
from arena.skill import START, Skill, update
from arena.store.results import Result

DRAW = 0.1
"""The probability of a draw between equals."""
MARGIN = draw_margin(DRAW)
WIN, LOSS, LEVEL = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)

Play = Callable[[int, int], tuple[float, float]]
"""Plays a game between two bots, by number, and gives its scores."""
Games = Iterator[tuple[int, int, tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class Shape:
    """Who plays whom: how many bots, and all games, the next chosen after the last was played."""

    name: str
    bots: int
    games: Callable[[Play], Games]


@dataclass(frozen=True, slots=True)
class League:
    """The skills that bots have, by name, and the games that they played."""

    skills: dict[str, float]
    results: list[Result]


def round_robin(bots: int, rounds: int) -> Shape:
    """Everyone against everyone, a pair of games a round."""

    def games(play: Play) -> Games:
        for _ in range(rounds):
            for one, other in combinations(range(bots), 2):
                yield one, other, play(one, other)
                yield other, one, play(other, one)

    return Shape(f"round robin of {bots}, {2 * rounds} games a couple", bots, games)


def gauntlet(bots: int, rounds: int) -> Shape:
    """One against each of the others, who never meet."""

    def games(play: Play) -> Games:
        for _ in range(rounds):
            for other in range(1, bots):
                yield 0, other, play(0, other)
                yield other, 0, play(other, 0)

    return Shape(f"gauntlet of {bots}, {2 * rounds} games a couple", bots, games)


def ladder(bots: int, rounds: int) -> Shape:
    """Neighbours in the table of the moment play a pair of games."""

    def games(play: Play) -> Games:
        skills = [START] * bots
        for number in range(rounds):
            order = sorted(range(bots), key=lambda bot: skills[bot].mu)[number % 2 :]
            for one, other in zip(order[::2], order[1::2], strict=False):
                for pair in ((one, other), (other, one)):
                    scores = play(*pair)
                    yield *pair, scores
                    _learn(skills, *pair, scores)

    return Shape(f"ladder of {bots}, {rounds} rounds", bots, games)


def _learn(skills: list[Skill], one: int, other: int, scores: tuple[float, float]) -> None:
    winner, loser = (one, other) if scores[0] >= scores[1] else (other, one)
    skills[winner], skills[loser] = update(skills[winner], skills[loser], scores == LEVEL, MARGIN)


SHAPES = (
    round_robin(4, 10),
    round_robin(6, 4),
    round_robin(20, 1),
    gauntlet(10, 10),
    ladder(12, 20),
)


def league(shape: Shape, seed: int, width: float = 1.0) -> League:
    """A league whose skills spread `width` times as widely as TrueSkill believes."""
    dice = random.Random(f"{shape.name} {seed}")
    skills = [dice.gauss(MU, width * SIGMA) for _ in range(shape.bots)]
    names = [f"bot{number:02}" for number in range(shape.bots)]

    def play(one: int, other: int) -> tuple[float, float]:
        lead = skills[one] - skills[other] + dice.gauss(0, SPREAD)
        return LEVEL if abs(lead) <= MARGIN else WIN if lead > 0 else LOSS

    results = [
        _result(number, (names[one], names[other]), scores)
        for number, (one, other, scores) in enumerate(shape.games(play), 1)
    ]
    return League(dict(zip(names, skills, strict=True)), results)


def _result(number: int, bots: tuple[str, str], scores: tuple[float, float]) -> Result:
    return Result(
        id=number,
        game="simulated",
        variant=(),
        bots=bots,
        scores=scores,
        termination="majority",
        faults=(None, None),
        turns=1,
        seeds=(1, 2),
        pair=(number + 1) // 2,
    )
