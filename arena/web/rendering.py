"""Templates: every value is escaped, and one function renders a page for a request."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.web import texts
from arena.web.runs import Run


@cache
def templates() -> Environment:
    """The arena's templates."""
    environment = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= texts.FILTERS
    environment.globals |= texts.GLOBALS
    return environment


def fragment(template: str, **values: Any) -> str:
    """A part of a page: the template with these values."""
    return templates().get_template(template).render(values)


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page: the template with these values, and what every page shows around them."""
    state, key = request.app.state, request.path_params.get("run")
    around = {
        "runs": list(state.runs),
        "play": state.house is not None,
        "run": state.runs.get(key),
        "path": request.url.path,
    }
    html = fragment(template, **around | values)
    return HTMLResponse(html.encode("utf-8", "replace"), status)


def run_of(request: Request) -> Run:
    """The run that the request's address names. Raises ArenaError if there is none."""
    run: Run = request.app.state.runs[request.path_params["run"]]
    return run
