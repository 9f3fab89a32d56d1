"""The link between a run and its cluster: all that is said to Dask, in the words of the arena.

Whoever is not answered gets a RunError of one line; a scheduler that was lost stays so, for its
games are lost with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

from distributed import KilledWorker
from distributed.client import FutureCancelledError

from arena.cluster.orders import Answer
from arena.cluster.roster import PROCESSORS
from arena.errors import RunError

ANSWER = 10.0
"""Seconds that the scheduler, or a worker, has to answer."""

Told = Callable[[Answer | Exception], None]


class WorkersDied(Exception):
    """A task was given to worker after worker, and each ended meanwhile."""


class Link:
    """Talks to the scheduler of `client`, an open `distributed.Client` (which has no types)."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._address = str(client.scheduler.address)
        self._futures: dict[str, Any] = {}

    @property
    def is_lost(self) -> bool:
        """Whether the scheduler is gone."""
        return bool(self._client.status != "running")

    def lost(self) -> RunError:
        """What there is to say then."""
        return RunError(
            f"the scheduler at {self._address} is lost; all games that ended are stored, "
            "and the same command plays the others"
        )

    def submit(
        self,
        key: str,
        processors: int,
        preferred: Collection[str] | None,
        told: Told,
        what: Callable[..., Answer],
        *values: object,
    ) -> None:
        """Have a worker with so many processors do something, one of the `preferred` if any of
        them is there. `told` is called with what came of it, from another thread."""
        future = self._client.submit(
            what,
            *values,
            key=key,
            resources={PROCESSORS: processors},
            workers=preferred,
            allow_other_workers=bool(preferred),
            pure=False,
        )
        self._futures[key] = future
        self._client.loop.add_callback(self._await, key, future, told)

    async def _await(self, key: str, future: Any, told: Told) -> None:
        result: Answer | Exception
        try:
            result = await future
        except FutureCancelledError:
            result = self.lost()
        except KilledWorker:
            result = WorkersDied()
        except Exception as error:
            result = error
        self._futures.pop(key, None)
        told(result)

    def workers(self) -> Mapping[str, Mapping[str, Any]]:
        """What the scheduler knows of its workers, by address."""
        found: Mapping[str, Mapping[str, Any]] = self._ask("identity")["workers"]
        return found

    def busy(self, prefix: str) -> set[str]:
        """The workers that have something to do whose key begins so."""
        found: Mapping[str, Collection[str]] = self._ask("processing", workers=None)
        return {
            worker for worker, keys in found.items() if any(key.startswith(prefix) for key in keys)
        }

    def dismiss(self, worker: str) -> None:
        """Let a worker go; what it had to do is given to others."""
        self._ask("unregister", address=worker, stimulus_id="arena-set-aside")

    def on(
        self,
        workers: list[str] | None,
        what: Callable[..., Any],
        *values: object,
        within: float = ANSWER,
    ) -> Any:
        """What each of the workers, None for all, returns or raises, as far as they answer within
        so many seconds."""
        how = {"workers": workers, "on_error": "return", "callback_timeout": within}
        with suppress(OSError, TimeoutError):
            return self._client.sync(self._client._run, what, *values, **how)
        return {}

    def give_up(self) -> None:
        """Forget all that is still to be done."""
        with suppress(OSError, TimeoutError):
            self._client.sync(
                self._client._cancel, list(self._futures.values()), callback_timeout=ANSWER
            )

    def _ask(self, what: str, **named: object) -> Any:
        """What the scheduler answers."""
        if self.is_lost:
            raise self.lost()
        try:
            asked = getattr(self._client.scheduler, what)
            return self._client.sync(asked, callback_timeout=ANSWER, **named)
        except (OSError, TimeoutError):
            raise self.lost() from None
