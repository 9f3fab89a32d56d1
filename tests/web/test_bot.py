"""A bot's page: its record, its time, its faults and its last games, as the commands tell them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.commands import arena

Rows = list[dict[str, Any]]


def told(folder: Path, *words: object) -> Rows:
    rows: Rows = json.loads(arena(*words, "--format", "json", cwd=folder).stdout)
    return rows


def stats(page: Page, card: str) -> dict[str, str]:
    """A card's figures by their names."""
    pairs = page.locator(f"{card} .stats div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in pairs}


def test_the_record_is_that_of_the_tables(site: str, runs: Path, page: Page) -> None:
    (row,) = [
        row
        for row in told(runs, "ratings", "shell.arena", "--method", "posterior")
        if row["bot"] == "greedy"
    ]
    page.goto(f"{site}/run/shell")
    page.locator("#standings").get_by_role("link", name="greedy").click()
    found = stats(page, ".card:first-child")
    assert found["Rank"] == str(row["rank"])
    assert found["Rating, mu"] == f"{row['mu']:.2f}"
    assert found["Score"] == f"{row['score']:.3f}"
    assert found["W / D / L"] == f"{row['wins']} / {row['draws']} / {row['losses']}"


@pytest.mark.thorough
def test_the_rows_of_opponents_and_seats_add_up_to_the_cross_table(
    site: str, runs: Path, page: Page
) -> None:
    cells = {
        c["opponent"]: c for c in told(runs, "crosstable", "shell.arena") if c["bot"] == "mcts"
    }
    games = told(runs, "games", "shell.arena", "--bot", "mcts")
    page.goto(f"{site}/run/shell/bot/mcts")
    rows = page.locator(".versus tbody tr").all()
    assert len(rows) == len(cells)
    for row in rows:
        cell = cells[row.locator("th").inner_text()]
        first, second, both, count, score = row.locator("td").all_inner_texts()
        assert [first, second] == [ends(games, cell["opponent"], seat) for seat in (0, 1)]
        assert int(count) == cell["games"]
        assert score == f"{cell['points'] / cell['games']:.3f}"
        assert sum(map(int, re.findall(r"\d+", both))) == cell["games"]


def ends(games: Rows, opponent: str, seat: int) -> str:
    """Wins, draws and losses of the bot at this seat (from 0) against an opponent."""
    scores = [game["scores"][seat] for game in games if game["bots"][1 - seat] == opponent]
    return " / ".join(str(scores.count(score)) for score in (1, 0.5, 0))


@pytest.mark.thorough
def test_the_time_is_that_of_the_command(site: str, runs: Path, page: Page) -> None:
    (row,) = [row for row in told(runs, "time", "shell.arena") if row["bot"] == "mcts"]
    page.goto(f"{site}/run/shell/bot/mcts")
    drawn = page.locator("#time .hist")
    expect(drawn).to_be_visible()
    found = stats(page, "#time")
    assert found["Median move"] == written(row["median"])
    assert found["95% within"] == written(row["p95"])
    assert found[f"Slowest of {row['turns']:,}"] == written(row["max"])
    assert found["Timeouts"] == str(row["timeouts"])
    heights = [float(bar.get_attribute("height") or 0) for bar in drawn.locator("rect").all()]
    assert max(heights) == 56


def written(ms: float) -> str:
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.2g} ms"


@pytest.mark.thorough
def test_a_fault_is_explained_and_its_command_works(site: str, runs: Path, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    page.goto(f"{site}/run/shell/bot/slip")
    fault = page.locator(".fault").first
    expect(fault).to_contain_text("a legal move of")
    expect(fault.locator("dd code")).to_have_count(2)
    expect(fault.locator("dl")).not_to_contain_text("`")
    expect(fault.locator("pre").last).to_contain_text("move 3 <b>")
    fault.get_by_role("button", name="Copy").click()
    expect(fault.get_by_role("button", name="Copied")).to_be_visible()
    command = page.evaluate("navigator.clipboard.readText()")
    assert command == fault.locator(".cmd pre").inner_text().strip()
    program, *words = shlex.split(command)
    assert program == "arena"
    assert "which was slip's" in arena(*words, cwd=runs, status=None).stdout


@pytest.mark.thorough
def test_faults_and_last_games_lead_to_the_lists(site: str, runs: Path, page: Page) -> None:
    page.goto(f"{site}/run/shell/bot/stumble")
    page.get_by_role("link", name="All its games").click()
    games = told(runs, "games", "shell.arena", "--bot", "stumble")
    expect(page.locator(".head p")).to_have_text(f"{len(games)} games")
    page.go_back()
    newest = page.locator(".games tbody tr td:first-child").all_inner_texts()
    assert newest == [str(game["id"]) for game in reversed(games)][:10]


def test_a_bot_that_is_not_there_is_told_in_a_line(site: str, page: Page) -> None:
    answer = page.request.get(f"{site}/run/shell/bot/nobody")
    assert answer.status == 404
    assert "has no bot &#39;nobody&#39;; expected one of: random, greedy" in answer.text()
