"""What a test does where something is missing that it needs, and that not every machine has."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacking(reason: str) -> NoReturn:
    """End the test: it fails where CI is true, since nothing may be missing there, and is skipped
    elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
