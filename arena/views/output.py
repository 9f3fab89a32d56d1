"""A frame as text: a table for eyes, CSV, JSON or Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
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
    lines = [json.dumps(_finite(record), ensure_ascii=False) for record in records(frame)]
    return "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"


def _finite(record: Record) -> Record:
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


def to_table(frame: DataFrame, title: str, width: int | None = None) -> str:
    """The title above aligned columns, numbers to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in frame.columns:
        right = _is_numeric(frame, name)
        table.add_column(
            Text(printable(name)), justify="right" if right else "left", overflow="fold"
        )
    for cells in _cells(frame):
        table.add_row(*(Text(cell) for cell in cells))
    console = Console(file=io.StringIO(), width=width or UNLIMITED)
    with console.capture() as capture:
        console.print(table)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return "\n".join([title, *(line for line in lines if line)])


def two_columns(frame: DataFrame) -> DataFrame:
    """A frame's only row, turned: a line for each of its values, written as in a table."""
    from pandas import DataFrame

    (cells,) = _cells(frame)
    return DataFrame({"column": list(frame.columns), "value": cells})


def to_markdown(frame: DataFrame, title: str) -> str:
    """The title in bold above a Markdown table."""
    rule = ["---:" if _is_numeric(frame, name) else "---" for name in frame.columns]
    rows = [[printable(str(name)) for name in frame.columns], rule, *_cells(frame)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([f"**{title}**", "", *lines])


def _is_numeric(frame: DataFrame, name: str) -> bool:
    return frame[name].dtype.kind in "if"


def _cells(frame: DataFrame) -> Iterator[list[str]]:
    for record in records(frame):
        yield [printable(_cell(name, value)) for name, value in record.items()]


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
