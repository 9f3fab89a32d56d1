"""Each starter passes `arena check`."""

from __future__ import annotations

import pytest

from tests.commands import arena
from tests.starters.talking import Starter


def passes(starter: Starter) -> None:
    arena("check", starter.folder, cwd=starter.folder.parent)


@pytest.mark.parametrize("starter", ["c"], indirect=True)
def test_the_quickest_passes(starter: Starter) -> None:
    passes(starter)


@pytest.mark.slow
def test_it_passes(starter: Starter) -> None:
    passes(starter)
