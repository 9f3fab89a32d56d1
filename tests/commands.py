"""Runs the `arena` command as a user would: a real process in a folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ARENA = (sys.executable, "-m", "arena")


def arena(*words: object, cwd: Path, status: int | None = 0) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; `status` is the exit status it must have (None: any)."""
    done = subprocess.run(
        [*ARENA, *map(str, words)], cwd=cwd, capture_output=True, text=True, check=False
    )
    if status is not None:
        assert done.returncode == status, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


def start(*words: object, cwd: Path, start_new_session: bool = False) -> subprocess.Popen[str]:
    """Start a command and leave it running."""
    return subprocess.Popen(
        [*ARENA, *map(str, words)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "100"},
        start_new_session=start_new_session,
    )


@contextmanager
def running(*words: object, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that was started, and that has ended after the block whatever comes of it."""
    process = start(*words, cwd=cwd)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def await_line(process: subprocess.Popen[str], text: str) -> None:
    """Read what a command says until a line of it has this text."""
    assert process.stdout
    said: list[str] = []
    while not (said and text in said[-1]):
        said.append(process.stdout.readline())
        assert said[-1], f"it ended without {text!r}: {said}"


def wait_for(condition: object, seconds: float = 20.0, pause: float = 0.01) -> None:
    """Wait until `condition()` holds, which is asked after each pause."""
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(pause)


def living(mark: str) -> list[int]:
    """The processes that have `mark` in their command line, zombies left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if mark in command and state not in "ZX":
            found.append(int(folder.name))
    return found


def interrupt(process: subprocess.Popen[str]) -> None:
    """What Ctrl-C does."""
    process.send_signal(signal.SIGINT)
