"""Two bots side by side: their own games, and what all games tell of them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.ratings import bradley_terry
from arena.ratings.base import (
    DEFAULTS,
    Count,
    Games,
    Outcome,
    Settings,
    check_known,
    count,
    tallied,
)
from arena.ratings.bounds import bounds
from arena.ratings.bradley_terry import Elo
from arena.ratings.pairs import Pairs, by_couple
from arena.ratings.posterior import Skills, weigh
from arena.store.results import PairTally


@dataclass(frozen=True, slots=True)
class Comparison:
    """How `bot` stands to `opponent`.

    `games` to `los` are of their own games: points per game (None without games), pairs won and
    lost, the likelihood of superiority. `elo` with its interval's ends (infinite where no game
    bounds it), and `mu`, `sigma` and `better` are of all games: how far `bot` is above, the same
    in TrueSkill's unit with its deviation, and the probability that `bot` is better.
    """

    bot: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    pairs_won: int
    pairs_lost: int
    los: float
    elo: float
    elo_low: float
    elo_high: float
    mu: float
    sigma: float
    better: float


def compare(games: Games, bot: str, opponent: str, settings: Settings = DEFAULTS) -> Comparison:
    """How two bots that have games here stand to each other."""
    return compare_each(games, [(bot, opponent)], settings)[0]


def compare_each(
    games: Games, couples: Sequence[tuple[str, str]], settings: Settings = DEFAULTS
) -> tuple[Comparison, ...]:
    """How the two bots of each couple stand to each other; all have games here."""
    counted, pairs = tallied(games.tallies()), list(games.pairs())
    counts = count(counted)
    for couple in couples:
        if couple[0] == couple[1]:
            raise ArenaError(f"found {couple[0]} twice, expected two bots to compare")
        for name in couple:
            check_known("bot", name, counts)
    elo, skills = bradley_terry.estimate(pairs, settings.anchor), weigh(counted, settings)
    pool = _Pool(counted, pairs, by_couple(pairs), elo, skills)
    return tuple(pool.compared(*couple) for couple in couples)


@dataclass(frozen=True, slots=True)
class _Pool:
    """All the games, and what they tell."""

    counted: Counter[Outcome]
    pairs: list[PairTally]
    met: dict[tuple[str, str], Pairs]
    elo: Elo
    skills: Skills

    def compared(self, bot: str, opponent: str) -> Comparison:
        own, direct = self._own(bot, opponent), self._direct(bot, opponent)
        low, high = bounds(self.elo, self.pairs, bot, opponent)
        ahead = self.skills.difference(bot, opponent)
        return Comparison(
            bot=bot,
            opponent=opponent,
            games=own.games,
            wins=own.wins,
            draws=own.draws,
            losses=own.losses,
            score=own.points / own.games if own.games else None,
            pairs_won=direct.won,
            pairs_lost=direct.lost,
            los=direct.los,
            elo=self.elo.difference(bot, opponent)[0],
            elo_low=low,
            elo_high=high,
            mu=ahead.mean,
            sigma=ahead.stdev,
            better=self.skills.better(bot, opponent),
        )

    def _own(self, bot: str, opponent: str) -> Count:
        """Their games against each other, as the first of them sees them."""
        between = {
            game: times for game, times in self.counted.items() if {*game.bots} == {bot, opponent}
        }
        return count(between).get(bot, Count())

    def _direct(self, bot: str, opponent: str) -> Pairs:
        if (bot, opponent) in self.met:
            return self.met[bot, opponent]
        return self.met.get((opponent, bot), Pairs()).turned()
