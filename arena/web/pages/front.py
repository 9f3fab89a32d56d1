"""The first page: the runs that are served."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from arena.web.rendering import page


def front(request: Request) -> Response:
    """The list of runs."""
    return page(request, "front.html")
