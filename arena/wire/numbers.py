"""Whole numbers as the protocol writes them."""

from __future__ import annotations

DIGITS = 18
"""A number has at most so many, so that it fits into 64 bits."""


def count(text: str) -> int | None:
    """A whole number without a sign, or None; long runs of digits are no count."""
    if not (text.isascii() and text.isdigit()) or len(text) > DIGITS:
        return None
    return int(text)


def integer(text: str) -> int | None:
    """The same, with a minus sign or without."""
    if text.startswith("-"):
        number = count(text[1:])
        return None if number is None else -number
    return count(text)
