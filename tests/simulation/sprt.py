"""How often the sequential test errs: simulated pairs of games, tested one after the other.

    python -m tests.simulation.sprt [RUNS]

prints the table of docs/formats.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import accumulate
from random import Random
from typing import NamedTuple

from arena.sprt import SCORES, Hypotheses, Sprt, score_of

MAX_PAIRS = 100_000
HYPOTHESES = Hypotheses(0, 20, 0.05, 0.05)
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
    """What comes of so many tests of bots whose pairs are distributed so."""
    passed = total = 0
    points = [2 * score for score in SCORES]
    weights = list(accumulate(pairs))
    for number in range(runs):
        test, rng = Sprt(hypotheses), Random(seed * 1_000_003 + number)
        while not test.verdict and sum(test.pairs) < MAX_PAIRS:
            test.add(rng.choices(points, cum_weights=weights)[0])
        passed += test.verdict == "passed"
        total += sum(test.pairs)
    return Found(passed / runs, total / runs)


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
