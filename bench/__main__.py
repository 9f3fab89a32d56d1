"""`python -m bench`: measure, and print each figure beside its target. See bench/README.md."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from arena.store.header import this_host
from bench import clock, cluster, platform, referee, rules, runs, starts
from bench.figures import QUICK, Effort, Row

PARTS = {
    "referee": referee.rows,
    "runs": runs.rows,
    "cluster": cluster.rows,
    "starts": starts.rows,
    "rules": rules.rows,
    "platform": platform.rows,
    "clock": clock.rows,
}


def main() -> None:
    """Run the bench; the exit status is 1 if a figure misses its target, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="a part; may be repeated")
    parser.add_argument("--quick", action="store_true", help="little of everything: a rough look")
    parser.add_argument("--games", type=int, help="games at half of the limit (clock)")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    chosen = parser.parse_args()
    if chosen.games is not None and chosen.games < 1:
        parser.exit(2, f"{parser.prog}: --games: found {chosen.games}, expected at least 1\n")
    effort = QUICK if chosen.quick else Effort()
    if chosen.games is not None:
        effort = replace(effort, half=chosen.games)
    found = _measured(chosen.only or list(PARTS), effort)
    if chosen.format == "json":
        rows = list(found)
        print(json.dumps([row.as_json() for row in rows], indent=1, ensure_ascii=False))
    else:
        rows = list(_told(found))
    sys.exit(not all(row.ok for row in rows))


def _measured(parts: Sequence[str], effort: Effort) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for part in parts:
            yield from PARTS[part](Path(folder), effort)


def _told(rows: Iterator[Row]) -> Iterator[Row]:
    """The rows, each printed as soon as it is there."""
    print(this_host())
    print(f"{'ratio':>8}  {'spread':17}  {'target':15}  ok")
    for row in rows:
        spread = f"{min(row.ratios):.2f} to {max(row.ratios):.2f}"
        target = f"{'at least' if row.at_least else 'at most'} {row.target:g}"
        mark = "ok" if row.ok else "NO"
        print(f"{row.ratio:8.2f}  {spread:17}  {target:15}  {mark}  {row.name}", flush=True)
        if row.note:
            print(f"{'':50}{row.note}")
        yield row


if __name__ == "__main__":
    main()
