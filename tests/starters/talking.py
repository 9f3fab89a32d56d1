"""Talks to a starter without a referee: all that is said to it at once, then all it answers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arena.plan.bots import from_folder

HELLO = ("arena 1",)
SHELL = "newgame {id} game=what-the-shell seat={seat} seed={seed} time=1000 margin=20"
VELETAS = "newgame {id} game=veletas seat={seat} seed={seed} size={size} time=1000 margin=20"
EMPTY = "........./" * 8 + "......... -"


@dataclass(frozen=True)
class Said:
    """What a starter has said, and how it ended."""

    lines: tuple[str, ...]
    errors: str
    status: int

    def moves(self) -> list[tuple[int, str]]:
        """The turn and the move of each answer."""
        words = [line.split(" ") for line in self.lines if line.startswith("move ")]
        return [(int(turn), move) for _, turn, move in words]


@dataclass(frozen=True)
class Starter:
    language: str
    folder: Path

    def hears(self, *lines: str, end: str = "\n", quits: bool = True) -> Said:
        """What the starter says to these lines."""
        heard = [*lines, "quit"] if quits else lines
        return self.hears_bytes("".join(f"{line}{end}" for line in heard).encode())

    def hears_bytes(self, heard: bytes) -> Said:
        bot = from_folder(self.folder)
        done = subprocess.run(
            bot.command, input=heard, capture_output=True, cwd=self.folder, timeout=100, check=False
        )
        said = done.stdout.decode()
        assert said.endswith("\n") or not said
        return Said(tuple(said.splitlines()), done.stderr.decode(), done.returncode)


def asked(positions: Iterable[str], first: int = 1) -> list[str]:
    """A turn for each position."""
    turns = enumerate(positions, first)
    return [line for turn, text in turns for line in (f"state {text}", f"go {turn} time=1000")]
