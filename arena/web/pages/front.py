"""The first page: the runs that are served."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.views.headway import Headway
from arena.web.facts import facts
from arena.web.parts import state_of
from arena.web.rendering import page
from arena.web.runs import Run


@dataclass(frozen=True, slots=True)
class Card:
    """A run and how far it is, or the `trouble` that keeps it from being read."""

    run: Run
    title: str = ""
    facts: str = ""
    headway: Headway | None = None
    trouble: str = ""


def front(request: Request) -> Response:
    """The list of runs."""
    return page(request, "front.html", cards=[_card(run) for run in request.app.state.runs])


def _card(run: Run) -> Card:
    try:
        return Card(run, run.title(), run.read(facts), state_of(run))
    except ArenaError as error:
        return Card(run, trouble=str(error))
