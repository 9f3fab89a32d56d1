"""The web application: which address leads to which page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from arena.errors import ArenaError
from arena.sitting.house import House
from arena.web.pages.front import front
from arena.web.rendering import page
from arena.web.runs import Runs
from arena.web.security import SecurityHeaders

ASSETS = Path(__file__).parent / "assets"


def application(runs: Runs, hosts: Sequence[str] = ("*",), house: House | None = None) -> Starlette:
    """The pages over these runs, and those of a house if people may play. `hosts` are the names
    under which browsers may ask for them."""
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={ArenaError: _told, HTTPException: _missing},
    )
    app.state.runs = runs
    app.state.house = house
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", front),
        Mount("/assets", StaticFiles(directory=ASSETS), name="assets"),
    ]


def _told(request: Request, error: Exception) -> Response:
    return page(request, "error.html", 404, word="not found", cause=str(error))


def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    cause = "There is no such page." if error.status_code == 404 else error.detail
    return page(request, "error.html", error.status_code, word=str(error.status_code), cause=cause)
