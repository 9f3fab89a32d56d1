"""The sequential probability ratio test of "is the new version better?", on pairs of games. Pure.

A pair, two games from one opening with swapped seats, is one observation: 0, ½, 1, 1½ or 2 points
for the new version (pentanomial, so that an opening which favours a seat misleads nobody). The
log-likelihood ratio is the generalised one of M. Van den Bergh, "A practical introduction to the
GSPRT" (hardy.uhasselt.be/Fishtest), as fishtest computes it: for each hypothesis, the distribution
that fits the observations best among those whose expected score is the hypothesis's; numbers of
pairs that are 0 are taken for a thousandth. Its bounds are Wald's. Elo is logistic: s = 1 / (1 +
10 ** (-elo / 400)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Literal

Verdict = Literal["passed", "failed"]
"""Of the new version: `passed` when it is taken to be `elo1` better, `failed` when `elo0`."""

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""A pair's points per game."""
NONE = 1e-3
"""What stands for the number of pairs that never came."""
CHANCE = 0.025
"""The probability of what lies beyond either end of a 95% interval."""
_CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """That the new version is `elo0` better, and that it is `elo1`; `alpha` is the probability of
    a pass if it is `elo0`, `beta` that of a failure if it is `elo1`."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the new version fails, above the second it passes."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Sprt:
    """A test under way: `pairs` counts those with 0, ½, 1, 1½ and 2 points."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.pairs = [0] * len(SCORES)
        self.llr = 0.0
        self.verdict: Verdict | None = None

    def add(self, points: float) -> None:
        """Count a pair that brought the new version so many points; after the verdict none is."""
        if self.verdict:
            return
        self.pairs[round(2 * points)] += 1
        self.llr = llr(self.pairs, self.hypotheses)
        low, high = self.hypotheses.bounds
        if self.llr >= high:
            self.verdict = "passed"
        elif self.llr <= low:
            self.verdict = "failed"

    def elo(self) -> tuple[float, float, float]:
        """The Elo difference by the pairs so far, and the ends of its 95% interval, infinite where
        no pair bounds it."""
        total = sum(self.pairs)
        if not total:
            return 0.0, -inf, inf
        if total == max(self.pairs):
            score = SCORES[self.pairs.index(total)]
            return elo_of(score), *alike(score, total)
        mean = sum(n * score for n, score in zip(self.pairs, SCORES, strict=True)) / total
        spread = sum(n * (score - mean) ** 2 for n, score in zip(self.pairs, SCORES, strict=True))
        error = 1.96 * sqrt(spread) / total
        return elo_of(mean), elo_of(mean - error), elo_of(mean + error)


def llr(pairs: Sequence[float], hypotheses: Hypotheses) -> float:
    """The log-likelihood ratio of the hypotheses, given how many pairs ended how."""
    counts = [count or NONE for count in pairs]
    mean0, mean1 = score_of(hypotheses.elo0), score_of(hypotheses.elo1)
    tilt0, tilt1 = _tilt(counts, mean0), _tilt(counts, mean1)
    return sum(
        count * log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1)))
        for count, score in zip(counts, SCORES, strict=True)
    )


def _tilt(counts: Sequence[float], mean: float) -> float:
    """The t for which the probabilities count / (1 + t (score - mean)) have this mean.

    The sum below falls with t, so Newton's steps are kept between the ends of what can be.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    offsets = [score - mean for score in SCORES]
    tilt = 0.0
    for _ in range(200):
        terms = [offset / (1 + tilt * offset) for offset in offsets]
        value = sum(count * term for count, term in zip(counts, terms, strict=True))
        low, high = (tilt, high) if value > 0 else (low, tilt)
        step = value / sum(count * term * term for count, term in zip(counts, terms, strict=True))
        if abs(step) < _CLOSE:
            break
        tilt = tilt + step if low < tilt + step < high else (low + high) / 2
    return tilt


def alike(score: float, pairs: int) -> tuple[float, float]:
    """The ends of the Elo difference's 95% interval where all of so many pairs, one at least, came
    to this score per game: other ends may yet have a probability of 1 - 0.025^(1/pairs) together.
    """
    sure = CHANCE ** (1 / pairs)
    return elo_of(sure * score), elo_of(1 - sure * (1 - score))


def score_of(elo: float) -> float:
    """The expected score of who is so much better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The Elo difference of an expected score."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))
