"""From `--cluster` to a pool: a cluster that is there, or one on this machine for trying."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import dask.config
import distributed

from arena.cluster.link import Link
from arena.cluster.pool import ClusterPool
from arena.cluster.roster import PROCESSORS, Patience
from arena.errors import ArenaError, RunError
from arena.plan.tournament import Tournament
from arena.workers.processors import needed
from engines.base import quoted

CONNECTING = 10.0
"""Seconds to reach a scheduler."""
_DEAF = "import signal; signal.signal(signal.SIGINT, lambda *_: None)"
"""Lets workers here not end by the Ctrl-C that a terminal sends to all processes of a run."""
_dask: Any = distributed  # what it offers has no types
_ADDRESS = re.compile(r"(tcp|tls)://(?P<host>\[[^\]]+\]|[^:/]+):\d+")
_LOCAL = re.compile(r"local:([1-9]\d{0,2})")
_LOOPBACK = re.compile(r"localhost|127\.[\d.]+|\[::1\]")


@contextmanager
def joined(
    text: str,
    tournament: Tournament,
    note: Callable[[str], None],
    patience: Patience | None = None,
) -> Iterator[ClusterPool]:
    """The pool that `--cluster` says, open in the block: an address such as `tcp://HOST:8786`,
    or `local:N` for N workers on this machine, each fit for the tournament's games.

    Raises ArenaError for another text, RunError if nobody is there.
    """
    _silence()
    if found := _LOCAL.fullmatch(text):
        processors = max(needed(contest.game) for contest in tournament.contests)
        with _local(int(found[1]), processors) as address, _client(address) as client:
            client.wait_for_workers(int(found[1]), timeout=60)
            yield ClusterPool(Link(client), note, patience)
        return
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise ArenaError(
            f"found --cluster {quoted(text)}, expected tcp://HOST:PORT, tls://HOST:PORT "
            "or local:N, N from 1 to 999"
        )
    if text.startswith("tcp:") and not _LOOPBACK.fullmatch(found["host"]):
        note(
            "this cluster is open: whoever reaches it can run programs on all of its machines, "
            "and nothing said is secret; docs/cluster.md tells how to use TLS"
        )
    with _client(text) as client:
        yield ClusterPool(Link(client), note, patience)


def _silence() -> None:
    """Keep Dask from telling of what is told here; it gives some of its loggers levels of their
    own."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to a scheduler, which is not sought again once it is lost."""
    if refusal := _unspeakable(address):
        raise RunError(f"cannot speak to {address}: {refusal}")
    try:
        _dask.utils.LoopRunner().run_sync(_reach, address)
        client = _dask.Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise RunError(f"found no scheduler of a cluster at {address}: {_why(error)}") from None
    try:
        yield client
    finally:
        # All that the run is to keep has been kept; that the connection closes is not worth a wait.
        with suppress(TimeoutError):
            client.close(timeout=2)


async def _reach(address: str) -> None:
    """Raise OSError or TimeoutError if nobody answers there, ValueError if it is no scheduler.

    A Client would wait for ever for who says nothing, and take any answer for Dask's own.
    """
    certified = _dask.Security().get_connection_args("client")
    try:
        async with (
            asyncio.timeout(CONNECTING + 2),
            _dask.rpc(address, timeout=CONNECTING, connection_args=certified) as there,
        ):
            kind = (await there.identity())["type"]
    except (OSError, TimeoutError):
        raise
    except Exception:  # whatever Dask makes of another program's bytes
        kind = ""
    if kind != "Scheduler":
        found = "a worker" if kind == "Worker" else "another program"
        raise ValueError(f"{found} answers there")


def _why(error: BaseException) -> str:
    """What lies beneath an error of Dask, on a line."""
    while error.__cause__:
        error = error.__cause__
    text = getattr(error, "strerror", None) or str(error)
    return text.partition("\n")[0] or f"no answer in {CONNECTING:g} seconds"


def _unspeakable(address: str) -> str:
    """Why what Dask is told of encryption here does not go with this address, or nothing."""
    security = _dask.Security()
    try:
        certified = security.get_connection_args("client")["ssl_context"] is not None
    except OSError as error:
        return f"the certificate or key of DASK_DISTRIBUTED__COMM__TLS__… cannot be read: {error}"
    if address.startswith("tls:") and not certified:
        return "no certificate is set here; docs/cluster.md tells how"
    if address.startswith("tcp:") and security.require_encryption:
        return "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION is set here, expected tls://"
    return ""


@contextmanager
def _local(workers: int, processors: int) -> Iterator[str]:
    """A cluster on this machine; its address. On loopback nothing needs to be encrypted."""
    settings = {
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.limit": "1h",
        "distributed.comm.require-encryption": False,
    }
    with (
        dask.config.set(settings),
        _dask.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            resources={PROCESSORS: processors},
            memory_limit=None,
            dashboard_address="127.0.0.1:0",
            protocol="tcp",
            silence_logs=logging.CRITICAL,
            preload=[_DEAF],
        ) as cluster,
    ):
        yield cluster.scheduler_address
