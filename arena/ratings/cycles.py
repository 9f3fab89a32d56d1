"""Cycles: A beats B, B beats C, and yet C beats A. Pure.

A cycle is claimed only if each of its three arrows stands by itself: the sign test on pairs,
corrected for the number of couples that met. So of all arrows that are used, with 95% none is
by chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.ratings.pairs import LEVEL, Pairs, holm


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three bots, each of which beats the next and the last the first; how many pairs each won
    and lost of these; and the largest of the three corrected probabilities."""

    bots: tuple[str, str, str]
    pairs: tuple[Pairs, Pairs, Pairs]
    p: float

    def __str__(self) -> str:
        a, b, c = self.bots
        ab, bc, ca = (f"{pairs.won} pairs to {pairs.lost}" for pairs in self.pairs)
        arrows = f"{a} beats {b} ({ab}), {b} beats {c} ({bc}), {c} beats {a} ({ca})"
        return f"{arrows}: a cycle, p = {self.p:.2g}"


def cycles(met: Mapping[tuple[str, str], Pairs]) -> list[Cycle]:
    """The significant cycles, the surest first. `met` has each couple once."""
    arrows = _arrows(met)
    beaten: dict[str, list[str]] = {}
    for winner, loser in arrows:
        beaten.setdefault(winner, []).append(loser)
    found = [
        _cycle((a, b, c), arrows)
        for a, b in arrows
        for c in beaten.get(b, [])
        if (c, a) in arrows and a == min(a, b, c)
    ]
    return sorted(found, key=lambda cycle: (cycle.p, cycle.bots))


def _arrows(met: Mapping[tuple[str, str], Pairs]) -> dict[tuple[str, str], tuple[Pairs, float]]:
    """Who beats whom beyond doubt, with the pairs as the winner sees them and their p."""
    arrows = {}
    for (bot, other), p in zip(met, holm(pairs.p for pairs in met.values()), strict=True):
        pairs = met[bot, other]
        if p < LEVEL and pairs.won > pairs.lost:
            arrows[bot, other] = pairs, p
        elif p < LEVEL:
            arrows[other, bot] = pairs.turned(), p
    return arrows


def _cycle(
    bots: tuple[str, str, str], arrows: Mapping[tuple[str, str], tuple[Pairs, float]]
) -> Cycle:
    a, b, c = bots
    (ab, p), (bc, q), (ca, r) = arrows[a, b], arrows[b, c], arrows[c, a]
    return Cycle(bots, (ab, bc, ca), max(p, q, r))
