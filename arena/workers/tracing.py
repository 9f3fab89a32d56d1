"""The file to which a worker writes every line of its games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from arena.record import GameSpec
from arena.referee.desk import Trace


class Tracer:
    """Appends games to a file. Where that fails it says so once, and the games go on without."""

    def __init__(self) -> None:
        self._has_failed = False

    @contextmanager
    def game(self, spec: GameSpec, path: str | None) -> Iterator[Trace | None]:
        """What is to be told the lines of a game; None if it is not to be traced."""
        if path is None or self._has_failed:
            yield None
            return
        file = self._open(path)

        def write(text: str) -> None:
            if file and not self._has_failed:
                with self._telling(path):
                    file.write(text)

        write(f"# game {spec.id}: {spec.game}, {' against '.join(spec.bots)}\n")
        try:
            yield lambda seat, direction, line: write(f"{seat}{direction} {line}\n")
        finally:
            if file:
                with self._telling(path):
                    file.close()

    def _open(self, path: str) -> TextIO | None:
        with self._telling(path):
            return open(path, "a", encoding="utf-8", errors="backslashreplace")
        return None

    @contextmanager
    def _telling(self, path: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not self._has_failed:
                told = f"cannot write the trace {path}: {error.strerror}"
                print(f"note: {told}; the games go on without it", file=sys.stderr, flush=True)
            self._has_failed = True
