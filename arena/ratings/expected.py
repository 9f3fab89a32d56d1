"""Observed against expected: does a couple's score fit what all other games tell? Pure.

One rating per bot is a strong claim: who beats whom must follow from it. Expectation propagation
knows, for each couple, what the games of everyone else let one believe of their difference (the
cavity). From that follows how probable each score of their own games was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from arena.ratings.pairs import LEVEL, holm
from arena.ratings.posterior import Skills
from arena.ratings.probit import Array, log_tails, logs

EXACT_GAMES = 100
"""Up to so many games the score's distribution is exact, beyond it Gaussian."""
FLOOR = 1e-12
"""No score is told to be less probable than this: the sums are no finer."""
_POINTS = np.linspace(-6, 6, 61)
_WEIGHTS = np.exp(-(_POINTS**2) / 2) / np.exp(-(_POINTS**2) / 2).sum()


@dataclass(frozen=True, slots=True)
class Cell:
    """What `bot` scored against `opponent`, at whatever seats; the points that the games of
    everyone else let one expect; and how probable a score so far from them was, corrected for
    the number of couples that met."""

    bot: str
    opponent: str
    points: float
    games: int
    expected: float
    p: float

    @property
    def stands_out(self) -> bool:
        """Whether chance hardly explains the score."""
        return self.p < LEVEL

    def turned(self) -> Cell:
        """As the opponent sees it."""
        points, expected = self.games - self.points, self.games - self.expected
        return Cell(self.opponent, self.bot, points, self.games, expected, self.p)

    def __str__(self) -> str:
        return (
            f"{self.bot} scored {self.points:.12g} of {self.games} against {self.opponent}, where "
            f"all other games let one expect {self.expected:.1f}: p = {self.p:.2g}"
        )


def cells(skills: Skills) -> list[Cell]:
    """One for each couple that met."""
    found = list(_uncorrected(skills))
    corrected = holm(cell.p for cell in found)
    return [replace(cell, p=p) for cell, p in zip(found, corrected, strict=True)]


def _uncorrected(skills: Skills) -> Iterator[Cell]:
    couples, others = skills.couples, skills.others
    games = couples.likelihood
    ends = np.concatenate([games.wins, games.draws, games.losses], axis=1)
    x = others.mean[:, None] + np.sqrt(others.variance)[:, None] * _POINTS
    at = logs(x, games.margin)
    chances = np.exp([at.loss, at.draw, at.win])
    for index, (wins, draws, losses) in enumerate(ends.tolist()):
        chance, total, points = chances[:, index], int(wins + draws + losses), wins + draws / 2
        yield Cell(
            bot=skills.bots[couples.first[index]],
            opponent=skills.bots[couples.second[index]],
            points=points,
            games=total,
            expected=total * float((chance[2] + chance[1] / 2) @ _WEIGHTS),
            p=_two_sided(chance, total, points),
        )


def _two_sided(chance: Array, games: int, points: float) -> float:
    """The probability of a score as far out, twice that of the nearer end."""
    below = _at_most if games <= EXACT_GAMES else _about_at_most
    low, before = below(chance, games, points), below(chance, games, points - 0.5)
    return float(min(1.0, max(FLOOR, 2 * min(low, 1 - before))))


def _at_most(chance: Array, games: int, points: float) -> float:
    """The probability of at most so many points: one game's distribution, convolved with itself
    by its transform, for each difference that is possible."""
    size = 2 * games + 1
    transformed = np.fft.rfft(chance, size, axis=0) ** games
    density = np.fft.irfft(transformed, size, axis=0)
    return float(density[: round(2 * points) + 1].sum(axis=0) @ _WEIGHTS)


def _about_at_most(chance: Array, games: int, points: float) -> float:
    """The same by the central limit theorem."""
    mean = chance[2] + chance[1] / 2
    squares = chance[0] * mean**2 + chance[1] * (0.5 - mean) ** 2 + chance[2] * (1 - mean) ** 2
    deviation = np.sqrt(games * squares) + 1e-9
    z = (points + 0.25 - games * mean) / deviation
    return float(np.exp(log_tails(z)[0]) @ _WEIGHTS)
