"""Talks to leatherback without a referee."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

NEW = "newgame 1 game={game} seat={seat} seed={seed}{size} time=60000 margin=20"
EMPTY = "/".join(["." * 9] * 9) + " -"


def hears(program: Path, lines: Iterable[str]) -> list[str]:
    """What it says to these lines and then `quit`."""
    heard = "".join(f"{line}\n" for line in [*lines, "quit"])
    done = subprocess.run([program], input=heard, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def new_game(game: str, seat: int = 1, seed: int = 5, size: int = 0) -> str:
    return NEW.format(game=game, seat=seat, seed=seed, size=f" size={size}" if size else "")


def thoughts(said: Iterable[str]) -> list[dict[str, str]]:
    """The fields of each `info`."""
    lines = [line.split()[1:] for line in said if line.startswith("info ")]
    return [dict(field.split("=", 1) for field in fields) for fields in lines]


def chosen(said: Iterable[str]) -> list[str]:
    return [line.split()[2] for line in said if line.startswith("move ")]
