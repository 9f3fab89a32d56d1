"""Where the files lie that come with the arena: bots and tournaments."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(kind: str) -> Path:
    """The folder `bots` or `tournaments`: inside an installed wheel, else in the repository."""
    packed = _PACKAGE / "bundled" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind
