"""Talks to leatherback without a referee."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from subprocess import PIPE

NEW = "newgame 1 game={game} seat={seat} seed={seed}{size} time=60000 margin=20"
EMPTY = "/".join(["." * 9] * 9) + " -"


@dataclass(frozen=True)
class Talk:
    """What a process said, and how it ended."""

    said: list[str]
    errors: str
    code: int


def talk(program: Path, lines: Iterable[str]) -> Talk:
    """It hears these lines, and `quit` once it has answered them all or has ended."""
    with subprocess.Popen([program], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as running:
        tell(running, *lines, "ping last")
        said = list(takewhile(lambda line: line != "pong last\n", running.stdout or ()))
        _, errors = running.communicate("quit\n", timeout=100)
    return Talk([line.rstrip("\n") for line in said], errors, running.returncode)


def tell(running: subprocess.Popen[str], *lines: str) -> None:
    assert running.stdin
    running.stdin.write("".join(f"{line}\n" for line in lines))
    running.stdin.flush()


def hears(program: Path, lines: Iterable[str]) -> list[str]:
    """What it says to these lines, without an error."""
    done = talk(program, lines)
    assert (done.code, done.errors) == (0, "")
    return done.said


def new_game(game: str, seat: int = 1, seed: int = 5, size: int = 0) -> str:
    return NEW.format(game=game, seat=seat, seed=seed, size=f" size={size}" if size else "")


def thoughts(said: Iterable[str]) -> list[dict[str, str]]:
    """The fields of each `info`."""
    lines = [line.split()[1:] for line in said if line.startswith("info ")]
    return [dict(field.split("=", 1) for field in fields) for fields in lines]


def chosen(said: Iterable[str]) -> list[str]:
    return [line.split()[2] for line in said if line.startswith("move ")]
