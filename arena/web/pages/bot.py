"""A bot's page: its record against each opponent, its use of time, its faults, its last games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arena.errors import ArenaError
from arena.plan.tournament import Entrant
from arena.ratings.base import Count
from arena.record import FORFEIT, Record
from arena.store.planned import planned
from arena.store.results import Result, Selection
from arena.store.store import Store
from arena.views.bot_record import versus
from arena.views.clock_words import clock_words
from arena.views.explain import Explanation, explanation
from arena.views.histogram import BotTime, bot_time
from arena.views.scoreboard import Place
from arena.web.drawing import shares
from arena.web.parts import KeptGames, board_of
from arena.web.rendering import fragment, page, run_of
from arena.web.runs import Run
from arena.web.view import View, contests
from engines.base import RulesError

RECENT = 10
"""How many of the last games are shown."""
EXPLAINED = 3
"""How many of the last faults are explained."""
TIMED = 1000
"""How many of the last games are read for the use of time."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that the bot lost by a fault; `why`, unless there is a `doubt` about the record."""

    game: int
    opponent: str
    word: str
    why: Explanation | None
    doubt: str = ""


def bot(request: Request) -> Response:
    """The page; what is to be known of its time follows."""
    run, name = run_of(request), request.path_params["bot"]
    entrant = run.read(_entrant, name)
    rows = versus(name, KeptGames(run, Selection(bot=name)).tallies())
    total = sum((row.total for row in rows), Count())
    return page(
        request,
        "bot.html",
        title=run.title(),
        name=name,
        entrant=entrant,
        clock=clock_words([entrant.clock]),
        mark=run.read(_fingerprint, name),
        place=_place(run, name),
        rows=rows,
        bars=[shares((row.total.wins, row.total.draws, row.total.losses), 104) for row in rows],
        total=total,
        several=len(contests(run)) > 1,
        faults=run.read(_faults, name),
        recent=run.read(_recent, name),
    )


def bot_time_part(request: Request) -> Response:
    """The part of the page that tells of time, which takes longer: it reads turns."""
    run, name = run_of(request), request.query_params.get("bot", "")
    run.read(_entrant, name)
    more = run.read(_games, name) > TIMED
    html = fragment("parts/time.html", time=run.read(_time, name), last=TIMED if more else None)
    return HTMLResponse(html)


def _entrant(store: Store, name: str) -> Entrant:
    """The bot as it is entered. Raises ArenaError if it is not."""
    plan = planned(store.header)
    for entrant in plan.entrants:
        if entrant.bot.name == name:
            return entrant
    raise ArenaError(f"{store.path} has no bot {name!r}; expected one of: {', '.join(plan.names)}")


def _fingerprint(store: Store, name: str) -> str:
    return dict(store.header.fingerprints).get(name, "")


def _place(run: Run, name: str) -> Place | None:
    """The bot's line in the rating table, once it has games."""
    places = board_of(run, View()).places
    return next((place for place in places if place.bot == name), None)


def _faults(store: Store, name: str) -> tuple[Failure, ...]:
    """The last games that the bot lost by a fault of its own, explained."""
    only = Selection(bot=name, fault="any", culprit=name)
    records = store.records(only, EXPLAINED, newest=True)
    failures = (_failure(record, store.path, name) for record in records)
    return tuple(failure for failure in failures if failure)


def _failure(record: Record, path: Path, name: str) -> Failure | None:
    """How the bot lost a game, unless it was set aside and not asked for anything."""
    seat = record.spec.bots.index(name) + 1
    opponent, fault = record.spec.bots[2 - seat], record.faults[seat - 1]
    if not fault or fault.word == FORFEIT:
        return None
    try:
        why = explanation(record, path, seat, fault)
    except (ArenaError, RulesError) as error:
        return Failure(record.spec.id, opponent, fault.word, None, str(error))
    return Failure(record.spec.id, opponent, fault.word, why)


def _recent(store: Store, name: str) -> tuple[Result, ...]:
    return tuple(store.results(Selection(bot=name), RECENT, newest=True))


def _games(store: Store, name: str) -> int:
    return store.count(Selection(bot=name))


def _time(store: Store, name: str) -> BotTime | None:
    if not _games(store, name):
        return None
    records = store.records(Selection(bot=name), TIMED, newest=True)
    return bot_time(name, records, _entrant(store, name).clock)
