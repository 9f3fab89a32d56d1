"""docs/promises.md: every test that it names is there, marked as it says, and links lead on."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "promises.md"
TEXT = PAGE.read_text()
NAMED = re.findall(r"`([\w/]+\.py)::(test_\w+)`(?: \((slow|thorough)\))?", TEXT)
MARKS = ("slow", "thorough")


@cache
def functions(file: str) -> dict[str, str]:
    """The test functions of a file, and the mark of each, if it or its file has one."""
    body = ast.parse((ROOT / file).read_text()).body
    shared = [node.value for node in body if isinstance(node, ast.Assign) and named(node)]
    return {
        node.name: mark_of([*node.decorator_list, *shared])
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def named(node: ast.Assign) -> bool:
    return ast.unparse(node.targets[0]) == "pytestmark"


def mark_of(nodes: list[ast.expr]) -> str:
    told = [ast.unparse(node) for node in nodes]
    return next((mark for mark in MARKS if f"pytest.mark.{mark}" in told), "")


@pytest.mark.parametrize(("file", "name", "mark"), NAMED, ids=[name for _, name, _ in NAMED])
def test_a_named_test_exists_and_has_the_mark_that_is_told(file: str, name: str, mark: str) -> None:
    assert name in functions(file), f"{file} has no {name}"
    assert functions(file)[name] == mark


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
