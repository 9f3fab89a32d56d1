"""What all tests share: examples drawn by hypothesis have no deadline, since machines differ."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from arena import resources
from arena.plan.bots import read_description
from arena.plan.building import build
from arena.referee.warm import WarmBots
from tests.tools import lacking

settings.register_profile("arena", deadline=None)
settings.load_profile("arena")


@pytest.fixture(scope="module")
def bots() -> Iterator[WarmBots]:
    """Processes of bots that stay from game to game."""
    warm = WarmBots()
    yield warm
    warm.close()


@pytest.fixture(scope="session")
def leatherback() -> Path:
    """The bundled bot of this name, built once: its program. Without a compiler the test fails in
    CI, and is skipped elsewhere."""
    if not shutil.which("cargo"):
        lacking("leatherback needs cargo to be built")
    folder = resources.folder("bots") / "leatherback"
    build(read_description(folder), sandbox="none")
    return folder / "target" / "release" / "leatherback"
