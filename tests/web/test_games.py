"""The list of games: the same as the command prints, filtered and page by page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.commands import arena
from tests.web.conftest import serving
from tests.web.crafted import craft


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `many.arena`, a run of 180 games and nine that were spoilt."""
    folder = tmp_path_factory.mktemp("many")
    craft(folder / "many.arena", tuple("abcdef"), rounds=6, voids=9)
    return folder


@pytest.fixture(scope="module")
def many(folder: Path) -> Iterator[str]:
    with serving("many.arena", cwd=folder) as site:
        yield f"{site}/run/many"


def told(folder: Path, *flags: object) -> list[dict[str, Any]]:
    found = arena("games", "many.arena", *flags, "--format", "json", cwd=folder).stdout
    games: list[dict[str, Any]] = json.loads(found)
    return games


def ids(page: Page) -> list[int]:
    return [int(text) for text in page.locator("tbody td:first-child").all_inner_texts()]


def test_all_games_page_by_page(folder: Path, many: str, page: Page) -> None:
    page.goto(f"{many}/games")
    found = ids(page)
    for _ in range(3):
        page.get_by_role("link", name="Next").click()
        found += ids(page)
    assert found == [game["id"] for game in told(folder)]
    expect(page.get_by_role("link", name="Next")).to_be_hidden()
    page.get_by_role("link", name="First").click()
    expect(page.locator(".pages")).to_contain_text("Page 1 of 4")


@pytest.mark.thorough
def test_the_filters_are_those_of_the_command(folder: Path, many: str, page: Page) -> None:
    page.goto(f"{many}/games")
    page.get_by_label("Bot").select_option("b")
    page.get_by_label("Termination").select_option("illegal")
    page.get_by_label("Order").select_option("last to first")
    page.get_by_role("button", name="Show").click()
    games = told(folder, "--bot", "b", "--termination", "illegal")
    assert ids(page) == [game["id"] for game in reversed(games)]
    page.get_by_label("Opponent").select_option("c")
    page.get_by_label("Termination").select_option("any")
    page.get_by_label("Fault").select_option("timeout")
    page.get_by_role("button", name="Show").click()
    games = told(folder, "--bots", "b,c", "--fault", "timeout")
    assert ids(page) == [game["id"] for game in reversed(games)]
    assert games


@pytest.mark.thorough
def test_a_row_tells_the_game(folder: Path, many: str, page: Page) -> None:
    game = told(folder)[0]
    page.goto(f"{many}/games")
    cells = page.locator("tbody tr").first.locator("td").all_inner_texts()
    scores = " – ".join(str(score) for score in game["scores"])
    assert cells == [
        str(game["id"]),
        *game["bots"],
        scores,
        game["termination"],
        str(game["turns"]),
    ]
    page.locator("tbody tr a").first.click()
    expect(page).to_have_url(f"{many}/game/{game['id']}")


def test_no_such_games_is_said(many: str, page: Page) -> None:
    page.goto(f"{many}/games?bot=a&opponent=a")
    expect(page.get_by_role("heading", name="No such games")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("query", "cause"),
    [
        ("bot=zed", "has no bot &#39;zed&#39;"),
        ("termination=lines", "did you mean &#39;line&#39;?"),
        ("fault=odd", "found fault &#39;odd&#39;, expected any, illegal"),
        ("page=0", "found page &#39;0&#39;, expected a number from 1"),
        ("game=chess", "has no game &#39;chess&#39;"),
        ("size=x", "found size &#39;x&#39;, expected a number"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(
    many: str, page: Page, query: str, cause: str
) -> None:
    answer = page.request.get(f"{many}/games?{query}")
    assert answer.status == 404
    assert cause in answer.text()


@pytest.mark.thorough
def test_voids_are_listed_with_their_reasons(many: str, page: Page) -> None:
    page.goto(many)
    note = page.locator(".note")
    expect(note).to_contain_text("This machine is overloaded. 9 games were spoilt beside 180")
    expect(note).to_contain_text("--concurrency")
    page.get_by_role("link", name="void 9").click()
    expect(page.locator("tbody tr")).to_have_count(9)
    expect(page.locator("tbody tr").first).to_contain_text("without a processor")
