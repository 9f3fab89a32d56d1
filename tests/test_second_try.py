"""What the checks before a landing do with a test that fails: it is tried again, and named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / ".ci" / "run"
FLAKY = """
from pathlib import Path

def test_sound():
    pass

def test_flaky():
    seen = Path("seen").exists()
    Path("seen").touch()
    assert seen
"""


def functions(*names: str) -> str:
    """These functions of the script."""
    lines = SCRIPT.read_text().splitlines()
    found = []
    for name in names:
        first = next(i for i, line in enumerate(lines) if line.startswith(f"{name}() {{"))
        last = next(i for i in range(first, len(lines)) if lines[i].endswith("}"))
        found += lines[first : last + 1]
    return "\n".join(found)


def tried(folder: Path, test: str) -> subprocess.CompletedProcess[str]:
    """The script's way with a file of tests, by this Python."""
    (folder / "test_it.py").write_text(test)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    pytest = ".venv/bin/python -m pytest -q"
    script = f"set -euo pipefail\n{functions('say', 'again')}\n{pytest} || again $?\n"
    words = ["bash", "-c", script]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_a_test_that_passes_only_the_second_time_is_named(tmp_path: Path) -> None:
    done = tried(tmp_path, FLAKY)
    assert done.returncode == 0, done.stdout
    _, _, second = done.stdout.partition("once more")
    assert "PASSED test_it.py::test_flaky" in second
    assert "test_sound" not in second


def test_a_test_that_fails_twice_fails_the_script(tmp_path: Path) -> None:
    assert tried(tmp_path, FLAKY.replace("assert seen", "assert False")).returncode == 1
