"""Templates: every value is escaped, and one function renders a page for a request."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse


@cache
def templates() -> Environment:
    """The arena's templates."""
    return Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page: the template with these values, and what every page shows around them."""
    around = {"runs": list(request.app.state.runs), "play": request.app.state.house is not None}
    html = templates().get_template(template).render(around | values)
    return HTMLResponse(html, status)


def run_key(request: Request) -> str:
    """The key of the run that the request's address names."""
    key: str = request.path_params["run"]
    return key
