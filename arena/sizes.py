"""Sizes as people write them: a whole number and its unit, such as `512MiB` or `64KiB`."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"([0-9]{1,9})(KiB|MiB|GiB)", re.ASCII)
_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
EXPECTED = "a size with its unit, such as 64KiB, 512MiB or 2GiB"


def parse(text: str) -> int:
    """Bytes. Raises ValueError, saying what was expected."""
    shape = _SHAPE.fullmatch(text)
    if not shape:
        raise ValueError(EXPECTED)
    return int(shape[1]) * _UNITS[shape[2]]


def written(size: int) -> str:
    """The shortest text that `parse` reads as `size`, which is a whole number of KiB."""
    unit = max(unit for unit in _UNITS.values() if size % unit == 0)
    return f"{size // unit}{next(name for name, value in _UNITS.items() if value == unit)}"
