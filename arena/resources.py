"""Where the files lie that come with the arena: bots, starters and tournaments."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_REPOSITORY = {"starters": "protocol/starters"}
"""Where a kind lies in the repository if its folder is not of that name."""


def folder(kind: str) -> Path:
    """The folder `bots`, `starters` or `tournaments`: in an installed wheel, or the repository."""
    packed = _PACKAGE / "bundled" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / _IN_REPOSITORY.get(kind, kind)
