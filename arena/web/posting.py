"""What browsers send: only pages of this server may, and only small, plain JSON."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from arena.errors import ArenaError

MAX_BODY = 64 * 1024
NOT_KEPT = {"Cache-Control": "no-store"}
"""The header of an answer that no browser may keep."""
Body = Mapping[str, Any]
Action = Callable[[Request, Body], dict[str, Any]]


def posting(action: Action, fields: Mapping[str, type]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that reads a JSON object of exactly these fields and answers with another.

    Whatever is wrong comes back as one line, `{"error": …}`.
    """

    async def endpoint(request: Request) -> Response:
        try:
            _demand_own_page(request)
            body = _read(await _body(request), fields)
            answer = await run_in_threadpool(action, request, body)
        except ArenaError as error:
            return JSONResponse({"error": str(error)}, 400, NOT_KEPT)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is left to hear it
        return JSONResponse(answer, headers=NOT_KEPT)

    return endpoint


def _demand_own_page(request: Request) -> None:
    """Refuse what no page of this server has sent."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if origin is None or site not in (None, "same-origin"):
        raise ArenaError("only a page of this server may ask for this")
    place = origin.partition("://")[2]
    if not place or place != request.headers.get("host"):
        raise ArenaError("only a page of this server may ask for this")


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise ArenaError("expected a JSON object (content-type: application/json)")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise ArenaError(f"found more than {MAX_BODY} bytes, expected a small JSON object")
    return body


def _read(body: bytes, fields: Mapping[str, type]) -> Body:
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        raise ArenaError("found no JSON, expected a JSON object") from None
    expected = ", ".join(fields) or "no fields"
    if not isinstance(read, dict) or read.keys() != fields.keys():
        raise ArenaError(f"expected a JSON object with {expected}")
    for name, kind in fields.items():
        if type(read[name]) is not kind:
            raise ArenaError(f"found another kind of {name}, expected {kind.__name__}")
    return read
