"""The play pages: make a table, sit at it, look on; and what these pages send and hear.

A seat's address holds its secret key. Whoever looks on is told of a turn when it is over. What
a seat does is answered to that seat alone, and the streams of the others stay silent: they
carry what `Table` lets their viewers know, and a heartbeat at fixed times whatever happens.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

import engines
from arena.errors import ArenaError
from arena.sitting.house import House, Place
from arena.sitting.manners import person_name
from arena.sitting.sight import Ending
from arena.web.order import new_table
from arena.web.posting import NOT_KEPT, Body, posting
from arena.web.rendering import page
from arena.web.runs import Runs
from arena.web.sights import told
from engines.base import Seat

BEAT = 15.0
"""Seconds between a stream's heartbeats."""
LOOK = 1.0
"""Seconds after which a stream looks whether the server is closing."""


def play(request: Request) -> Response:
    """The form that makes a table."""
    house = _house(request)
    games = [engines.load(name) for name in engines.names()]
    data = {
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "simultaneous": game.simultaneous,
                "sizes": [v.get("size") for v in game.variants],
                "seats": [game.start().seat_name(seat) for seat in (1, 2)],
            }
            for game in games
        ],
        "bots": [
            {
                "name": offer.bot.name,
                "games": offer.games,
                "options": [asdict(option) for option in offer.options],
            }
            for offer in house.roster.offers()
        ],
    }
    return page(request, "play.html", data=data)


def table(request: Request) -> Response:
    """A table as a seat or a spectator sees it; an invitation to sit down."""
    house, place = _house(request), _place(request)
    key = request.path_params.get("key")
    invited = key in place.invitations
    if key is not None and not invited and key not in place.keys:
        raise ArenaError("this link leads to no seat: the invitation may have been taken up")
    values: dict[str, Any] = {
        "base": f"/play/{place.id}/{key}" if key else f"/play/{place.id}",
        "look": f"/play/{place.id}",
        "title": engines.load(place.table.contest.game).title,
        "game": place.table.contest.game,
        "size": dict(place.table.contest.variant).get("size"),
        "seat": place.keys.get(key or ""),
        "host": next((sitter.name for sitter in place.table.sitters if sitter.name), ""),
        "adviser": bool(house.roster.offers(place.table.contest.game)),
    }
    answer = page(request, "invited.html" if invited else "table.html", **values)
    answer.headers.update(NOT_KEPT)
    return answer


async def events(request: Request) -> Response:
    """A stream of what this viewer may know, from now on."""
    place, seat = _place(request), _seat(request)
    headers = {**NOT_KEPT, "X-Accel-Buffering": "no"}
    lines = _stream(request, place, seat)
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)


async def _stream(request: Request, place: Place, seat: Seat | None) -> AsyncIterator[str]:
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def tell() -> None:
        with suppress(RuntimeError):  # the server is stopping
            loop.call_soon_threadsafe(changed.set)

    place.table.listen(tell, seat)
    try:
        known, beat = 0, loop.time() + BEAT
        changed.set()
        while not request.app.state.watches.closing():
            if loop.time() >= beat:
                beat += BEAT
                yield ": beat\n\n"
            with suppress(TimeoutError):
                async with asyncio.timeout(min(LOOK, max(0.0, beat - loop.time()))):
                    await changed.wait()
            if not changed.is_set():
                continue
            changed.clear()
            sight = place.table.sight(seat)
            around = _around(request, place, seat, sight.ending)
            text = json.dumps(told(sight, known) | around)
            known = len(sight.played)
            yield f"data: {text}\n\n"
    finally:
        place.table.unlisten(tell)


def _around(
    request: Request, place: Place, seat: Seat | None, ending: Ending | None
) -> dict[str, Any]:
    """The links that go with a sight: an invitation for who waits, the game when it is kept."""
    found: dict[str, Any] = {"invitation": None, "link": None}
    if seat and place.invitations:
        found["invitation"] = f"/play/{place.id}/{next(iter(place.invitations))}"
    runs: Runs = request.app.state.runs
    run = runs.key_of(_house(request).path)
    if ending and ending.kept and run:
        found["link"] = f"/run/{run}/game/{ending.kept}"
    return found


# What pages send


def _open(request: Request, body: Body) -> dict[str, Any]:
    house = _house(request)
    contest, sitters = new_table(house.roster, body)
    place = house.open(contest, sitters, body["waiting"])
    return {"seat": f"/play/{place.id}/{next(iter(place.keys))}"}


def _sit(request: Request, body: Body) -> dict[str, Any]:
    house, place = _house(request), _place(request)
    key = house.sit(place, request.path_params["key"], person_name(body["name"]))
    return {"seat": f"/play/{place.id}/{key}"}


def _move(request: Request, body: Body) -> dict[str, Any]:
    _place(request).table.move(_own_seat(request), body["turn"], body["move"])
    return {}


def _resign(request: Request, body: Body) -> dict[str, Any]:
    _place(request).table.resign(_own_seat(request))
    return {}


def _hint(request: Request, body: Body) -> dict[str, Any]:
    house, place = _house(request), _place(request)
    return {"move": house.hint(place.table, _own_seat(request), body["turn"])}


TABLE = {
    "game": str,
    "size": int,
    "name": str,
    "seat": str,
    "opponent": str,
    "options": dict,
    "thinks": int,
    "clock": dict,
    "waiting": bool,
}
open_table = posting(_open, TABLE)
sit = posting(_sit, {"name": str})
move = posting(_move, {"turn": int, "move": str})
resign = posting(_resign, {})
hint = posting(_hint, {"turn": int})


def _house(request: Request) -> House:
    house: House | None = request.app.state.house
    if house is None:
        raise ArenaError("nobody plays here: this server was started without --play")
    return house


def _place(request: Request) -> Place:
    return _house(request).place(request.path_params["table"])


def _seat(request: Request) -> Seat | None:
    """The seat whose key the address has; None if it has none."""
    return _own_seat(request) if "key" in request.path_params else None


def _own_seat(request: Request) -> Seat:
    seat = _place(request).keys.get(request.path_params["key"])
    if seat is None:
        raise ArenaError("this link leads to no seat at the table")
    return seat
