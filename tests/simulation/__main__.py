"""Write the tables of the simulation into a page.

    python -m tests.simulation --write docs/ratings.md

Without `--write` they are printed. The tables replace what stands between the page's marks.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.simulation.leagues import SHAPES, League, Shape, league
from tests.simulation.measure import ESTIMATED, GIVEN, Measured, fold, measure

BEGIN, END = "<!-- simulation: begin -->", "<!-- simulation: end -->"
WIDTHS = (0.4, 2.0)


def main() -> None:
    """Simulate, and write or print both tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--leagues", type=int, default=2000, help="of each shape, first table")
    parser.add_argument("--estimated", type=int, default=500, help="of each kind, second table")
    parser.add_argument("--write", type=Path, help="a page with the marks")
    asked = parser.parse_args()
    text = f"{first_table(asked.leagues)}\n\n{second_table(asked.estimated)}\n"
    if asked.write is None:
        print(text)
    else:
        before, rest = asked.write.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        page = f"{before}{BEGIN}\n{text}{END}{after}"
        asked.write.write_text(page, encoding="utf-8")


def first_table(number: int) -> str:
    """Skills drawn from the prior that both methods assume."""
    lines = [
        f"**Skills drawn from the prior, {number} leagues of each shape**",
        "",
        "| league | games | posterior: skills in 95% | differences in 95% | error "
        "| fold: skills in 95% | differences in 95% | error |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for shape in SHAPES:
        leagues = _leagues(shape, number)
        own, other = measure(GIVEN, leagues), measure(fold, leagues)
        games = len(leagues[0].results)
        lines.append(f"| {shape.name} | {games} | {_told(own)} | {_told(other)} |")
    return "\n".join(lines)


def second_table(number: int) -> str:
    """Skills that spread otherwise than the prior says, so that it is estimated."""
    lines = [
        f"**Prior estimated, skills 0.4 and 2 times as wide, {number} leagues of each kind**",
        "",
        "| league | wide | estimated: skills in 95% | differences in 95% | error "
        "| given as 25/3: skills in 95% | differences in 95% | error |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for shape in SHAPES:
        for width in WIDTHS:
            leagues = _leagues(shape, number, width)
            own, other = measure(ESTIMATED, leagues), measure(GIVEN, leagues)
            lines.append(f"| {shape.name} | {width:g} | {_told(own)} | {_told(other)} |")
    return "\n".join(lines)


def _leagues(shape: Shape, number: int, width: float = 1.0) -> list[League]:
    return [league(shape, seed, width) for seed in range(number)]


def _told(found: Measured) -> str:
    skills = f"{found.skills:.1%} ± {found.skills_error:.1%}"
    return f"{skills} | {found.differences:.1%} | {found.error:.2f}"


if __name__ == "__main__":
    main()
