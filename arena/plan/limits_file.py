"""Reads what a tournament file says of `limits` and `sandbox`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena import sizes
from arena.limits import SANDBOXES, Limits
from arena.plan.yaml_file import Value

MIB = 2**20
_READERS: Mapping[str, Callable[[Value], int]] = {
    "memory": lambda value: _size(value, 16 * MIB, 2**50),
    "processes": lambda value: value.whole(1, 100_000),
    "open_files": lambda value: value.whole(16, 1_000_000),
    "file_size": lambda value: _size(value, 1024, 2**50),
    "stderr": lambda value: _size(value, 1024, MIB),
}


def read(limits: Value | None, sandbox: Value | None) -> Limits:
    """The limits of every bot in the tournament. Raises ArenaError with the line."""
    entries = limits.mapping(tuple(_READERS)) if limits else {}
    bounds = {key: _READERS[key](value) for key, value in entries.items()}
    return Limits(**bounds, sandbox=sandbox.word(SANDBOXES, "a word") if sandbox else "none")


def _size(value: Value, low: int, high: int) -> int:
    if value.kind not in ("text", "number"):
        raise value.refusal(sizes.EXPECTED)
    try:
        size = sizes.parse(value.raw)
    except ValueError as error:
        raise value.refusal(str(error)) from None
    if not low <= size <= high:
        raise value.refusal(f"{sizes.written(low)} to {sizes.written(high)}")
    return size
