"""What every page keeps to: nothing from elsewhere, little weight, a phone's width, names as text,
no serious fault for those who cannot see or point."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.sampled import more
from tests.web.conftest import serving
from tests.web.crafted import HOSTILE, craft
from tests.web.looks import assert_nothing_serious, in_scheme, on_a_phone

HEAVIEST = 300_000
"""Bytes of a page with all that it loads."""
PAGES = (
    "/",
    "/run/shell",
    "/run/shell?method=elo",
    "/run/shell/bot/slip",
    "/run/shell/games",
    "/run/shell/games?bot=random&opponent=random",
    "/run/shell/games?void=1",
    "/run/nothing",
    "/run/hostile",
    f"/run/hostile/bot/{quote(HOSTILE[0], safe='')}",
    "/run/hostile/games",
    "/run/hostile/game/5",
)


@pytest.fixture(scope="module")
def house(runs: Path) -> Iterator[str]:
    """A server over a real run and one of bots with hostile names."""
    craft(runs / "hostile.arena", HOSTILE)
    with serving("shell.arena", "hostile.arena", cwd=runs) as site:
        yield site


def visited(page: Page, address: str) -> list[Response]:
    """Go there, wait until all is loaded; the answers to all that was asked for."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    if page.locator("[data-course]").count():
        page.locator("#course svg").wait_for()
    if page.locator("[data-late]").count():
        page.locator("#time dl").wait_for()
    return answers


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", more("dark")])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_fault(house: str, browser: Browser, path: str, scheme: str) -> None:
    with in_scheme(browser, scheme) as page:
        visited(page, house + path)
        assert_nothing_serious(page)


@pytest.mark.thorough
@pytest.mark.parametrize("path", [path for path in PAGES if path != "/run/nothing"])
def test_pages_are_light_and_load_from_this_server_alone(house: str, page: Page, path: str) -> None:
    answers = visited(page, house + path)
    assert {urlsplit(answer.url).netloc for answer in answers} == {urlsplit(house).netloc}
    streams = [answer for answer in answers if answer.url.split("?")[0].endswith("/events")]
    bodies = [answer.body() for answer in answers if answer not in streams]
    assert len(bodies) > 3
    longest = max(HOSTILE, key=len).encode()
    names = sum(body.count(longest) * len(longest) for body in bodies)
    assert sum(map(len, bodies)) - names < HEAVIEST
    page.goto("about:blank")


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways_on_a_phone(house: str, browser: Browser, path: str) -> None:
    with on_a_phone(browser) as page:
        visited(page, house + path)


@pytest.mark.thorough
def test_a_cross_table_of_many_bots_scrolls_by_itself(tmp_path: Path, browser: Browser) -> None:
    craft(tmp_path / "many.arena", tuple(f"\x1b{'W' * 30}{number}" for number in range(13)), 1)
    widths = "[...document.querySelectorAll('.heat tbody td')].map(cell => cell.offsetWidth)"
    with serving("many.arena", cwd=tmp_path) as site, on_a_phone(browser) as page:
        visited(page, f"{site}/run/many")
        assert len(set(page.evaluate(widths))) == 1


def test_hostile_names_are_text_everywhere(house: str, page: Page) -> None:
    for path in [path for path in PAGES if "hostile" in path]:
        visited(page, house + path)
        assert page.title() != "taken"
        assert page.locator("main script:not(#story), main img").count() == 0
        assert "<script>" in page.locator("main").inner_text()
    page.goto(f"{house}/run/hostile")
    shown = page.locator("#standings .name").all()
    assert sorted(each.get_attribute("title") or "" for each in shown) == sorted(HOSTILE)
    widths = [each.bounding_box() for each in shown]
    assert all(box and box["width"] <= 240 for box in widths)


@pytest.mark.thorough
@pytest.mark.parametrize("name", HOSTILE)
def test_a_bot_of_any_name_has_a_page(house: str, page: Page, name: str) -> None:
    page.goto(f"{house}/run/hostile")
    links = page.locator("#standings a", has=page.locator("bdi"))
    place = [link.locator("bdi").get_attribute("title") for link in links.all()].index(name)
    links.nth(place).click()
    assert page.locator("h1 .name").get_attribute("title") == name
    expect(page.locator(".versus tbody tr")).to_have_count(len(HOSTILE) - 1)
    page.locator(".versus td a").first.click()
    expect(page.locator("tbody tr").first).to_be_visible()


def test_every_answer_forbids_what_is_not_from_here(house: str, page: Page) -> None:
    for path in ("/", "/run/shell", "/assets/arena.css", "/nothing", "/run/shell/course.json"):
        headers = page.request.get(house + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_can_be_walked_by_keyboard(house: str, page: Page) -> None:
    page.goto(f"{house}/run/shell")
    page.locator("#course svg").wait_for()
    stops: list[str] = []
    while "heat" not in stops and len(stops) < 40:
        page.keyboard.press("Tab")
        stops.append(where(page))
    assert stops[-1] == "heat"
    assert "line on" in stops, "the chart can be reached"
    page.keyboard.press("Tab")
    assert where(page) != "heat", "the cross-table is one tab stop"


def where(page: Page) -> str:
    """The class of what the focus is in."""
    place = "document.activeElement.closest('.heat') ?? document.activeElement"
    return str(page.evaluate(f"({place}).getAttribute('class')"))
