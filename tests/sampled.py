"""Parameters of which the suite takes some and `pytest -m thorough` the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def more(value: object) -> Any:
    """A parameter that the suite leaves out."""
    return pytest.param(value, marks=pytest.mark.thorough)


def every(step: int, values: Sequence[object]) -> list[Any]:
    """All of them, of which the suite takes one in `step`."""
    return [more(value) if number % step else value for number, value in enumerate(values)]
