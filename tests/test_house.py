"""The house's rules, checked: imports point one way, help costs nothing, the wheel is whole."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import COMMANDS
from tests.commands import ARENA, arena

ROOT = Path(__file__).parent.parent
PURE = {
    "arena.wire.numbers": set(),
    "arena.wire.messages": {"arena.wire.numbers"},
    "arena.wire.parsing": {"arena.wire.messages", "arena.wire.numbers"},
    "arena.clock": set(),
    "arena.limits": set(),
    "arena.record": {"arena.clock", "arena.limits"},
    "arena.referee.verdict": {"arena.record", "engines.base"},
    "arena.referee.hearing": {"arena.printable", "arena.record", "arena.wire"},
}
"""Modules that know no more of the project than this."""
ORDER = (
    "rules",
    "referee",
    "plan",
    "workers",
    "cluster",
    "examiner",
    "store",
    "ratings",
    "views",
    "run",
    "sitting",
    "web",
    "cli",
)
"""The rooms that build on each other: none imports one that stands after it."""

SLOW = {
    *("pandas", "numpy", "trueskill", "rich", "sqlite3"),
    *("networkx", "starlette", "uvicorn", "jinja2", "distributed"),
}
"""What a command imports when it needs it, not for its help."""


def modules(package: str) -> dict[str, Path]:
    """The modules below a package's folder, by dotted name."""
    files = (ROOT / package).rglob("*.py")
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
        if "bundled" not in file.parts
    }


def imports(file: Path) -> set[str]:
    """What a module imports of the project, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    known = {*modules("arena"), *modules("engines")}
    return {name for name in found if name in known} - {"arena", "engines"}


def test_the_reference_engines_know_nothing_of_the_arena() -> None:
    for name, file in modules("engines").items():
        assert not {each for each in imports(file) if each.startswith("arena")}, name


def test_the_reference_engines_need_the_standard_library_alone() -> None:
    for name, file in modules("engines").items():
        tree = ast.parse(file.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                top = node.module.split(".")[0]
                assert top == "engines" or top in sys.stdlib_module_names, (name, node.module)


@pytest.mark.parametrize("name", PURE)
def test_pure_modules_know_little(name: str) -> None:
    assert imports(modules("arena")[name]) <= PURE[name]


@pytest.mark.parametrize("room", ORDER)
def test_rooms_import_one_way(room: str) -> None:
    later = ORDER[ORDER.index(room) + 1 :]
    for name, file in modules("arena").items():
        if name.split(".")[1:2] == [room]:
            found = {other.split(".")[1] for other in imports(file) if other.startswith("arena.")}
            assert not found.intersection(later), name


def test_the_referee_knows_no_tournament() -> None:
    for name, file in modules("arena").items():
        if name.startswith("arena.referee."):
            found = {other.split(".")[1] for other in imports(file) if other.startswith("arena.")}
            assert not found.intersection({"plan", "store", "ratings", "workers"}), name


def test_nothing_imports_the_command_line() -> None:
    for name, file in modules("arena").items():
        if not name.startswith("arena.cli") and name != "arena.__main__":
            assert not {each for each in imports(file) if each.startswith("arena.cli")}, name


def test_nothing_is_imported_from_the_folder_in_which_a_run_is_started(tmp_path: Path) -> None:
    for name in ("random", "engines", "signal", "arena"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    script = Path(sys.executable).parent / "arena"
    words = [script, "match", "random", "random", "--game", "veletas", "--size", "7"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "imported" not in done.stdout + done.stderr


def test_no_module_is_named_protocol() -> None:
    assert not [name for name in modules("arena") if name.split(".")[-1] == "protocol"]
    assert (
        not list((ROOT / "protocol").rglob("*.py")) or not (ROOT / "protocol/__init__.py").exists()
    )


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_answers_without_pandas(command: tuple[str, ...]) -> None:
    words = [*ARENA[:1], "-X", "importtime", *ARENA[1:], *command, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert "Usage: " in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not imported & SLOW


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_stands_in_the_readme(name: str) -> None:
    done = arena(name, "--help", cwd=ROOT)
    assert len(done.stdout.splitlines()) > 3
    assert f"arena {name}" in (ROOT / "README.md").read_text()
