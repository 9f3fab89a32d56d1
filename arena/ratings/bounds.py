"""The interval of two bots' difference in Elo, where resampling alone would not be honest. Pure.

Resampled pairs cannot tell of what never happened. Two cases are mended here:

- All points between two sides of the pool went to one of them, as where a bot won every game. No
  difference is too large for that, so there is no upper end. The lower one is where the sides
  are so near each other that all these pairs would be won with a probability of 2.5%.
- All pairs of the pool ended alike. With n of them, other ends may yet have a probability of
  1 - 0.025^(1/n) together.

Between two bots the first is C. Clopper and E. Pearson's exact interval ("The Use of Confidence or
Fiducial Limits", Biometrika 26, 1934), with pairs in the place of trials.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf, log

import numpy as np

from arena.ratings.bradley_terry import SCALE, Elo
from arena.ratings.pairs import Score, scores
from arena.sprt import CHANCE, alike
from arena.store.results import PairTally

_WIDEST, _HALVINGS = 1e5, 60


def bounds(elo: Elo, tallies: Iterable[PairTally], bot: str, opponent: str) -> tuple[float, float]:
    """The ends of the 95% interval of how far `bot` is above `opponent`, infinite where no game
    bounds it; `elo` is the estimate from these pairs."""
    kinds = scores(tallies)
    _, low, high = elo.difference(bot, opponent)
    if len(kinds) == 1:
        ((kind, pairs),) = kinds.items()
        points = kind.points if kind.bot == bot else kind.games - kind.points
        worst, best = alike(points / kind.games, pairs)
        low, high = min(low, worst), max(high, best)
    if bot not in _reached(kinds, opponent):
        low, high = min(low, _least(elo, kinds, bot, opponent)), inf
    if opponent not in _reached(kinds, bot):
        low, high = -inf, max(high, -_least(elo, kinds, opponent, bot))
    return low, high


def _reached(kinds: Iterable[Score], start: str) -> set[str]:
    """`start`, the bots that it took points of, those that they took points of, and so on."""
    took = {kind[:2] for kind in kinds if kind.points > 0}
    took |= {kind[1::-1] for kind in kinds if kind.points < kind.games}
    found: set[str] = set()
    new = {start}
    while new:
        found |= new
        new = {other for bot, other in took if bot in found} - found
    return found


def _least(elo: Elo, kinds: dict[Score, int], above: str, below: str) -> float:
    """How far `above` is above `below` at least, if no points lead up from one to the other."""
    side = _reached(kinds, below)
    ratings: dict[str, float] = dict(zip(elo.bots, elo.ratings.tolist(), strict=True))
    between = [(_gap(kind, side, ratings), n) for kind, n in kinds.items() if _parted(kind, side)]
    if not between:
        return -inf
    gaps, pairs = np.array(between).T
    nearer, too_near = 0.0, _WIDEST
    for _ in range(_HALVINGS):
        middle = (nearer + too_near) / 2
        all_won = -float(pairs @ np.logaddexp(0, (middle - gaps) / SCALE))
        nearer, too_near = (nearer, middle) if all_won < log(CHANCE) else (middle, too_near)
    return ratings[above] - ratings[below] - nearer


def _parted(kind: Score, side: Collection[str]) -> bool:
    return (kind.bot in side) != (kind.opponent in side)


def _gap(kind: Score, side: Collection[str], ratings: dict[str, float]) -> float:
    """By how much the pair's bot that is not on this side is rated above the other."""
    lead = ratings[kind.bot] - ratings[kind.opponent]
    return -lead if kind.bot in side else lead
