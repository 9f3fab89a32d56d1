"""Live: what the pages show while a tournament is really played, stopped, gone on with, or lost."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.plan.tournament_file import load
from arena.run import header_of
from arena.store.store import Store
from tests.commands import interrupt, running, start
from tests.web.conftest import serving

LONG = """\
name: long cup
games: [what-the-shell]
openings: {random_turns: 2}
rounds: 500
concurrency: 2
bots: [random, greedy, {name: second, bot: random}]
"""
SHORT = LONG.replace("rounds: 500", "rounds: 1")
SECONDS = 60_000
"""How long a change may take on a busy machine, in milliseconds."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two tournaments that have not begun: a `long` and a `short` one."""
    for name, text in (("long", LONG), ("short", SHORT)):
        file = tmp_path / f"{name}.yaml"
        file.write_text(text)
        Store.create(tmp_path / f"{name}.arena", header_of(load(file))).close()
    return tmp_path


@pytest.fixture
def playing(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The long tournament, being played."""
    with running("run", "long.yaml", "--quiet", cwd=folder) as process:
        yield process
        interrupt(process)
        process.communicate(timeout=30)


@contextmanager
def looking(page: Page, folder: Path, *stores: str) -> Iterator[str]:
    """A server over these stores; the page has left it when it ends."""
    with serving(*stores, cwd=folder) as site:
        yield site
        page.goto("about:blank")


def games(page: Page) -> int:
    """How many games the page says are played."""
    told = page.locator(".live dt").first.inner_text()
    return int(told.split(" ")[0].replace(",", ""))


def test_a_run_is_followed_from_before_its_first_game_to_its_end(folder: Path, page: Page) -> None:
    with looking(page, folder, "short.arena") as site:
        page.goto(f"{site}/run/short")
        expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
        command = page.locator(".empty pre").inner_text()
        assert command == "arena run short.arena"
        page.evaluate("window.stays = true")
        process = start(*command.split()[1:], "--quiet", cwd=folder)
        process.communicate(timeout=60)
        expect(page.locator("#state")).to_contain_text("Over", timeout=SECONDS)
        expect(page.locator("#standings tbody tr")).to_have_count(3, timeout=SECONDS)
        expect(page.locator(".heat a")).to_have_count(6)
        expect(page.locator("#course .line")).to_have_count(3, timeout=SECONDS)
        assert games(page) == 6
        assert page.evaluate("window.stays"), "the page was loaded anew"


@pytest.mark.thorough
def test_a_run_that_is_played_stopped_and_gone_on_with(
    folder: Path, page: Page, playing: subprocess.Popen[str]
) -> None:
    with looking(page, folder, "long.arena") as site:
        page.goto(f"{site}/run/long")
        expect(page.locator(".live")).to_contain_text("Games/s", timeout=SECONDS)
        expect(page.locator(".live dt").first).to_contain_text("of 3,000 games")
        expect(page.locator("#standings tbody tr")).to_have_count(3, timeout=SECONDS)
        expect(page.locator(".live dd").nth(1)).to_have_text(
            re.compile(r"^[\d.]+$"), timeout=SECONDS
        )
        expect(page.locator(".live dd").nth(2)).to_have_text(re.compile(r" (h|min|s)$"))
        assert 1 <= int(page.locator(".live dd").nth(3).inner_text()) <= 2
        before = games(page)
        expect(page.locator(".live dt").first).not_to_contain_text(
            f"{before:,} of", timeout=SECONDS
        )
        assert games(page) > before

        interrupt(playing)
        playing.wait(timeout=30)
        expect(page.locator("#state .card")).to_have_attribute(
            "data-state", "stopped", timeout=SECONDS
        )
        expect(page.locator("#state pre")).to_have_text("arena run long.arena")
        assert games(page) == played(folder / "long.arena")

        again = start("run", "long.arena", "--quiet", cwd=folder)
        expect(page.locator("#state .card")).to_have_attribute(
            "data-state", "going", timeout=SECONDS
        )
        interrupt(again)
        again.communicate(timeout=30)


def played(path: Path) -> int:
    with Store.open(path) as store:
        return len(store.done())


@pytest.mark.thorough
def test_updates_keep_focus_and_scroll(
    folder: Path, page: Page, playing: subprocess.Popen[str]
) -> None:
    with looking(page, folder, "long.arena") as site:
        page.goto(f"{site}/run/long")
        link = page.locator("#standings").get_by_role("link", name="greedy")
        link.wait_for(timeout=SECONDS)
        part = page.locator("#standings")
        mark = part.get_attribute("data-mark") or ""
        link.focus()
        scrolled = page.evaluate("scrollTo(0, 150), scrollY")  # less, if the page is short
        expect(part).not_to_have_attribute("data-mark", mark, timeout=SECONDS)
        assert page.evaluate("document.activeElement.dataset.key") == "bot greedy"
        assert page.evaluate("document.activeElement.isConnected")
        assert page.evaluate("scrollY") == scrolled > 0


@pytest.mark.thorough
def test_a_new_drawing_of_the_course_keeps_the_line_in_focus(
    folder: Path, page: Page, playing: subprocess.Popen[str]
) -> None:
    with looking(page, folder, "long.arena") as site:
        page.goto(f"{site}/run/long")
        line = page.locator('#course .line[data-bot="greedy"]')
        line.wait_for(timeout=SECONDS)
        drawn = page.locator("#course svg").get_attribute("aria-label") or ""
        line.focus()
        expect(page.locator("#course svg")).not_to_have_attribute(
            "aria-label", drawn, timeout=SECONDS
        )
        expect(line).to_be_focused()
        expect(line).to_have_class("line on")


@pytest.mark.thorough
def test_a_stream_that_breaks_is_told_and_can_be_tried_again(
    folder: Path, browser: Browser
) -> None:
    page = browser.new_page()  # without the fixture: the browser reports that nobody answers
    port = free_port()
    with serving_at(port, folder):
        page.goto(f"http://127.0.0.1:{port}/run/short")
        expect(page.locator("#state .card")).to_be_visible()
        expect(page.locator("#parts")).to_have_attribute("data-live", "yes", timeout=SECONDS)
        assert not page.locator("#stale").is_visible()
    expect(page.locator("#stale")).to_contain_text("Live updates stopped", timeout=SECONDS)
    expect(page.locator("#stale")).to_contain_text(
        re.compile(r"You see the state of \d\d:\d\d:\d\d")
    )
    with serving_at(port, folder):
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#stale")).to_be_hidden(timeout=SECONDS)
    page.close()


@pytest.mark.thorough
def test_a_store_that_is_deleted_is_told_on_the_page(folder: Path, page: Page) -> None:
    with looking(page, folder, "short.arena", "long.arena") as site:
        page.goto(f"{site}/run/short")
        expect(page.locator("#state .card")).to_be_visible()
        expect(page.locator("#parts")).to_have_attribute("data-live", "yes", timeout=SECONDS)
        (folder / "short.arena").unlink()
        expect(page.locator("#stale")).to_contain_text("short.arena is gone", timeout=SECONDS)
        page.goto(site)
        expect(page.locator(".runcard").first).to_contain_text("short.arena is gone")
        expect(page.locator(".runcard").last).to_contain_text("long cup")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class serving_at:  # noqa: N801
    """`arena serve short.arena` on this port, in a `with` block."""

    def __init__(self, port: int, folder: Path) -> None:
        self._words = ("serve", "short.arena", "--port", port)
        self._folder = folder

    def __enter__(self) -> None:
        self._process = start(*self._words, cwd=self._folder)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.startswith("http://"), line

    def __exit__(self, *exception: object) -> None:
        interrupt(self._process)
        rest, _ = self._process.communicate(timeout=20)
        assert not rest, rest
