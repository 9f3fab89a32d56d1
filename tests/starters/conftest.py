"""Each starter, made into a bot as an author makes one, and built once for all tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena import starters
from arena.plan.bots import read_description
from arena.plan.building import build
from tests.sampled import more
from tests.starters.talking import Starter
from tests.tools import lacking

TOOLS = {
    "c": ("cc",),
    "cpp": ("c++",),
    "go": ("go",),
    "java": ("javac", "java"),
    "javascript": ("node",),
    "rust": ("cargo",),
    "shell": ("sh", "awk"),
}
"""The programs that a starter needs."""
SAMPLED = ("c", "python")
"""The starters that the suite tests; all are tested where more is asked for."""
EACH = [each if each in SAMPLED else more(each) for each in sorted(starters.CHOICES)]


@pytest.fixture(scope="session", params=EACH)
def starter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Starter:
    """A starter that can run. Without its tools the test fails in CI, and is skipped elsewhere."""
    language: str = request.param
    missing = [tool for tool in TOOLS.get(language, ()) if not shutil.which(tool)]
    if missing:
        lacking(f"the starter in {language} needs {', '.join(missing)}")
    folder: Path = tmp_path_factory.mktemp("starters") / language
    starters.copy(language, folder)
    build(read_description(folder), sandbox="none")
    return Starter(language, folder)
