"""Whom the server answers, and what every answer tells the browser: load from here alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class SecurityHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, sending)


class KnownHosts:
    """Refuses requests for other names than these, so that no foreign site can read the pages by
    letting its own name lead here (DNS rebinding). Without names it takes all."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._names and _host(scope) not in self._names:
            answer = PlainTextResponse("this server is not known by that name\n", 400)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _host(scope: Scope) -> str:
    """The name that was asked for, without brackets and port."""
    shape = re.fullmatch(r"(?:\[(.*)\]|([^:]*))(?::\d+)?", Headers(scope=scope).get("host", ""))
    return (shape[1] or shape[2] or "").lower() if shape else ""
