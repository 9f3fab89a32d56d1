"""Large runs: the page comes at once with what is quickly counted, and the rest follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arena.web import parts
from arena.web.runs import Runs
from arena.web.view import View
from tests.stores import make_store
from tests.web.conftest import serving
from tests.web.crafted import craft


def test_what_takes_long_is_left_out_of_a_large_runs_page_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    craft(tmp_path / "run.arena", ("ada", "bob", "cyd"), rounds=2)
    run = Runs([tmp_path / "run.arena"])["run"]
    assert all(parts.parts(run, View(), prompt=True).values())
    monkeypatch.setattr(parts, "PROMPT_GAMES", 10)
    found = parts.parts(run, View(), prompt=True)
    assert [name for name, part in found.items() if part is None] == ["crosstable"]
    assert all(parts.parts(run, View()).values())


@pytest.mark.slow
def test_what_was_left_out_follows(tmp_path: Path, page: Page) -> None:
    make_store(tmp_path / "large.arena", games=parts.PROMPT_GAMES + 100, bots=6)
    with serving("large.arena", cwd=tmp_path) as site:
        html = page.request.get(f"{site}/run/large").text()
        assert "it follows" in html
        assert 'class="heat"' not in html
        page.goto(f"{site}/run/large")
        expect(page.locator(".heat a")).to_have_count(30, timeout=60_000)
        page.goto("about:blank")
