"""`python -m bench`: measure and print a table, each figure beside its target."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.clock import Clock
from bench import clock


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: `ok` if it is at most its target."""

    name: str
    figure: float
    unit: str
    target: float

    @property
    def ok(self) -> bool:
        return self.figure <= self.target


def timing(folder: Path, count: int) -> Iterator[Row]:
    """The referee's clock: bots that sleep exactly 50 ms; bots that use half of their limit."""
    sleeper = clock.compiled("sleeper", folder)
    long = Clock(time=5000)
    quiet = clock.errors(clock.played(clock.games(sleeper, 50, long, 10, 20)))
    yield Row(
        "measured time beyond 50 ms of sleep, idle, p99", clock.quantile(quiet, 0.99), "ms", 1
    )
    with clock.busy_loops(2):
        busy = clock.errors(clock.played(clock.games(sleeper, 50, long, 10, 20)))
    name = "measured time beyond 50 ms of sleep, beside two busy loops, p99"
    yield Row(name, clock.quantile(busy, 0.99), "ms", 5)
    half = clock.games(sleeper, 10, Clock(time=20), count, 30)
    lost = [r for r in clock.played(half, os.cpu_count()) if r.termination == "timeout"]
    yield Row(f"timeouts in {count} games of bots that use half of their limit", len(lost), "", 0)


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games at half of the limit")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = list(timing(Path(folder), chosen.games))
    if chosen.format == "json":
        print(json.dumps([asdict(row) | {"ok": row.ok} for row in rows], indent=1))
    else:
        print(
            f"{platform.platform()}, {os.cpu_count()} processors, Python {sys.version.split()[0]}"
        )
        for row in rows:
            mark = "ok" if row.ok else "over"
            print(f"{row.figure:10.3f} {row.unit:3} (at most {row.target:g})  {mark:5} {row.name}")
    sys.exit(not all(row.ok for row in rows))


if __name__ == "__main__":
    main()
