"""What was read of a store, kept until the store changes; safe between threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

Value = TypeVar("Value")

MOST = 200
"""How many values of one state of a store are kept."""


class Kept:
    """Values by key, all of one state of a store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._values: dict[Hashable, Future[Any]] = {}

    def get(self, state: Hashable, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of this key in this state, which is made once, whoever asks for it."""
        with self._lock:
            if state != self._state or len(self._values) >= MOST:
                self._state, self._values = state, {}
            values, found = self._values, self._values.get(key)
            promised = found or values.setdefault(key, Future())
        if found is None:
            self._fulfil(promised, make)
            if promised.exception():
                values.pop(key, None)
        value: Value = promised.result()
        return value

    @staticmethod
    def _fulfil(promised: Future[Any], make: Callable[[], Any]) -> None:
        try:
            promised.set_result(make())
        except BaseException as error:
            promised.set_exception(error)
