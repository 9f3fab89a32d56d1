"""A command in a terminal, as a person has it before them."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest

from tests.commands import ARENA

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
PATIENCE = 60.0
"""Seconds that something may take to be shown on a busy machine."""


class Terminal:
    """An `arena` command in a terminal of its own, of 100 columns and 40 lines, which ends with
    the `with` block. `said` is all that was shown, with the signs that move the cursor."""

    def __init__(self, *words: object, cwd: Path) -> None:
        self._screen, theirs = pty.openpty()
        size = {"COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [*ARENA, *map(str, words)],
            cwd=cwd,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | size | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
            text=True,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(theirs)
        self.said = ""
        self._past = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)

    def type(self, text: str) -> None:
        """What a person types."""
        os.write(self._screen, text.encode())

    def shows(self, pattern: str) -> re.Match[str]:
        """Read on until what was shown since the last match fits the pattern."""
        until = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self._unread(), re.DOTALL)):
            assert time.monotonic() < until, self._unread()
            if not self._reads_on():
                pytest.fail(f"the command has ended: {self._unread()}")
        self._past += found.end()
        return found

    def ends(self) -> int:
        """The exit status, once the command has ended. What it shows until then is read: a full
        terminal would keep it waiting."""
        until = time.monotonic() + PATIENCE
        while self._reads_on() and self.process.poll() is None:
            assert time.monotonic() < until, self._unread()
        return self.process.wait(PATIENCE)

    def _unread(self) -> str:
        return CONTROL.sub("", self.said)[self._past :]

    def _reads_on(self) -> bool:
        """Read what is shown next, if it comes soon; False if the terminal is nobody's any more."""
        if select.select([self._screen], [], [], 0.2)[0]:
            try:
                self.said += os.read(self._screen, 65536).decode(errors="replace")
            except OSError:
                return False
        return True


def _own_terminal() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which a shell's background jobs ignore
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
