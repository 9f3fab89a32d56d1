"""What each bot did wrong, counted by word. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arena.record import FAULTS
from arena.store.results import Tally


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A bot's games, in how many of them it failed, that part of them, and how often with each
    of `FAULTS`. A bot fails at most once in a game."""

    bot: str
    games: int
    faults: int
    share: float
    words: tuple[int, ...]


def faults(tallies: Iterable[Tally]) -> list[FaultRow]:
    """A row for each bot, who fails most often first."""
    games: Counter[str] = Counter()
    words: dict[str, Counter[str]] = {}
    for tally in tallies:
        for bot, word in zip(tally.bots, tally.faults, strict=True):
            games[bot] += tally.games
            words.setdefault(bot, Counter())
            if word is not None:
                words[bot][word] += tally.games
    rows = [_row(bot, games[bot], words[bot]) for bot in games]
    return sorted(rows, key=lambda row: (-row.share, row.bot))


def _row(bot: str, games: int, words: Counter[str]) -> FaultRow:
    total = words.total()
    return FaultRow(bot, games, total, total / games, tuple(words[word] for word in FAULTS))
