"""A tournament as it is planned: who plays what, how often, and with how much time.

Plain immutable values. A store's header keeps one by `to_dict`; `difference` says whether a
newer file may go on with an older run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from typing import Any

import engines
from arena import durations
from arena.clock import Clock
from arena.errors import ArenaError
from arena.limits import Limits
from arena.plan import formats
from arena.plan.bots import PYTHON
from arena.plan.fingerprint import portable
from arena.record import BotSpec
from arena.words import any_of, counted, did_you_mean
from engines.base import Game, quoted

MAX_RANDOM_TURNS = 20
_LIMITS = {"memory": " bytes", "processes": "", "open_files": "", "file_size": " bytes"}
"""The limits on which a game's result may depend, and their units."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A game and its variant, every term of it named."""

    game: str
    variant: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.game, *(f"{term} {value}" for term, value in self.variant)))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot and the clock it plays with; `place` is where a file names it."""

    bot: BotSpec
    clock: Clock
    place: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Openings:
    """What is played before the bots move; `arena.plan.openings` draws it.

    Turns at random: set-up turns (Veletas: the placements and the choice) count among them,
    unless `after_placement`: then the set-up is played at random and `random_turns` more turns.
    With `balanced` those are kept that favour neither seat. Or a position out of `states`, which
    has those of each contest, by its place.
    """

    random_turns: int = 2
    after_placement: bool = False
    balanced: bool = False
    states: tuple[tuple[str, ...], ...] = ()


NO_OPENINGS = Openings(random_turns=0)


@dataclass(frozen=True, slots=True)
class Ratings:
    """How the table is computed: the chance of a draw, or None to estimate it."""

    draw_probability: float | None = None


@dataclass(frozen=True, slots=True)
class League:
    """How commands have changed a run: the bots that came without the file, those that play no
    more, and those that came to be placed in a number of games; or it was `merged` from others,
    and is no plan of games."""

    added: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    placed: tuple[tuple[str, int], ...] = ()
    merged: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that a tournament file says, and a run's `league`. `concurrency` None is `auto`.

    `terms` are the format's own. A bot that fails `eject_after` games in a row is set aside
    (None: none is). With `pairs` each meeting is two games with the same opening and swapped
    seats.
    """

    name: str
    contests: tuple[Contest, ...]
    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    terms: tuple[tuple[str, float], ...] = ()
    rounds: int = 1
    pairs: bool = True
    openings: Openings = Openings()
    concurrency: int | None = None
    seed: int = 1
    turn_limit: int = 400
    ratings: Ratings = Ratings()
    eject_after: int | None = None
    league: League = League()

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in the file's order."""
        return tuple(entrant.bot.name for entrant in self.entrants)

    @property
    def playing(self) -> Tournament:
        """The same tournament among those that still play."""
        retired = self.league.retired
        left = [entrant for entrant in self.entrants if entrant.bot.name not in retired]
        return replace(self, entrants=tuple(left))

    def with_clocks(self, clocks: Iterable[Clock]) -> Tournament:
        """The same tournament with these clocks, one for each bot."""
        timed = zip(self.entrants, clocks, strict=True)
        return replace(self, entrants=tuple(replace(each, clock=clock) for each, clock in timed))

    def within(self, limits: Limits) -> Tournament:
        """The same tournament with these limits for every bot."""
        entrants = [replace(each, bot=replace(each.bot, limits=limits)) for each in self.entrants]
        return replace(self, entrants=tuple(entrants))


def match(
    bots: Sequence[BotSpec],
    contest: Contest,
    games: int = 2,
    clock: Clock | None = None,
    seed: int = 1,
    openings: Openings | None = None,
) -> Tournament:
    """A match without a file: each two bots play `games` games.

    An even number is played in pairs; an odd one has an opening for each game, seats taking
    turns. Raises ArenaError for fewer than two bots or no game.
    """
    if len(bots) < 2:
        raise ArenaError(f"found {counted(len(bots), 'bot')}, expected at least 2")
    if games < 1:
        raise ArenaError(f"found {games} games, expected at least 1")
    pairs = games % 2 == 0
    return Tournament(
        name="match",
        contests=(contest,),
        entrants=tuple(Entrant(bot, clock or Clock()) for bot in bots),
        rounds=games // 2 if pairs else games,
        pairs=pairs,
        openings=openings or Openings(),
        seed=seed,
    )


def find_game(name: str) -> Game:
    """The game of this name. Raises ArenaError, naming those there are."""
    try:
        return engines.load(name)
    except engines.UnknownGame:
        names = engines.names()
        near = did_you_mean(name, names)
        raise ArenaError(f"found {quoted(name)}, expected a game: {any_of(names)}{near}") from None


def contest(name: str, variant: Mapping[str, int] | None = None) -> Contest:
    """The contest in a game's variant; terms left out are those of the game's default.

    Raises ArenaError for a game or a variant that there is not.
    """
    game, asked = find_game(name), variant or {}
    terms = {**game.variants[0], **asked}
    if terms not in [dict(known) for known in game.variants]:
        known = any_of([_written(known) for known in game.variants])
        raise ArenaError(f"found {name} with {_written(asked)}, expected {known}")
    return Contest(name, tuple(terms.items()))


def _written(variant: Mapping[str, int]) -> str:
    return " ".join(f"{term} {value}" for term, value in variant.items()) or "no variant"


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """The tournament as JSON can hold it; this machine's interpreter is written `{python}`."""
    data = asdict(tournament)
    for entrant in data["entrants"]:
        del entrant["place"]
        bot = entrant["bot"]
        bot["command"] = [word.replace(sys.executable, PYTHON) for word in bot["command"]]
        bot["options"] = dict(bot["options"])
    for each in data["contests"]:
        each["variant"] = dict(each["variant"])
    return data


def from_dict(data: Mapping[str, Any]) -> Tournament:
    """The inverse of `to_dict`, also after a way through JSON."""
    contests = [Contest(c["game"], tuple(c["variant"].items())) for c in data["contests"]]
    values = dict(
        data,
        contests=tuple(contests),
        terms=tuple((name, number) for name, number in data.get("terms", ())),
        entrants=tuple(_entrant(entrant) for entrant in data["entrants"]),
        openings=_openings(data["openings"]),
        ratings=Ratings(**data["ratings"]),
        league=_league(data.get("league", {})),
    )
    return Tournament(**values)


def _league(data: Mapping[str, Any]) -> League:
    return League(
        added=tuple(data.get("added", ())),
        retired=tuple(data.get("retired", ())),
        placed=tuple((name, games) for name, games in data.get("placed", ())),
        merged=data.get("merged", False),
    )


def _openings(data: Mapping[str, Any]) -> Openings:
    return Openings(**dict(data, states=tuple(map(tuple, data.get("states", ())))))


def _entrant(data: Mapping[str, Any]) -> Entrant:
    bot = dict(data["bot"])
    bot["command"] = tuple(word.replace(PYTHON, sys.executable) for word in bot["command"])
    bot["options"] = tuple(bot["options"].items())
    bot["limits"] = Limits(**bot.get("limits", {}))
    return Entrant(BotSpec(**bot), Clock.kept(data["clock"]))


def difference(old: Tournament, new: Tournament) -> str | None:
    """What keeps `new` from going on with a run of `old`, in one line, or None.

    More bots and more rounds extend a run; another name, concurrency, order of bots or way of
    rating changes no game. All else would make the games that were played others.
    """
    if old.league.merged:
        return "it was merged from others, and has nothing left to play"
    if lost := [name for name in old.names if name not in new.names]:
        return f"bots: the run has {quoted(lost[0])}, the file has not"
    if set(new.names) != set(old.names) and not formats.load(old.format).TRAITS.grows:
        new_one = next(name for name in new.names if name not in old.names)
        return f"bots: the file has {quoted(new_one)}, but a {old.format} takes no more bots"
    if new.rounds < old.rounds:
        return f"rounds: {old.rounds} in the run, {new.rounds} asked for"
    before, after = _facts(old, old.names), _facts(new, old.names)
    for key in {**before, **after}:
        was, now = before.get(key, "nothing"), after.get(key, "nothing")
        if was != now:
            return f"{key}: {was} in the run, {now} asked for"
    return None


def _facts(tournament: Tournament, bots: Iterable[str]) -> dict[str, str]:
    """What the games of `bots` depend on, by the keys of a tournament file."""
    openings = tournament.openings
    facts = {
        "games": ", ".join(map(str, tournament.contests)),
        "format": tournament.format,
        **{f"format.{name}": f"{number:g}" for name, number in tournament.terms},
        "pairs": _yaml(tournament.pairs),
        "openings.random_turns": str(openings.random_turns),
        "openings.after_placement": _yaml(openings.after_placement),
        "openings.balanced": _yaml(openings.balanced),
        "openings.file": _summary(openings.states),
        "seed": str(tournament.seed),
        "turn_limit": str(tournament.turn_limit),
        "eject_after": str(tournament.eject_after or "none"),
    }
    entrants = {entrant.bot.name: entrant for entrant in tournament.entrants}
    for name in bots:
        entrant = entrants[name]
        facts |= {f"bots.{name}.{key}": text for key, text in _bot_facts(entrant).items()}
    return facts


def _summary(states: tuple[tuple[str, ...], ...]) -> str:
    """How many states a file of openings has, and what tells them from others."""
    if not states:
        return "none"
    digest = sha256("\n".join("\n".join(each) for each in states).encode()).hexdigest()
    return f"{counted(sum(map(len, states)), 'state')} (hash {digest[:8]})"


def _bot_facts(entrant: Entrant) -> dict[str, str]:
    bot, clock = entrant.bot, entrant.clock
    facts = {"command": quoted(" ".join(portable(bot))), "ponder": _yaml(bot.ponder)}
    facts |= {f"options.{key}": quoted(text) for key, text in bot.options}
    for name, unit in _LIMITS.items():
        limit = getattr(bot.limits, name)
        facts[f"limits.{name}"] = "none" if limit is None else f"{limit}{unit}"
    for term in fields(Clock):
        value = getattr(clock, term.name)
        plain = value is None or term.name in ("periods", "nodes")
        written = str(value) if plain else durations.written(value)
        facts[f"clock.{term.name}"] = "none" if value is None else written
    return facts


def _yaml(flag: bool) -> str:
    return "true" if flag else "false"
