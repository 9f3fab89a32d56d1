"""How often the sequential test errs: simulated pairs of games, tested one after the other.

    python -m tests.simulation.sprt [RUNS]

prints the table of docs/formats.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.sprt import NONE, SCORES, Hypotheses, score_of

MAX_PAIRS = 1_000_000
HYPOTHESES = Hypotheses(0, 5, 0.05, 0.05)
"""Those of docs/formats.md."""
CLOSE = 1e-7
"""Tilts that are off by so little do not show in a ratio."""
SAFE = 3
"""Of what would bring a verdict if every pair told the most for it, a part so small is drawn at
once."""
UNEVEN = 0.25
"""How much an opening is worth to the seat that it favours, in points."""


class Found(NamedTuple):
    """What came of some tests: the share that passed, and the mean number of pairs."""

    passed: float
    pairs: float


def pair_distribution(elo: float, draws: float, uneven: float) -> list[float]:
    """How probable each number of points of a pair is: in each opening one seat is favoured, and
    the bots have either seat once."""
    mean = score_of(elo)
    games = [(mean + shift, draws) for shift in (uneven, -uneven)]
    chances = Counter[float]()
    for first, one in _game(*games[0]).items():
        for second, two in _game(*games[1]).items():
            chances[first + second] += one * two
    return [chances[2 * score] for score in SCORES]


def _game(mean: float, draws: float) -> dict[float, float]:
    """A game's results with this mean and share of draws, as far as that goes with the mean."""
    drawn = min(draws, 2 * mean, 2 * (1 - mean))
    won = mean - drawn / 2
    return {1.0: won, 0.5: drawn, 0.0: 1 - won - drawn}


def simulate(runs: int, hypotheses: Hypotheses, pairs: list[float], seed: int) -> Found:
    """What comes of so many tests of bots whose pairs are distributed so, all side by side.

    Pairs are drawn together where they are too few to bring a verdict.
    """
    dice = np.random.default_rng(seed)
    tests = SideBySide(hypotheses, runs)
    low, high = hypotheses.bounds
    passed = total = 0
    strides = np.ones(runs, dtype=np.int64)
    while len(tests):
        ratios, largest = tests.add(dice.multinomial(strides, pairs))
        over = (ratios <= low) | (ratios >= high) | (tests.totals >= MAX_PAIRS)
        passed += int((ratios >= high).sum())
        total += int(tests.totals[over].sum())
        away = np.minimum(ratios - low, high - ratios) / (SAFE * largest)
        strides = np.clip(np.minimum(away, tests.totals / SAFE), 1, None)[~over].astype(np.int64)
        tests.keep(~over)
    return Found(passed / runs, total / runs)


class SideBySide:
    """The ratios of `arena.sprt` for many tests at once: each tilt is sought from where it was a
    pair ago."""

    def __init__(self, hypotheses: Hypotheses, runs: int) -> None:
        means = np.array([score_of(hypotheses.elo0), score_of(hypotheses.elo1)])[:, None]
        self._offsets = (np.array(SCORES) - means)[:, None]
        self._ends = -1 / (1 - means), 1 / means
        self.pairs = np.zeros((runs, len(SCORES)), dtype=np.int64)
        self._tilts = np.zeros((2, runs))

    def __len__(self) -> int:
        return len(self.pairs)

    def keep(self, those: NDArray[np.bool_]) -> None:
        """Go on with those alone."""
        self.pairs, self._tilts = self.pairs[those], self._tilts[:, those]

    @property
    def totals(self) -> NDArray[np.int64]:
        """How many pairs each test has."""
        return np.asarray(self.pairs.sum(axis=1))

    def add(self, pairs: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Count more pairs in each test; the ratios, and by how much one pair may change each."""
        self.pairs += pairs
        counts = np.where(self.pairs, self.pairs, NONE)
        low, high = (np.broadcast_to(end, self._tilts.shape) for end in self._ends)
        tilts = self._tilts
        for _ in range(200):
            terms = self._offsets / (1 + tilts[..., None] * self._offsets)
            value = (counts * terms).sum(axis=2)
            step = value / (counts * terms * terms).sum(axis=2)
            if np.abs(step).max() < CLOSE:
                break
            low, high = np.where(value > 0, tilts, low), np.where(value > 0, high, tilts)
            inside = (low < tilts + step) & (tilts + step < high)
            tilts = np.where(inside, tilts + step, (low + high) / 2)
        self._tilts = tilts
        first, second = np.log1p(tilts[..., None] * self._offsets)
        return (counts * (first - second)).sum(axis=1), np.abs(first - second).max(axis=1)


def main(runs: int) -> None:
    """Print the table."""
    elo0, elo1 = HYPOTHESES.elo0, HYPOTHESES.elo1
    print("| games | true Elo | passed | pairs on average |\n|---|---:|---:|---:|")
    for title, draws, uneven in (
        ("drawless, even openings", 0.0, 0.0),
        ("drawless, uneven openings", 0.0, UNEVEN),
        ("40% draws, uneven openings", 0.4, UNEVEN),
    ):
        for seed, elo in enumerate((elo0, (elo0 + elo1) / 2, elo1)):
            found = simulate(runs, HYPOTHESES, pair_distribution(elo, draws, uneven), seed)
            print(f"| {title} | {elo:g} | {found.passed:.1%} | {found.pairs:.0f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
