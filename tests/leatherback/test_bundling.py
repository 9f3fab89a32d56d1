"""What an installed arena carries of the bundled bots: their sources, nothing that was built."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import yaml

from arena.plan.fingerprint import BUILT

ROOT = Path(__file__).parent.parent.parent
NOT_CARRIED = {"bots/README.md", "bots/leatherback/rustfmt.toml"}


def carried() -> list[str]:
    """The files and folders below `bots` that the wheel takes as they are."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    forced = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    return [path for path in forced if path.startswith("bots/")]


def test_every_file_of_a_bot_is_carried() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "bots"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = set(listed.stdout.splitlines()) - NOT_CARRIED
    assert files
    whole = set(carried())
    lost = {file for file in files if whole.isdisjoint({file, *map(str, Path(file).parents)})}
    assert not lost


def test_nothing_that_is_built_is_carried() -> None:
    """A folder in which bots are built is carried piece by piece."""
    for path in carried():
        assert (ROOT / path).exists()
        assert not BUILT & set(Path(path).parts)
        description = ROOT / path / "bot.yaml"
        assert not (description.exists() and "build" in yaml.safe_load(description.read_text()))
