"""Whole games played by clicks, against bots and between two browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.record import Record
from arena.rules.verify import difference
from arena.store.store import Store
from tests.commands import running
from tests.web.conftest import serving
from tests.web.looks import assert_nothing_serious
from tests.web.tables import legal, made, post, sit_down, square


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with serving("--play", cwd=folder) as address:
        yield address


def play_on(page: Page, rng: Random) -> list[str]:
    """Play to the end by clicks on any squares that the page offers: what was clicked. A click
    that meets a turn which is still being told only ends that, so not every click is a choice."""
    chosen = []
    while not page.locator(".result").count():
        if squares := legal(page):
            chosen.append(rng.choice(squares))
            square(page, chosen[-1])
        elif page.get_by_role("button", name="Play Black").count():
            chosen.append("black")
            page.get_by_role("button", name="Play Black").click()
    return chosen


def kept(page: Page, folder: Path) -> Record:
    """The record of the game that the result's link leads to."""
    link = page.get_by_role("link", name=re.compile(r"Game \d+ in the record"))
    address = link.get_attribute("href") or ""
    link.click()
    expect(page.locator("#replay .board")).to_be_visible()
    with Store.open(folder / "played.arena") as store:
        return store.record(int(address.rpartition("/")[2]))


def test_a_whole_game_of_what_the_shell(site: str, folder: Path, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, site, "What the Shell", seat="Black", opponent="greedy")
    clicked = play_on(page, Random(3))
    record = kept(page, folder)
    assert difference(record) is None
    assert record.spec.bots == ("Ada", "greedy")
    assert were_clicked([turn[0].move for turn in record.turns], clicked)


@pytest.mark.thorough
def test_a_whole_game_of_veletas(site: str, folder: Path, page: Page) -> None:
    sit_down(page, site, "Veletas", size="7×7", seat="Second player", opponent="greedy")
    clicked = play_on(page, Random(5))
    record = kept(page, folder)
    assert difference(record) is None
    moves = [reply.move for turn in record.turns for reply in turn if reply.seat == 2]
    assert moves[0] == "black"
    assert were_clicked(moves, clicked)


def test_a_bots_level_is_asked_for_beside_its_name(
    site: str, page: Page, leatherback: Path
) -> None:
    assert leatherback.exists()
    page.goto(f"{site}/play")
    page.get_by_label("Opponent").select_option("leatherback")
    levels = page.get_by_label("level").locator("option").all_inner_texts()
    assert levels == [str(level) for level in range(1, 11)]
    page.get_by_label("level").select_option("3")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".player").filter(has_text="leatherback level 3")).to_be_visible()


def were_clicked(moves: list[str], clicked: list[str]) -> bool:
    """Whether all the moves were clicked in their order (the shooters of one placement: in any),
    maybe with other clicks between them."""
    left = iter(clicked)
    for step in (step for move in moves for step in re.split("[-/]", move)):
        missing = set(step.split(","))
        while missing:
            missing.discard(click := next(left, ""))
            if not click:
                return False
    return len(moves) > 2


def invited(browser: Browser, site: str, page: Page, game: str, **fields: str) -> Page:
    """A second browser whose person takes up the invitation that the first one shows."""
    sit_down(page, site, game, opponent="", **fields)
    link = page.locator(".news pre").inner_text()
    other = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    other.goto(link)
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Sit down").click()
    other.wait_for_url("**/play/*/*")
    return other


def test_two_browsers_decide_at_the_same_moment(site: str, browser: Browser, page: Page) -> None:
    bob = invited(browser, site, page, "What the Shell", seat="Black")
    legal(page), legal(bob)
    before = bob.locator("main").inner_html()
    square(page, "e5")
    expect(page.locator(".says")).to_contain_text("e5 is sealed")
    expect(page.locator(".overlay .chosen")).to_have_count(1)
    page.reload()
    expect(page.locator(".says")).to_contain_text("e5 is sealed")
    assert bob.locator("main").inner_html() == before
    square(bob, "c3")
    for each in (page, bob):
        expect(each.locator(".moves tbody tr")).to_have_count(1)
        expect(each.locator(".moves tbody tr")).to_contain_text("e5")
        assert legal(each)
        expect(each.locator("[data-square=c3][data-piece=w]")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".says")).to_contain_text("choose an empty square")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".says")).to_contain_text("You resign")
    square(bob, "a1")
    for each in (page, bob):
        expect(each.locator(".result")).to_contain_text("White wins: Black resigned")
    bob.context.close()


@pytest.mark.thorough
def test_two_browsers_take_turns(site: str, browser: Browser, page: Page) -> None:
    bob = invited(browser, site, page, "Veletas", size="7×7", seat="First player")
    expect(bob.locator(".says")).to_contain_text("First player is to move")
    expect(page.locator(".says")).to_contain_text("place one shooter on inner squares")
    assert "a1" not in legal(page)
    square(page, "c3")
    expect(page.locator(".says")).to_contain_text("now your stone")
    page.keyboard.press("Escape")
    expect(page.locator(".says")).to_contain_text("place one shooter on inner squares")
    for name in ("d4", "a1"):
        square(page, name)
    bob.get_by_role("button", name="Play White").click()
    expect(bob.locator(".says")).to_contain_text("place two shooters on inner squares")
    legal(bob)
    for name in ("b2", "e5"):
        square(bob, name)
    expect(bob.locator(".overlay .chosen")).to_have_count(2)
    square(bob, "g7")
    expect(page.locator(".says")).to_contain_text("choose a shooter to move")
    legal(page)
    square(page, "e5")
    expect(page.locator(".says")).to_contain_text("where the shooter on e5 goes")
    square(page, "e7")
    expect(page.locator(".says")).to_contain_text("where the shooter on e7 shoots")
    square(page, "e6")
    expect(bob.locator(".moves tbody tr").last).to_contain_text("e5-e7/e6")
    expect(bob.locator(".says")).to_contain_text("choose a shooter to move")
    bob.context.close()


@pytest.mark.thorough
def test_the_keyboard_alone_will_do(site: str, page: Page) -> None:
    sit_down(page, site, "What the Shell", seat="Black")
    legal(page)
    page.locator(".hit[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".moves tbody tr")).to_contain_text("c8")


@pytest.mark.thorough
def test_the_list_of_moves_follows_the_game(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})  # a dozen of turns is in the list
    page.goto(f"{site}{made(site, opponent='random')}")
    rng = Random(5)
    for turn in range(1, 16):
        expect(page.locator(".says")).to_contain_text(f"Turn {turn}:")
        square(page, rng.choice(legal(page)))
        if page.locator(".result").count():
            break
    last = page.locator(".moves tbody tr[aria-current]")
    expect(last).to_contain_text(re.compile(rf"^\s*{page.locator('.moves tbody tr').count()}"))
    assert page.evaluate(
        "() => {const box = document.querySelector('.moves').getBoundingClientRect(),"
        " row = document.querySelector('.moves [aria-current]').getBoundingClientRect();"
        " return box.top <= row.top && row.bottom <= box.bottom}"
    )


@pytest.mark.thorough
def test_a_hint_is_drawn_and_can_be_played(site: str, page: Page) -> None:
    sit_down(page, site, "What the Shell", seat="White")
    squares = legal(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("rect.hinted")).to_have_count(1, timeout=20_000)
    said = page.locator(".says").inner_text()
    hint = said.removeprefix("The hint: ").removesuffix(".")
    assert hint in squares
    square(page, hint)
    expect(page.locator(".moves tbody tr")).to_contain_text(hint)


@pytest.mark.thorough
def test_a_clock_runs_and_its_flag_falls(site: str, page: Page) -> None:
    page.goto(f"{site}{made(site, opponent='random', clock={'time': 1500})}")
    clock = page.locator(".clk [role=timer]").last
    expect(clock).to_contain_text("0:01")
    expect(clock).to_contain_text("0:00")
    expect(page.locator(".result")).to_contain_text("Black ran out of time")


@pytest.mark.thorough
def test_the_seats_link_brings_a_closed_page_back(site: str, browser: Browser, page: Page) -> None:
    sit_down(page, site, "Veletas", size="7×7", seat="First player")
    legal(page)
    square(page, "d4")
    square(page, "a1")
    expect(page.locator(".moves tbody tr").first).to_contain_text("d4/a1")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".moves tbody tr").first).to_contain_text("d4/a1")
    page.goto(link.rpartition("/")[0])
    expect(page.locator(".head")).to_contain_text("you look on")
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()


@pytest.mark.thorough
def test_a_server_that_was_killed_is_told_and_so_is_its_successor(
    tmp_path: Path, browser: Browser
) -> None:
    page, port = browser.new_page(), "0"
    for told in ("trying again", "This table is no longer here"):
        with running("serve", "--play", "--port", port, cwd=tmp_path) as server:
            assert server.stdout
            site = server.stdout.readline().split("/ ")[0]
            if port == "0":
                port = site.rpartition(":")[2]
                sit_down(page, site, "What the Shell")
                legal(page)
                server.kill()
            expect(page.locator(".trouble")).to_contain_text(told)
    page.close()


@pytest.mark.thorough
def test_a_page_of_a_game_that_is_over_holds_no_connection(site: str, page: Page) -> None:
    seat = made(site, opponent="random")
    page.goto(f"{site}{seat}")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        post(site, f"{seat}/resign", {})
    expect(page.locator(".result")).to_contain_text("resigned")
    expect(page.locator(".trouble")).to_be_empty()


HOSTILE = {
    "<script>document.title='x'</script>": "<script>document.title='x'</script>",
    "\u202eevil\u0007": "?evil?",
    "x" * 10_000: "x" * 39 + "…",
    "🐢 & \"'": "🐢 & \"'",
}
"""Names, and what is shown of them."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "told"), HOSTILE.items(), ids=["script", "direction", "long", "signs"]
)
def test_names_are_text(site: str, page: Page, name: str, told: str) -> None:
    seat = made(site, name=name, opponent="random")
    page.goto(f"{site}{seat}")
    shown = page.locator(".player .name").last
    expect(shown).to_be_visible()
    assert shown.inner_text() == told
    assert page.title() == "What the Shell, engine-arena"
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280
    post(site, f"{seat}/resign", {})


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_in_the_way_of_assistive_technology(
    site: str, page: Page, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{site}/play")
    assert_nothing_serious(page)
    page.get_by_role("radio", name="Veletas").check()
    page.get_by_label("Opponent").select_option("mcts")
    page.locator("summary").click()
    assert_nothing_serious(page)
    sit_down(page, site, "What the Shell", seat="Black", opponent="")
    invitation = page.locator(".news pre").inner_text()
    assert_nothing_serious(page)
    page.goto(invitation)
    assert_nothing_serious(page)
    seat = made(site, opponent="random")
    page.goto(f"{site}{seat}")
    legal(page)
    assert_nothing_serious(page)
    page.get_by_role("button", name="Resign").click()
    assert_nothing_serious(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()
    assert_nothing_serious(page)


@pytest.mark.thorough
def test_a_page_with_its_assets_is_small(site: str, page: Page) -> None:
    sizes: list[int] = []
    page.on(
        "response",
        lambda answer: sizes.append(len(answer.body())) if _is_asset(answer.url) else None,
    )
    sit_down(page, site, "What the Shell", seat="Black")
    legal(page)
    assert 30_000 < sum(sizes) < 300_000


def _is_asset(address: str) -> bool:
    return not address.endswith("/events")
