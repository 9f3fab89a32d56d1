"""Packages that not everybody needs: what is told where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arena.errors import ArenaError

PACKAGES = {
    "web": ("jinja2", "starlette", "uvicorn"),
    "cluster": ("dask", "distributed"),
}
"""The packages of each extra."""


@contextmanager
def needing(extra: str, who: str) -> Iterator[None]:
    """Raise ArenaError, with the command that helps, if an import in the block lacks one of the
    extra's packages."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES[extra]:
            raise
        told = f"{who} needs {package}; install it with: pip install 'engine-arena[{extra}]'"
        raise ArenaError(told) from None
