"""Upper confidence trees. Each seat that decides at a node has a bandit of its own, so this is UCT
where one seat decides, and decoupled UCT where several do at once.

A playout walks down the tree, adds one node, and takes that node's rating as its result: a good
rating says more than a game played out at random, and costs less.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bandit import Bandit
from budget import Budget

from arena.client import Seat


class View(Protocol):
    """A position as the search sees it. Arms are numbers of moves, the most promising first."""

    over: bool
    value: float
    """What seat 1 can expect, from 0 for a loss to 1 for a win."""

    def arms(self) -> Mapping[Seat, int]:
        """How many moves of each seat that decides here are worth a look."""

    def after(self, pulled: Mapping[Seat, int]) -> View:
        """The position after these arms."""

    def move(self, seat: Seat, arm: int) -> str:
        """The move that an arm stands for."""


def search(root: View, budget: Budget, exploration: float) -> Mapping[Seat, Bandit]:
    """The bandits of the root when the budget is spent."""
    node = _Node(root)
    while budget.allows():
        node.playout(exploration)
    return node.bandits()


class _Node:
    __slots__ = ("_bandits", "_children", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._bandits: dict[Seat, Bandit] = {}
        self._children: dict[tuple[int, ...], _Node] = {}

    def bandits(self) -> dict[Seat, Bandit]:
        if not self._bandits:
            self._bandits = {seat: Bandit(arms) for seat, arms in self._view.arms().items()}
        return self._bandits

    def playout(self, exploration: float) -> None:
        path, node, is_new = [], self, False
        while not (is_new or node._view.over):
            bandits = node.bandits()
            pulled = {seat: bandit.choose(exploration) for seat, bandit in bandits.items()}
            path.append((bandits, pulled))
            node, is_new = node._child(pulled)
        value = node._view.value
        for bandits, pulled in path:
            for seat, arm in pulled.items():
                bandits[seat].pay(arm, value if seat == 1 else 1 - value)

    def _child(self, pulled: Mapping[Seat, int]) -> tuple[_Node, bool]:
        """The node that these arms lead to, and whether it is new."""
        key = tuple(pulled.values())
        if child := self._children.get(key):
            return child, False
        child = self._children[key] = _Node(self._view.after(pulled))
        return child, True
