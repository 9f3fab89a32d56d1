"""The web application: which address leads to which page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from arena.errors import ArenaError, RunError, StoreError
from arena.sitting.house import House
from arena.web.events import Watches, events
from arena.web.pages import play
from arena.web.pages.bot import bot, bot_time_part
from arena.web.pages.front import front
from arena.web.pages.game import game, game_record
from arena.web.pages.games import games
from arena.web.pages.tournament import course_json, tournament
from arena.web.rendering import page
from arena.web.runs import Runs
from arena.web.security import KnownHosts, SecurityHeaders

ASSETS = Path(__file__).parent / "assets"


class Number(IntegerConvertor):
    """A game's number in an address: one that Python and the store can read."""

    regex = "[0-9]{1,18}"


register_url_convertor("number", Number())


def application(
    runs: Runs,
    hosts: Sequence[str] = (),
    house: House | None = None,
    closing: Callable[[], bool] = lambda: False,
) -> Starlette:
    """The pages over these runs, and those of a house if people may play.

    `hosts` are the names under which browsers may ask for them, if not all. What goes on for as
    long as somebody looks ends when the server is `closing`.
    """
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, names=hosts),
        ],
        exception_handlers={ArenaError: _told, HTTPException: _missing},
    )
    app.state.runs = runs
    app.state.house = house
    app.state.watches = Watches(closing)
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", front),
        Route("/run/{run}", tournament),
        Route("/run/{run}/events", events),
        Route("/run/{run}/course.json", course_json),
        Route("/run/{run}/time", bot_time_part),
        Route("/run/{run}/games", games),
        Route("/run/{run}/bot/{bot:path}", bot),
        Route("/run/{run}/game/{id:number}", game),
        Route("/run/{run}/game/{id:number}.json", game_record),
        *_play_routes(),
        Mount("/assets", StaticFiles(directory=ASSETS), name="assets"),
    ]


def _play_routes() -> list[BaseRoute]:
    seat = "/play/{table}/{key}"
    return [
        Route("/play", play.play),
        Route("/play", play.open_table, methods=["POST"]),
        Route("/play/{table}", play.table),
        Route("/play/{table}/events", play.events),
        Route(seat, play.table),
        Route(f"{seat}/events", play.events),
        Route(f"{seat}/sit", play.sit, methods=["POST"]),
        Route(f"{seat}/move", play.move, methods=["POST"]),
        Route(f"{seat}/resign", play.resign, methods=["POST"]),
        Route(f"{seat}/hint", play.hint, methods=["POST"]),
    ]


def _told(request: Request, error: Exception) -> Response:
    unreadable = isinstance(error, StoreError | RunError)
    word, status = ("unreadable", 500) if unreadable else ("not found", 404)
    return page(request, "error.html", status, word=word, cause=str(error))


def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    cause = "There is no such page." if error.status_code == 404 else error.detail
    return page(request, "error.html", error.status_code, word=str(error.status_code), cause=cause)
