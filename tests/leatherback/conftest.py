"""The bot leatherback, built once for all tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from arena import resources
from arena.plan.bots import read_description
from arena.plan.building import build

FOLDER = resources.folder("bots") / "leatherback"


@pytest.fixture(scope="session")
def leatherback() -> Path:
    """The built program. Without a compiler the test fails in CI, and is skipped elsewhere."""
    if not shutil.which("cargo"):
        no = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        no("leatherback needs cargo to be built")
    build(read_description(FOLDER), sandbox="none")
    return FOLDER / "target" / "release" / "leatherback"
