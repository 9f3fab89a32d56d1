"""The web server: listens, says where, and serves until it is told to stop."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from arena.errors import RunError
from arena.sitting.house import House
from arena.sitting.roster import Roster
from arena.web.app import application
from arena.web.runs import Runs

LONGEST_REQUEST = 1 << 20
"""Bytes of a request's head: an address may name a bot with a long name."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    paths: Iterable[Path], play: Path | None, host: str, port: int, say: Callable[[str], None]
) -> None:
    """Serve pages over the stores at these paths; let people play if there is a path at which to
    keep their games. Port 0 is any that is free."""
    runs = Runs(paths)
    with _house(play, runs) as house:
        _serve(runs, house, host, port, say)


def _serve(
    runs: Runs, house: House | None, host: str, port: int, say: Callable[[str], None]
) -> None:
    with _listen(host, port) as listening, suppress(KeyboardInterrupt):
        bound = listening.getsockname()[1]
        app = application(runs, _hosts(host), house, closing=lambda: server.should_exit)
        config = uvicorn.Config(
            app,
            log_level="warning",
            lifespan="off",
            h11_max_incomplete_event_size=LONGEST_REQUEST,
        )
        address = f"http://{f'[{host}]' if ':' in host else host}:{bound}/"
        server = _Server(config, lambda: say(f"{address} (Ctrl-C ends it)"))
        server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that tells when it has begun: from then on it hears a Ctrl-C."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._begun()


def _hosts(host: str) -> tuple[str, ...]:
    """The names under which a server on this host is asked for; none if they are not known."""
    return (*LOOPBACK, host) if host in LOOPBACK else ()


@contextmanager
def _house(play: Path | None, runs: Runs) -> Iterator[House | None]:
    """The house of those who play; at its end all that it has started is ended, too, even if
    that end is a SIGTERM."""
    if play is None:
        yield None
        return
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))

    def serve_it() -> None:
        if runs.key_of(play) is None:
            runs.add(play)

    with House(play, Roster(runs.bots), kept=serve_it) as house:
        if play.exists():
            serve_it()
        yield house


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror  # below 0 it is a name's
        raise RunError(f"cannot listen on {host} port {port}: {why}") from None
