"""What all tests share: examples drawn by hypothesis have no deadline, since machines differ, and
tests that measure have the machine to themselves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from arena import resources
from arena.plan.bots import read_description
from arena.plan.building import build
from arena.referee.warm import WarmBots
from tests import company
from tests.tools import lacking

settings.register_profile("arena", deadline=None)
settings.load_profile("arena")


@pytest.fixture(autouse=True)
def _turn(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Where several processes run the tests, nothing runs beside one that is marked `alone`."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    folder = tmp_path_factory.getbasetemp().parent  # of all the processes
    with company.turn(folder, alone="alone" in request.keywords):
        yield


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
