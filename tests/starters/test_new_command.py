"""`arena new`: from nothing to a bot that has played a game."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arena.referee.sandbox import why_not
from tests.commands import arena
from tests.tools import lacking

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What compilers keep does not stay with whoever runs the tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def test_it_makes_builds_plays_and_says_what_to_edit(tmp_path: Path) -> None:
    done = arena("new", "c", "my bot", "--name", "Tortuga", cwd=tmp_path)
    first, *built, played, edit, then = done.stdout.splitlines()
    assert first == "Tortuga is in my bot"
    assert [line[:2] for line in built] == ["$ ", "$ "]
    assert "a game of what-the-shell against random: " in played
    assert edit == "edit my bot/choose.c, which picks the moves"
    commands = "arena build 'my bot' && arena match 'my bot' random --game what-the-shell"
    assert then == f"then: {commands}"
    assert "has not changed" in arena("build", "my bot", cwd=tmp_path).stdout
    assert "Tortuga" in arena("match", "my bot", "random", "--game", "veletas", cwd=tmp_path).stdout


def test_the_name_is_that_of_the_folder(tmp_path: Path) -> None:
    done = arena("new", "python", "snapper", cwd=tmp_path)
    assert done.stdout.startswith("snapper is in snapper\n")
    assert "build" not in done.stdout.splitlines()[-1]


def test_a_build_that_fails_leaves_the_bot_and_names_a_command_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason := why_not():
        lacking(reason)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "cc").write_text("#!/bin/sh\nexit 1\n")
    (tools / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    done = arena("new", "c", "my bot", cwd=tmp_path, status=1)
    assert (
        "(in a sandbox without network; arena build --sandbox none 'my bot' builds" in done.stderr
    )
    monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
    arena("build", "--sandbox", "none", "my bot", cwd=tmp_path)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["pyhton", "x"], "found 'pyhton', expected a language with a starter; did you mean 'py"),
        (["c", "."], "found files in ., expected a folder that is new or empty"),
        (["c", "x", "--name", 'a"b'], "found the name 'a\"b', expected 1 to 40 characters, no"),
    ],
)
def test_a_refusal_is_one_line_and_makes_nothing(
    words: list[str], error: str, tmp_path: Path
) -> None:
    (tmp_path / "mine").touch()
    done = arena("new", *words, cwd=tmp_path, status=2)
    assert done.stderr.startswith(f"arena: {error}")
    assert done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["mine"]


def test_a_disk_that_takes_no_more_is_told(tmp_path: Path) -> None:
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
        "from arena.__main__ import main; main()"
    )
    words = [sys.executable, "-B", "-c", program, "new", "python", "bot"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "arena: cannot write bot: File too large\n")


@pytest.mark.parametrize(
    ("language", "error"),
    [
        ("rust", "found no program 'cargo' in PATH, expected Rust (https://rustup.rs), for"),
        ("javascript", "found 'node', which is no program in PATH"),
    ],
)
def test_a_missing_tool_is_named(
    language: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = arena("new", language, "bot", cwd=tmp_path, status=None)
    assert done.returncode != 0
    assert error in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_it_works_from_a_wheel(tmp_path: Path) -> None:
    """The wheel's files alone: `pip` puts them into a folder, and so does this."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); import arena.__main__ as m"
    )
    command = [sys.executable, "-c", f"{program}; print(m.__file__); m.main()", "new", "python"]
    done = subprocess.run(
        [*command, "bot"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(tmp_path / "site"))
    assert "edit bot/choose.py" in done.stdout
