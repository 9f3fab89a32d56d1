"""The web server: listens, says where, and serves until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from arena.errors import RunError
from arena.web.app import application
from arena.web.runs import Runs

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(paths: Iterable[Path], host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve pages over the stores at these paths. Port 0 is any that is free."""
    runs = Runs(paths)
    listening = _listen(host, port)
    bound = listening.getsockname()[1]
    say(f"http://{f'[{host}]' if ':' in host else host}:{bound}/ (Ctrl-C ends it)")
    hosts = (*LOOPBACK, host) if host in LOOPBACK else ("*",)
    config = uvicorn.Config(application(runs, hosts), log_level="warning", lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        raise RunError(f"cannot listen on {host} port {port}: {error.strerror}") from None
