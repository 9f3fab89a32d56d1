"""A real server over real runs, and a real browser to look at it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.commands import arena, interrupt, running
from tests.tools import lacking

expect.set_options(timeout=30_000)  # milliseconds, for a busy machine

BROKEN = Path(__file__).parent.parent / "bots" / "broken.py"
TOURNAMENT = """\
name: {name} cup
games: [{game}]
openings: {{random_turns: 2}}
clock: {{time: 2s}}
seed: 7
bots:
  - random
  - greedy
  - {{bot: mcts, options: {{playouts: 60}}}}
"""
FAILING = """\
  - {{name: slip, command: "{broken} malformed-move"}}
  - {{name: stumble, command: "{broken} prints-a-traceback"}}
"""
BOTH = """\
games: [what-the-shell, {game: veletas, size: 7}]
openings: {random_turns: 3}
bots: [random, greedy]
"""
SWISS = """\
games: [what-the-shell]
format: swiss
openings: {random_turns: 2}
rounds: 2
bots: [random, greedy, {name: second, bot: random}]
"""


@contextmanager
def serving(*words: object, cwd: Path) -> Iterator[str]:
    """`arena serve` with these words on a free port; gives its address, without the last slash."""
    with running("serve", *words, "--port", 0, cwd=cwd) as process:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("http://"), line + process.stdout.read()
        yield line.split("/ ")[0]
        interrupt(process)
        process.communicate(timeout=30)


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of each game, `shell.arena` and `vanes.arena`, in which two bots fail."""
    folder = tmp_path_factory.mktemp("runs")
    broken = f"{sys.executable} {BROKEN}"
    shell = TOURNAMENT.format(name="shell", game="what-the-shell") + FAILING.format(broken=broken)
    vanes = TOURNAMENT.format(name="vanes", game="{game: veletas, size: 7}")
    for name, text in (("shell", shell), ("vanes", vanes)):
        file = folder / f"{name}.yaml"
        file.write_text(text)
        arena("run", file, "--quiet", cwd=folder)
    return folder


@pytest.fixture(scope="session")
def site(runs: Path) -> Iterator[str]:
    """The address of a server over these runs."""
    with serving("shell.arena", "vanes.arena", cwd=runs) as address:
        yield address


@pytest.fixture(scope="session")
def formats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of two games, `both.arena`, a Swiss, `swiss.arena`, and a sequential
    test, `test.arena`."""
    folder = tmp_path_factory.mktemp("formats")
    for name, text in (("both", BOTH), ("swiss", SWISS)):
        file = folder / f"{name}.yaml"
        file.write_text(text)
        arena("run", file, "--quiet", cwd=folder)
    test = ("--game", "what-the-shell", "--elo1", 200, "--store", "test.arena", "--quiet")
    arena("sprt", "greedy", "random", *test, cwd=folder)
    return folder


@pytest.fixture(scope="session")
def both(formats: Path) -> Iterator[str]:
    """The address of a server over these runs."""
    with serving("both.arena", "swiss.arena", "test.arena", cwd=formats) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, which must be there where CI is true."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        lacking("chromium is missing")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A new page at desktop width; the test fails if the page reports an error. What it shows
    at the end is kept in the folder that SCREENSHOTS names, if there is one."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    if folder := os.environ.get("SCREENSHOTS"):
        name = re.sub(r"[^\w-]+", "-", request.node.name)[:100]
        with suppress(Error):  # a page that was left in mid-motion may not hold still for it
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True, timeout=5000)
    context.close()
    assert not errors
