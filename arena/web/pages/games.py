"""The list of a run's games: filtered, and page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.record import FAULTS, Record
from arena.store.planned import planned
from arena.store.results import Result, Selection
from arena.store.store import Store
from arena.views.selecting import check
from arena.web.rendering import page, run_of
from arena.web.view import contests, kind_of

PER_PAGE = 50
LAST_VOIDS = 200
"""How many of the spoilt games are listed, the last."""
NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Asked:
    """Which games are asked for, and in which order."""

    bot: str | None
    opponent: str | None
    only: Selection
    newest: bool
    number: int

    def query(self, number: int = 1) -> dict[str, object]:
        """These games from another page on, as an address asks for them."""
        only = self.only
        return {
            "bot": self.bot,
            "opponent": self.opponent,
            "game": only.game,
            "size": dict(only.variant).get("size"),
            "termination": only.termination,
            "fault": only.fault,
            "by": only.culprit,
            "order": NEWEST if self.newest else None,
            "page": number if number > 1 else None,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games out of `total`; it is number `number` of `pages`."""

    rows: tuple[Result, ...]
    total: int
    number: int
    pages: int


def games(request: Request) -> Response:
    """The list, or that of the games that were spoilt."""
    run = run_of(request)
    if request.query_params.get("void"):
        return page(request, "voids.html", title=run.title(), voids=run.read(last_voids))
    asked = _asked(request)
    return page(
        request,
        "games.html",
        title=run.title(),
        asked=asked,
        found=run.read(_found, asked),
        contests=contests(run),
        bots=run.read(_names),
        terminations=sorted(run.read(Store.terminations)),
        words=FAULTS,
    )


def _asked(request: Request) -> Asked:
    given = {key: value for key, value in request.query_params.items() if value}
    bot, opponent = given.get("bot"), given.get("opponent")
    only = replace(
        kind_of(request),
        bot=(bot or opponent) if not (bot and opponent) else None,
        pool=(bot, opponent) if bot and opponent else (),
        termination=given.get("termination"),
        fault=given.get("fault") or ("any" if "by" in given else None),
        culprit=given.get("by"),
    )
    return Asked(bot, opponent, only, given.get("order") == NEWEST, _number(given))


def _number(given: Mapping[str, str]) -> int:
    text = given.get("page", "1")
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0):
        raise ArenaError(f"found page {text[:20]!r}, expected a number from 1")
    return int(text[:9])


def _found(store: Store, asked: Asked) -> Found:
    if store.seatings():
        check(store, asked.only)
    if asked.only.fault not in (None, "any", *FAULTS):
        raise ArenaError(f"found fault {asked.only.fault!r}, expected any, {', '.join(FAULTS)}")
    total = store.count(asked.only)
    pages = max(1, ceil(total / PER_PAGE))
    number = min(asked.number, pages)
    rows = store.results(asked.only, PER_PAGE, (number - 1) * PER_PAGE, asked.newest)
    return Found(tuple(rows), total, number, pages)


def _names(store: Store) -> tuple[str, ...]:
    return planned(store.header).names


def last_voids(store: Store) -> tuple[Record, ...]:
    """The games that were spoilt, the last of them."""
    return tuple(store.voids(LAST_VOIDS))
