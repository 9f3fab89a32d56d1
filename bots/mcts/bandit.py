"""One seat's decision at one node: arms, what each has paid so far, and which to pull next."""

from __future__ import annotations

from math import log, sqrt

FIRST, GROWTH = 4, 0.7
"""So many arms are open at first, and so many more for each root of the pulls."""


class Bandit:
    """Arms that are numbers, the most promising first.

    They open one by one as the pulls grow (progressive widening): a poor arm costs nothing in a
    node that is seldom seen.
    """

    __slots__ = ("_arms", "_paid", "_pulled", "_total")

    def __init__(self, arms: int) -> None:
        self._arms = arms
        self._pulled: list[int] = []
        self._paid: list[float] = []
        self._total = 0

    def choose(self, exploration: float) -> int:
        """The arm to pull: a new one if it is time to open one, else the one UCB prefers."""
        opened = len(self._pulled)
        if opened < self._arms and opened < FIRST + GROWTH * sqrt(self._total):
            self._pulled.append(0)
            self._paid.append(0.0)
            return opened
        reach = exploration * sqrt(log(self._total))
        best, chosen = -1.0, 0
        for arm, pulled in enumerate(self._pulled):
            bound = self._paid[arm] / pulled + reach / sqrt(pulled)
            if bound > best:
                best, chosen = bound, arm
        return chosen

    def pay(self, arm: int, amount: float) -> None:
        """What pulling the arm brought, from 0 to 1."""
        self._pulled[arm] += 1
        self._paid[arm] += amount
        self._total += 1

    def mean(self) -> float:
        """What a pull has brought on average."""
        return sum(self._paid) / self._total

    def favourites(self, near: float) -> list[int]:
        """The arms pulled at least `near` times as often as the one pulled most."""
        enough = near * max(self._pulled)
        return [arm for arm, pulled in enumerate(self._pulled) if pulled >= enough]
