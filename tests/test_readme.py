"""The README's examples, run as a reader would run them, in order, in an empty folder.

A `console` block holds commands after `$ ` and what they print. A line of `…` stands for any
number of lines; times and rates may differ.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMES = re.compile(r"\d+(\.\d+)? ?(games/s|games/min|ms|s)\b")


def blocks(kind: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == kind]


def commands(block: str) -> list[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def pattern(lines: list[str]) -> str:
    """A regular expression for the output that a README shows."""
    parts = [r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in plain(lines)]
    return "".join(parts)


def plain(lines: list[str]) -> list[str]:
    """Lines without what differs from run to run: times, and the blanks that line them up."""
    return [re.sub(r" +", " ", TIMES.sub("T", line)).rstrip() for line in lines if line.strip()]


@pytest.mark.alone
@pytest.mark.timeout(240)
def test_the_examples_print_what_the_readme_says(tmp_path: Path) -> None:
    (bot,) = [text for text in blocks("python") if "sys.stdin" in text]
    (tmp_path / "mybot.py").write_text(bot)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks("console"):
        for command, lines in commands(block):
            done = subprocess.run(
                command,
                shell=True,
                cwd=tmp_path,
                env=os.environ | {"PATH": path, "COLUMNS": "100"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            told = "".join(f"{line}\n" for line in plain(done.stdout.splitlines()))
            assert re.fullmatch(pattern(lines), told), f"$ {command}\n{done.stdout}"


def test_the_two_commands_stand_alone_on_a_line() -> None:
    first, second = (block.splitlines() for block in blocks("sh")[:2])
    assert len(first) == len(second) == 1
    assert first[0].endswith("arena run tournaments/quickstart.yaml")
    assert first[0].startswith("python3 -m venv .venv && ")
    assert "pytest" in second[0]


def test_every_file_that_is_linked_is_there() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
