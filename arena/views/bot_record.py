"""What a bot's games came to: against each opponent, by game and seat. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arena.ratings.base import Count, count, tallied
from arena.store.results import Tally, Variant


@dataclass(frozen=True, slots=True)
class Versus:
    """A bot's games of one kind against an opponent, in all and at each seat."""

    opponent: str
    game: str
    variant: Variant
    seats: tuple[Count, ...]

    @property
    def total(self) -> Count:
        """At whatever seat."""
        return sum(self.seats, Count())


def versus(bot: str, tallies: Iterable[Tally]) -> tuple[Versus, ...]:
    """A row for each opponent and kind of game; whom the bot scores most against comes first."""
    found: dict[tuple[str, str, Variant], list[Count]] = {}
    for tally in tallies:
        if bot in tally.bots:
            seat = tally.bots.index(bot)
            key = (tally.bots[1 - seat], tally.game, tally.variant)
            found.setdefault(key, [Count(), Count()])[seat] += count(tallied([tally]))[bot]
    rows = [Versus(*key, tuple(seats)) for key, seats in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.total.score, row.opponent, row.game)))
