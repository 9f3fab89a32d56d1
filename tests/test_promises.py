"""docs/promises.md: every test that it names is there, slow where it says so, and links lead on."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "promises.md"
TEXT = PAGE.read_text()
NAMED = re.findall(r"`([\w/]+\.py)::(test_\w+)`( \(slow\))?", TEXT)


@cache
def functions(file: str) -> dict[str, bool]:
    """The test functions of a file, and whether each is slow."""
    tree = ast.parse((ROOT / file).read_text())
    return {
        node.name: any("slow" in ast.unparse(mark) for mark in node.decorator_list)
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize(("file", "name", "slow"), NAMED, ids=[name for _, name, _ in NAMED])
def test_a_named_test_exists_and_is_slow_where_it_says_so(file: str, name: str, slow: str) -> None:
    assert name in functions(file), f"{file} has no {name}"
    assert functions(file)[name] == bool(slow)


def test_every_promise_has_a_proof() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    promises = [row for row in rows if not row.startswith("| Promise")]
    assert len(promises) > 40
    for row in promises:
        promise, proof = row.strip("| ").split(" | ")
        assert "::test_" in proof or proof == "the same", promise


def test_every_test_id_on_the_page_is_checked() -> None:
    assert TEXT.count("::test_") == len(NAMED) + TEXT.count("pytest tests/test_run.py::test_")


def test_every_file_on_the_page_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert (PAGE.parent / target).exists(), target
    for file in re.findall(r"tests/[\w/]+\.py", TEXT):
        assert (ROOT / file).exists(), file
