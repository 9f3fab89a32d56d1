"""What a bot's games came to: against each opponent, by game and seat. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.store.results import Tally, Variant


@dataclass(frozen=True, slots=True)
class Ends:
    """Wins, draws and losses; `points` are what they brought."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points per game, 0 without games."""
        return self.points / self.games if self.games else 0.0

    def __add__(self, other: Ends) -> Ends:
        return Ends(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Versus:
    """A bot's games of one kind against an opponent, in all and at each seat."""

    opponent: str
    game: str
    variant: Variant
    seats: tuple[Ends, ...]

    @property
    def total(self) -> Ends:
        """At whatever seat."""
        return sum(self.seats, Ends())


def versus(bot: str, tallies: Iterable[Tally]) -> tuple[Versus, ...]:
    """A row for each opponent and kind of game; whom the bot scores most against comes first."""
    found: dict[tuple[str, str, Variant], list[Ends]] = {}
    for tally in tallies:
        for seat, opponent, ends in _seen_by(bot, tally):
            key = (opponent, tally.game, tally.variant)
            seats = found.setdefault(key, [Ends() for _ in tally.bots])
            seats[seat] += ends
    rows = [Versus(*key, tuple(seats)) for key, seats in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.total.score, row.opponent, row.game)))


def _seen_by(bot: str, tally: Tally) -> Iterator[tuple[int, str, Ends]]:
    """The bot's seat in these games, counted from 0, its opponent and their end, if it played."""
    if bot not in tally.bots:
        return
    seat = tally.bots.index(bot)
    score, best = tally.scores[seat], max(tally.scores)
    drawn, games = len(set(tally.scores)) == 1, tally.games
    ends = Ends(
        wins=games * (not drawn and score == best),
        draws=games * drawn,
        losses=games * (not drawn and score < best),
        points=games * score,
    )
    for place, opponent in enumerate(tally.bots):
        if place != seat:
            yield seat, opponent, ends
