"""The bench's C programs: floors, and bots that answer at once."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCES = Path(__file__).parent


def compiled(name: str, folder: Path) -> Path:
    """The bench's C bot `name`, built in `folder`. Raises RuntimeError without a C compiler."""
    return _built(SOURCES / "bots" / f"{name}.c", folder)


def floor(name: str, folder: Path, *words: object) -> float:
    """What a floor prints: the program `name`, built in `folder`, run with these words."""
    command = [str(_built(SOURCES / f"{name}.c", folder)), *map(str, words)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def _built(source: Path, folder: Path) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        raise RuntimeError("no C compiler (cc) was found")
    target = folder / source.stem
    if not target.exists():
        subprocess.run([compiler, "-O2", "-o", target, source], check=True)
    return target
