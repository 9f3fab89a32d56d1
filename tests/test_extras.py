"""What is told where a package of an extra is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules[{package!r}] = None; from arena.__main__ import main; main()"
"""Runs the command line as if a package were not installed."""


@pytest.mark.parametrize(
    ("package", "words", "extra"),
    [
        ("starlette", ["serve", "--play"], "web"),
        ("jinja2", ["report", "cup.arena"], "web"),
        ("distributed", ["run", "cup.yaml", "--cluster", "local:1"], "cluster"),
    ],
)
def test_a_missing_package_is_told_with_the_command_that_helps(
    tmp_path: Path, package: str, words: list[str], extra: str
) -> None:
    (tmp_path / "cup.yaml").write_text("games: what-the-shell\nbots: [random, greedy]\n")
    command = [sys.executable, "-c", WITHOUT.format(package=package), *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"needs {package}; install it with: pip install 'engine-arena[{extra}]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
