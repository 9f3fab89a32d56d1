"""The interval of a bot's rating in Elo where all its pairs ended alike. Pure.

Resampling makes a point of them, or nearly: it cannot tell of what never happened. But where n
pairs all came to a score s per game, other ends may yet have a probability of 1 - p together, with
p = 0.025^(1/n), so that the expected score is from p s to p s + 1 - p. The interval's ends are the
ratings of which these scores are expected against the same opponents, whose own ratings are taken
as they are. If all points were won, or lost, one end is infinite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from arena.ratings.pairs import Score
from arena.sprt import alike, elo_of, score_of

_HALVINGS = 60


class _Met(NamedTuple):
    """Pairs against an opponent of this rating, and what each came to per game."""

    rating: float
    score: float
    pairs: int


def ends(
    ratings: Mapping[str, float], kinds: Mapping[Score, int]
) -> Iterator[tuple[str, float, float]]:
    """Each bot whose pairs all came to the same score per game, and its interval's ends."""
    for bot, met in _by_bot(ratings, kinds).items():
        if len({each.score for each in met}) == 1:
            low, high = alike(met[0].score, sum(each.pairs for each in met))
            yield bot, _rating(score_of(low), met), _rating(score_of(high), met)


def _by_bot(ratings: Mapping[str, float], kinds: Mapping[Score, int]) -> dict[str, list[_Met]]:
    found: dict[str, list[_Met]] = {bot: [] for bot in ratings}
    for (bot, opponent, games, points), pairs in kinds.items():
        found[bot].append(_Met(ratings[opponent], points / games, pairs))
        found[opponent].append(_Met(ratings[bot], 1 - points / games, pairs))
    return found


def _rating(score: float, met: list[_Met]) -> float:
    """The rating of which this score is expected against those that were met."""
    if not 0 < score < 1:
        return elo_of(score)
    alone, total = elo_of(score), score * sum(each.pairs for each in met)
    low, high = (alone + end(each.rating for each in met) for end in (min, max))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = sum(each.pairs * score_of(middle - each.rating) for each in met)
        low, high = (middle, high) if found < total else (low, middle)
    return low
