"""Server-sent events: whoever looks at a run is told when its store has changed.

However many look, one watcher per run asks once a second; what is shown to several is rendered
once. What takes long to render is sent at longer intervals, for a run may be at play beside it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.errors import ArenaError
from arena.web.parts import names, part
from arena.web.rendering import run_of
from arena.web.runs import Run
from arena.web.view import View, view_of

PAUSE = 1.0
"""Seconds between two looks at a store."""
BEAT = 10.0
"""Seconds of silence after which a sign of life is sent."""
QUICK = ("state",)
"""The parts that are sent with each change; the others when there has been rest enough."""
REST = 20.0
"""How many times as long as it has rendered them a stream rests before it renders them again."""
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

    @asynccontextmanager
    async def heard(self) -> AsyncIterator[Hearing]:
        """To hear of changes in the block."""
        self._listeners += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield Hearing(self)
        finally:
            self._listeners -= 1

    async def later_than(self, number: int, seconds: float) -> int:
        """The number of the latest change: at once if it is another than this, else when there is
        one, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self._number != number)
        return self._number

    async def _look(self) -> None:
        while self._listeners:
            state: Hashable = self._closing() or await run_in_threadpool(_state, self._run)
            if state != self._state:
                async with self._news:
                    self._state, self._number = state, self._number + 1
                    self._news.notify_all()
            await asyncio.sleep(PAUSE)


class Hearing:
    """What one listener has heard of."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._number = -1

    async def changed(self, seconds: float) -> bool:
        """Wait for news, so long at most; whether there are any."""
        before, self._number = self._number, await self._watch.later_than(self._number, seconds)
        return before != self._number


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
    rested, owing = 0.0, False
    async with watches.of(run).heard() as hearing:
        while not watches.closing() and not await request.is_disconnected():
            wait = max(0.0, min(BEAT, rested - time.monotonic())) if owing else BEAT
            if await hearing.changed(wait):
                owing = True
                yield await run_in_threadpool(_update, run, view, sent, QUICK)
            if not owing:
                yield ": still here\n\n"
            elif time.monotonic() >= rested:
                began, owing = time.monotonic(), False
                yield await run_in_threadpool(_update, run, view, sent)
                ended = time.monotonic()
                rested = ended + min(LONGEST_REST, REST * (ended - began))


def _update(run: Run, view: View, sent: dict[str, str], only: tuple[str, ...] = ()) -> str:
    """The event that tells of the parts (or those of them) that have changed since they were
    sent; or of the trouble in reading them."""
    try:
        found = {name: part(run, name, view) for name in only or names(run)}
    except ArenaError as error:
        return _event("trouble", {"cause": str(error)})
    news = {name: each for name, each in found.items() if sent.get(name) != each.mark}
    sent |= {name: each.mark for name, each in news.items()}
    told = {name: {"mark": each.mark, "html": each.html} for name, each in news.items()}
    return _event("update", {"parts": told})


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
