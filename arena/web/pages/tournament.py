"""A run's page: how far it is, its standings, cross-table and the course of its ratings."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.ratings.base import Settings
from arena.ratings.course import Course, course
from arena.store.results import Selection
from arena.store.store import Store
from arena.views.selecting import check
from arena.views.tables import settings_of
from arena.web.facts import facts
from arena.web.parts import parts
from arena.web.rendering import page, run_of
from arena.web.runs import Run
from arena.web.view import contests, kind_of, view_of


def tournament(request: Request) -> Response:
    """The page, with all that is quickly read."""
    run, view = run_of(request), view_of(request)
    return page(
        request,
        "tournament.html",
        title=run.title(),
        facts=run.read(facts),
        view=view,
        contests=contests(run),
        parts=parts(run, view, prompt=True),
    )


def course_json(request: Request) -> Response:
    """The bots' ratings along the schedule, for a chart."""
    return JSONResponse(course_told(run_of(request), kind_of(request)))


def course_told(run: Run, only: Selection) -> dict[str, Any]:
    """The course of the ratings of these games, as the chart reads it."""
    found = run.read(_course, only, run.read(settings_of))
    lines = [
        {
            "bot": line.bot,
            "points": [[p.game, round(p.mu, 3), round(p.sigma, 3)] for p in line.points],
        }
        for line in found.lines
    ]
    return {"games": found.games, "lines": lines}


def _course(store: Store, only: Selection, settings: Settings) -> Course:
    if store.seatings():
        check(store, only)
    return course(store.outcomes(only), settings)
