"""Makes what bots write safe to keep and to show on one line of a terminal. Pure."""

from __future__ import annotations


def printable(text: str, most: int | None = None, keep: str = "") -> str:
    """`text` with `?` for every sign that moves a cursor, turns the line around or hides: all
    control and format signs but those of `keep`. Past `most` signs it is cut, with an ellipsis.
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() or sign in keep else "?" for sign in text])
