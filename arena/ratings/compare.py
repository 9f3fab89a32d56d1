"""Two bots side by side: their own games, and what all games tell of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from arena.errors import ArenaError
from arena.ratings import bradley_terry
from arena.ratings.base import DEFAULTS, Count, Games, Settings, check_known, count, tallied
from arena.ratings.bounds import bounds
from arena.ratings.pairs import Pairs, by_couple
from arena.ratings.posterior import weigh


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
    if bot == opponent:
        raise ArenaError(f"found {bot} twice, expected two bots to compare")
    counted, pairs = tallied(games.tallies()), list(games.pairs())
    counts = count(counted)
    for name in (bot, opponent):
        check_known("bot", name, counts)
    between = {game: times for game, times in counted.items() if {*game.bots} == {bot, opponent}}
    own = count(between).get(bot, Count())
    met = by_couple(pairs)
    met |= {(other, one): each.turned() for (one, other), each in met.items()}
    direct = met.get((bot, opponent), Pairs())
    rated = bradley_terry.estimate(pairs, settings.anchor)
    low, high = bounds(rated, pairs, bot, opponent)
    skills = weigh(counted, settings)
    ahead = skills.difference(bot, opponent)
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
        elo=rated.difference(bot, opponent)[0],
        elo_low=low,
        elo_high=high,
        mu=ahead.mean,
        sigma=ahead.stdev,
        better=skills.better(bot, opponent),
    )
