"""Server-sent events: whoever looks at a run is told when its store has changed.

However many look, one watcher per run asks once a second; what is shown to several is rendered
once. What takes long to render is sent at longer intervals, for a run may be at play beside it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.errors import ArenaError
from arena.web.parts import parts
from arena.web.rendering import run_of
from arena.web.runs import Run
from arena.web.view import View, view_of

PAUSE = 1.0
"""Seconds between two looks at a store."""
BEAT = 10.0
"""Seconds of silence after which a sign of life is sent."""
REST = 20.0
"""How many times as long as it has rendered a stream rests before it renders again."""
LONGEST_REST = 60.0


class Watch:
    """Looks at a run for as long as somebody wants to hear of it."""

    def __init__(self, run: Run, closing: Callable[[], bool]) -> None:
        self._run = run
        self._closing = closing
        self._listeners = 0
        self._looking: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._number = 0
        self._state: Hashable = None

    async def changes(self) -> AsyncIterator[bool]:
        """True at once and whenever the run has changed, False after some silence."""
        self._listeners += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        heard = -1
        try:
            while True:
                changed = await self._later_than(heard)
                heard = self._number
                yield changed
        finally:
            self._listeners -= 1

    async def _later_than(self, heard: int) -> bool:
        try:
            async with asyncio.timeout(BEAT), self._news:
                await self._news.wait_for(lambda: self._number != heard)
        except TimeoutError:
            return False
        return True

    async def _look(self) -> None:
        while self._listeners:
            state: Hashable = self._closing() or await run_in_threadpool(_state, self._run)
            if state != self._state:
                async with self._news:
                    self._state, self._number = state, self._number + 1
                    self._news.notify_all()
            await asyncio.sleep(PAUSE)


def _state(run: Run) -> Hashable:
    """A run's state, or why it has none any more."""
    try:
        return run.state()
    except ArenaError as error:
        return str(error)


class Watches:
    """The watches of all runs, by key; they end when the server is `closing`."""

    def __init__(self, closing: Callable[[], bool]) -> None:
        self.closing = closing
        self._watches: dict[str, Watch] = {}

    def of(self, run: Run) -> Watch:
        """The one watch of a run."""
        return self._watches.setdefault(run.key, Watch(run, self.closing))


def events(request: Request) -> Response:
    """The parts of a run's page, now and when they change, but for those that the page `has`."""
    run, view = run_of(request), view_of(request)
    has = dict(each.partition(":")[::2] for each in request.query_params.getlist("has"))
    stream = _stream(request.app.state.watches, run, view, request, has)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _stream(
    watches: Watches, run: Run, view: View, request: Request, sent: dict[str, str]
) -> AsyncIterator[str]:
    async for changed in watches.of(run).changes():
        if watches.closing() or await request.is_disconnected():
            return
        if not changed:
            yield ": still here\n\n"
            continue
        began = time.monotonic()
        try:
            yield await run_in_threadpool(_update, run, view, sent)
        except ArenaError as error:
            yield _event("trouble", {"cause": str(error)})
        await _rest(REST * (time.monotonic() - began), watches.closing)


async def _rest(seconds: float, closing: Callable[[], bool]) -> None:
    until = time.monotonic() + min(LONGEST_REST, seconds)
    while not closing() and (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(PAUSE, left))


def _update(run: Run, view: View, sent: dict[str, str]) -> str:
    """The parts that have changed since they were sent."""
    found = {name: part for name, part in parts(run, view).items() if part}
    news = {name: part for name, part in found.items() if sent.get(name) != part.mark}
    sent |= {name: part.mark for name, part in news.items()}
    told = {name: {"mark": part.mark, "html": part.html} for name, part in news.items()}
    return _event("update", {"parts": told})


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
