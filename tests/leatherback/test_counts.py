"""Leatherback's own tests, where no answer shows what they test: counts that only a search of
minutes reaches."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from arena import resources
from tests.tools import lacking

pytestmark = pytest.mark.thorough
SOURCES = resources.folder("bots") / "leatherback"


def test_its_own_tests_pass(tmp_path: Path) -> None:
    if not shutil.which("cargo"):
        lacking("leatherback's tests need cargo")
    command = ["cargo", "test", "--quiet", "--offline", "--target-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 passed" not in done.stdout
