"""Every test of the referee ends with nothing left: no process, no descriptor, no file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import living, wait_for
from tests.referee.playing import Bench, descriptors


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Bots in an empty folder that are all gone afterwards, with everything they started."""
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    folder = tmp_path / "bots"
    folder.mkdir()
    before = descriptors()
    yield Bench(mark, folder)
    assert descriptors() == before
    assert not list(folder.iterdir())
    wait_for(lambda: not living(mark), 5)
