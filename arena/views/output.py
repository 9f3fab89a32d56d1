"""A frame as text: CSV or JSON; a frame or a grid as a table for eyes or as Markdown."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

from arena.printable import printable

if TYPE_CHECKING:
    from pandas import DataFrame

FORMATS = ("table", "csv", "json", "md")
ROUNDED = {
    **dict.fromkeys(("mu", "sigma", "exposure", "expected"), "z.2f"),
    **dict.fromkeys(("elo", "elo_low", "elo_high", "low", "high"), "z.1f"),
    **dict.fromkeys(("mean", "median", "p95", "max"), "z.1f"),
    **dict.fromkeys(("score", "share", "peak"), "z.3f"),
    **dict.fromkeys(("los", "better"), "z.4f"),
    "p": ".2g",
}
"""How tables and Markdown write the columns that they round."""
UNLIMITED = 100_000
"""The width of what is not written to a terminal."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table that is laid out: its columns' names, which may be equal, whether each stands to
    the right, and rows of texts."""

    names: tuple[str, ...]
    right: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]


def records(frame: DataFrame) -> list[Record]:
    """The frame's rows as plain Python values by column name."""
    return [
        {str(name): _plain(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _plain(value: Any) -> Any:
    """The value, or None for what pandas holds in the place of nothing."""
    return None if isinstance(value, float) and value != value else value


def to_json(frame: DataFrame) -> str:
    """A list of objects, one a line, nothing rounded; null for what is infinite."""
    lines = [json.dumps(finite(record), ensure_ascii=False) for record in records(frame)]
    return "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"


def finite(record: Record) -> Record:
    """The record without infinite numbers, which JSON has not."""
    return {
        name: None if isinstance(value, float) and isinf(value) else value
        for name, value in record.items()
    }


def to_csv(frame: DataFrame) -> str:
    """A line of names and a line for each row, nothing rounded; lists and objects are JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    for record in records(frame):
        writer.writerow([_csv_cell(value) for value in record.values()])
    return text.getvalue().rstrip("\n")


def _csv_cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def to_table(shown: DataFrame | Grid, title: str, width: int | None = None) -> str:
    """The title above aligned columns, numbers to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = laid_out(shown)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name, right in zip(grid.names, grid.right, strict=True):
        table.add_column(
            Text(printable(name)), justify="right" if right else "left", overflow="fold"
        )
    for row in grid.rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(file=io.StringIO(), width=width or UNLIMITED)
    with console.capture() as capture:
        console.print(table)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return "\n".join([title, *(line for line in lines if line)])


def to_markdown(shown: DataFrame | Grid, title: str) -> str:
    """The title in bold above a Markdown table."""
    grid = laid_out(shown)
    rule = tuple("---:" if right else "---" for right in grid.right)
    rows = [[_marked(cell) for cell in row] for row in (grid.names, rule, *grid.rows)]
    return "\n".join([f"**{title}**", "", *(f"| {' | '.join(row)} |" for row in rows)])


def _marked(cell: str) -> str:
    return printable(cell).replace("|", "\\|")


def laid_out(shown: DataFrame | Grid) -> Grid:
    """The frame as people read it; a grid is laid out already."""
    if isinstance(shown, Grid):
        return shown
    names = tuple(map(str, shown.columns))
    right = tuple(kind.kind in "if" for kind in shown.dtypes)
    rows = tuple(
        tuple(_cell(name, value) for name, value in record.items()) for record in records(shown)
    )
    return Grid(names, right, rows)


def two_columns(frame: DataFrame) -> Grid:
    """A frame's only row, turned: a line for each of its values, written as in a table."""
    grid = laid_out(frame)
    (values,) = grid.rows
    rows = tuple(zip(grid.names, values, strict=True))
    return Grid(("column", "value"), (False, False), rows)


def _cell(name: str, value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, float):
        return format(value, ROUNDED.get(name, ".12g"))
    if isinstance(value, dict):
        return " ".join(f"{key}={each}" for key, each in value.items())
    if isinstance(value, list):
        told = value if any(each is not None for each in value) else [None]
        return ", ".join("-" if each is None else str(each) for each in told)
    return "-" if value is None else str(value)
