"""The command line is there at once: help costs little more than the library that reads it."""

from __future__ import annotations

import os
import sys

import pytest

pytestmark = pytest.mark.alone

ROUNDS = 6


def cost(*words: str) -> float:
    """Processor seconds that a command took, which a busy machine changes little."""
    silent = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    process = os.posix_spawn(words[0], words, os.environ, file_actions=[silent])
    _, status, usage = os.wait4(process, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime


def test_help_takes_at_most_half_as_long_again_as_importing_click() -> None:
    rounds = [
        (cost(sys.executable, "-c", "import click"), cost(sys.executable, "-m", "arena", "--help"))
        for _ in range(ROUNDS)
    ]
    click, arena = (min(times) for times in zip(*rounds, strict=True))
    print(f"arena --help takes {arena / click:.2f} times as long as importing click")
    assert arena < 1.5 * click
