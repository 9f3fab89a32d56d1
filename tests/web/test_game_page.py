"""The page of a game: what it draws is what the reference engine says, and every control works."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.rules.dialogue import dialogue, introduction
from arena.store.store import Store
from tests.sampled import more
from tests.web.conftest import serving
from tests.web.game_shows import (
    CHAINS,
    HOSTILE,
    NAMES,
    NINE,
    REFUSED,
    RESIGNED,
    SEVEN,
    SILENT,
    STDERR,
    SUDDEN_DEATH,
    TAMPERED,
    TEN,
    cells_of,
    drawn,
    drawn_after_every_turn,
    misplaced,
    shown_store,
    story_of,
)
from tests.web.looks import assert_nothing_serious, in_scheme, on_a_phone


@pytest.fixture(scope="module")
def shown(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shown_store(runs / "shell.arena", tmp_path_factory.mktemp("shown"))


@pytest.fixture(scope="module")
def games(shown: Path, runs: Path) -> Iterator[str]:
    """The address of the games that were made to be shown; `vanes` is served too."""
    with serving(shown.name, runs / "vanes.arena", cwd=shown.parent) as address:
        yield f"{address}/run/shown/game"


def place(page: Page) -> str:
    return page.locator(".ctl .n").text_content() or ""


def step_shown(page: Page) -> str:
    return page.locator(".stages [aria-pressed=true] i").text_content() or ""


def numbered(run: Path, game: int | str) -> int:
    """A game given by its number, or the first with a fault of this name."""
    return game if isinstance(game, int) else faulty_game(run, game)


def faulty_game(run: Path, word: str) -> int:
    with Store.open(run) as store:
        return next(game.id for game in store.results() if word in game.faults)


@pytest.mark.parametrize("game", [CHAINS, more(SUDDEN_DEATH), SEVEN, more(NINE), more(TEN)])
def test_after_the_steps_of_every_turn_the_pieces_are_the_state(
    games: str, page: Page, game: int
) -> None:
    page.goto(f"{games}/{game}#turn=0")
    story = story_of(page)
    assert drawn(page) == cells_of(story["start"])
    states = [cells_of(turn["state"]) for turn in story["turns"]]
    assert drawn_after_every_turn(page) == states
    assert page.locator(".stages button").last.get_attribute("aria-pressed") == "true"


@pytest.mark.thorough
@pytest.mark.parametrize("run", ["shown", "vanes"])
def test_games_that_bots_played_are_drawn_turn_by_turn(games: str, page: Page, run: str) -> None:
    for game in (1, 2, 3):
        page.goto(f"{games.replace('shown', run)}/{game}#turn=0")
        states = [cells_of(turn["state"]) for turn in story_of(page)["turns"]]
        assert drawn_after_every_turn(page) == states


@pytest.mark.thorough
@pytest.mark.parametrize("game", [CHAINS, SEVEN, TEN])
def test_pieces_stand_in_the_middle_of_their_squares(games: str, page: Page, game: int) -> None:
    page.goto(f"{games}/{game}#turn=20")
    assert len(drawn(page)) > 5
    assert misplaced(page) == []


@pytest.mark.thorough
def test_squares_are_named_and_arrows_move_among_them(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}#turn=0")
    assert page.locator(".hit[tabindex='0']").count() == 1
    page.locator(".hit[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.locator(".hit:focus")
    assert focused.get_attribute("aria-label") == "b8, empty"
    assert page.locator(".hit[tabindex='0']").count() == 1
    assert place(page).startswith("turn 0 ")
    story, turn = story_of(page), 1
    while " -" in story["turns"][turn - 1]["state"]:
        turn += 1
    page.goto(f"{games}/{CHAINS}#turn={turn}")
    (egg,) = [square for square, piece in drawn(page).items() if piece == "o1"]
    named = page.locator(f".hit[data-square={egg}]").get_attribute("aria-label")
    assert named == f"{egg}, egg 1"


def test_every_control(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}")
    last = len(story_of(page)["turns"])
    assert place(page) == f"turn {last} of {last}"
    for name, shown in (
        ("First turn", 0),
        ("Turn back", 0),
        ("Turn forward", 1),
        ("Turn forward", 2),
        ("Turn back", 1),
        ("Last turn", last),
    ):
        page.get_by_role("button", name=name).click()
        assert place(page) == f"turn {shown} of {last}"
        assert page.get_by_role("slider").input_value() == str(shown)
    page.get_by_role("slider").fill("5")
    assert place(page) == f"turn 5 of {last}"
    page.locator(".moves tbody tr").nth(6).click()
    assert place(page) == f"turn 7 of {last}"
    assert page.locator(".moves [aria-current]").count() == 1
    expect(page.locator(".graph svg")).to_have_count(2)
    for graph in page.locator(".graph svg").all():
        page.get_by_role("button", name="First turn").click()
        box = graph.bounding_box()
        assert box
        graph.click(position={"x": box["width"] - 2, "y": 20})
        assert place(page) == f"turn {last} of {last}"
    page.locator(".stages button").first.click()
    assert step_shown(page) == "1"
    assert page.locator(".story li.on").count() == 1


@pytest.mark.thorough
def test_every_key(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}")
    last = len(story_of(page)["turns"])
    for key, turn in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", last)):
        page.keyboard.press(key)
        assert place(page) == f"turn {turn} of {last}"
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Pause").is_visible()
    expect(page.locator(".ctl .n")).to_have_text(f"turn 1 of {last}")
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Play").is_visible()


@pytest.mark.thorough
def test_it_plays_by_itself_to_the_end_and_stops_there(games: str, page: Page) -> None:
    page.goto(f"{games}/{RESIGNED}#turn=0")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".ctl .n")).to_have_text("turn 4 of 4")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".ctl .n")).to_have_text("turn 1 of 4")


@pytest.mark.thorough
@pytest.mark.parametrize("mark", ["#turn=9&stage=1", "?turn=9&stage=1"])
def test_a_link_leads_to_a_turn_and_the_address_follows(games: str, page: Page, mark: str) -> None:
    page.goto(f"{games}/{CHAINS}{mark}")
    assert place(page).startswith("turn 9 ")
    assert step_shown(page) == "1"
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/\d+#turn=10$"))
    page.locator(".stages button").first.click()
    page.reload()
    assert place(page).startswith("turn 10 ")
    page.evaluate("location.hash = '#turn=3'")
    expect(page.locator(".ctl .n")).to_have_text(re.compile("^turn 3 "))


@pytest.mark.thorough
def test_what_moves_is_opacity_and_transform_alone(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}")
    turn = turn_with(page, "hatched", "captured")
    page.goto(f"{games}/{CHAINS}#turn={turn - 1}")
    assert page.evaluate("document.getAnimations().length") == 0
    moved: set[str] = set()
    while not place(page).startswith(f"turn {turn + 1} "):
        page.keyboard.press("Shift+ArrowRight")
        moved |= set(
            page.evaluate(
                "document.getAnimations().flatMap(a => a.effect.getKeyframes().flatMap("
                "Object.keys))"
            )
        )
    assert moved - {"offset", "computedOffset", "easing", "composite"} == {"opacity", "transform"}
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.thorough
def test_reduced_motion_changes_at_once(games: str, browser: Browser) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{games}/{CHAINS}#turn=0")
    page.keyboard.press("Shift+ArrowRight")
    assert drawn(page)
    assert page.evaluate("document.getAnimations().length") == 0
    page.close()


def turn_with(page: Page, *words: str) -> int:
    """The first turn in which these events come, one after the other."""
    for turn in story_of(page)["turns"]:
        found = [event[0] for event in turn["events"]]
        if any(found[i : i + len(words)] == list(words) for i in range(len(found))):
            number: int = turn["turn"]
            return number
    raise AssertionError(f"no turn with {words}")


def test_marks_of_captures_chains_and_vanished_eggs(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}")
    story = story_of(page)
    turn = turn_with(page, "hatched", "captured")
    page.goto(f"{games}/{CHAINS}#turn={turn}")
    events = story["turns"][turn - 1]["events"]
    captured = [event for event in events if event[0] == "captured"]
    assert page.locator(".layer .cap").count() == len(captured)
    assert page.locator(".layer .cap.chain").count() >= 1
    assert page.locator(".layer .cross").count() == 2 * len(captured)
    victims = {square for event in captured for square in event[2][1:3]}
    assert page.locator(".layer .ghost").count() == len(victims)
    assert page.get_by_role("button", name="Hatched, chain").is_visible()
    page.goto(f"{games}/{CHAINS}#turn={turn_with(page, 'vanished')}")
    assert page.locator(".layer .ghost use[href='#crack']").count() == 1
    assert "both claim the egg" in page.locator(".story").inner_text().lower()


@pytest.mark.thorough
def test_sudden_death_has_a_capsule_for_both(games: str, page: Page) -> None:
    page.goto(f"{games}/{SUDDEN_DEATH}")
    page.goto(f"{games}/{SUDDEN_DEATH}#turn={turn_with(page, 'lined', 'lined')}")
    assert page.locator(".layer .win1.cb").count() == 1
    assert page.locator(".layer .win1.cw").count() == 1
    assert "Equal, so play goes on." in page.locator(".story").inner_text()
    assert page.get_by_role("button", name="Sudden death").is_visible()


@pytest.mark.thorough
def test_veletas_marks(games: str, page: Page) -> None:
    page.goto(f"{games}/{SEVEN}#turn=0")
    assert "Second player" in page.locator(".player").first.inner_text() + (
        page.locator(".player").last.inner_text()
    )
    assert page.locator(".pips").count() == 0
    story = story_of(page)
    claiming = turn_with(page, "claimed")
    page.goto(f"{games}/{SEVEN}#turn={claiming}")
    claims = [e for e in story["turns"][claiming - 1]["events"] if e[0] == "claimed"]
    assert page.locator(".layer .trap").count() == 8 * len(claims)
    assert page.locator(".layer .fire").count() >= 1
    sizes = re.findall(r"\d+", claims[0][3].partition("(")[2])
    assert sizes
    assert set(page.locator(".layer .gsz").all_text_contents()) == set(sizes)
    assert f"claimed {len(claims)} of 2" in (
        page.locator(".pips").first.get_attribute("aria-label"),
        page.locator(".pips").last.get_attribute("aria-label"),
    )
    still = next(t for t in story["turns"] if [e[0] for e in t["events"]][:1] == ["shot"])
    page.goto(f"{games}/{SEVEN}#turn={still['turn']}&stage=1")
    assert page.locator(".layer .mv").count() == 0
    assert page.locator(".layer .fire").count() >= 1


def test_a_record_is_verified_and_one_that_was_tampered_with_is_not(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}")
    assert page.get_by_text("verified by the reference engine").is_visible()
    page.goto(f"{games}/{TAMPERED}")
    assert page.get_by_text("verified by the reference engine").count() == 0
    assert "does not confirm this record: the result is" in page.get_by_role("alert").inner_text()
    page.goto(f"{games}/{REFUSED}")
    assert "malformed move 'z9'" in page.get_by_role("alert").inner_text()
    assert place(page) == "turn 3 of 3"


def test_the_record_as_json(games: str, shown: Path) -> None:
    with Store.open(shown) as store:
        record = store.record(CHAINS)
    with urllib.request.urlopen(f"{games}/{CHAINS}.json") as answer:
        told = json.load(answer)
    assert told["id"] == CHAINS
    assert told["bots"] == ["ada", "bob"]
    assert told["scores"] == list(record.scores)
    assert told["turns"] == len(record.turns)
    assert [reply["move"] for reply in told["moves"][4]] == [r.move for r in record.turns[4]]
    assert told["final"] == record.final
    assert told["difference"] is None
    assert len(told["infos"]) == len(record.infos)


@pytest.mark.thorough
def test_the_board_as_svg_stands_alone(games: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{games}/{CHAINS}#turn=30")
    pieces = drawn(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Board as SVG").click()
    assert download.value.suggested_filename == f"game-{CHAINS}-turn-30.svg"
    file = tmp_path / "board.svg"
    download.value.save_as(file)
    text = file.read_text()
    root = ElementTree.fromstring(text)
    assert not re.search(r"var\(|class=|light-dark|href=\"(?!#)", text)
    assert {use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")} <= {
        f"#{element.get('id')}" for element in root.iter() if element.get("id")
    }
    copied = [element for element in root.iter() if element.get("data-piece")]
    assert {element.get("data-square") for element in copied} == pieces.keys()
    page.goto(file.as_uri())


@pytest.mark.thorough
def test_evaluation_and_time_are_drawn_or_their_lack_is_said(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}#turn=4")
    points = page.locator(".graph polyline").first.get_attribute("points") or ""
    story = story_of(page)
    assert len(points.split()) == len(story["turns"])
    first = next(i for i in story["infos"] if i["turn"] == 4 and i["seat"] == 1)
    assert (
        first["text"].split()[0].removeprefix("score=") in page.locator(".graph .kb").inner_text()
    )
    assert page.locator(".graph rect").count() == 2 * len(story["turns"])
    page.goto(f"{games}/{SILENT}")
    assert "neither bot sent info lines" in page.locator(".graph").first.inner_text()
    assert "limit of 5 s is far off" in page.locator(".graph").last.inner_text()


@pytest.mark.thorough
def test_banks_and_last_times_stand_in_the_strips(games: str, page: Page) -> None:
    page.goto(f"{games}/{CHAINS}#turn=12")
    turn = story_of(page)["turns"][11]
    clock = page.locator(".player .clk").last.inner_text()
    assert f"{turn['banks']['1'] / 1000:.2f} s" in clock
    assert "of 100 ms" in clock
    page.keyboard.press("Home")
    assert "not yet asked" in page.locator(".player .clk").last.inner_text()


@pytest.mark.thorough
def test_a_fault_is_explained_and_what_was_not_played_is_shown(
    games: str, page: Page, shown: Path
) -> None:
    game = faulty_game(shown, "illegal")
    page.goto(f"{games}/{game}")
    with Store.open(shown) as store:
        record = store.record(game)
    why = page.locator("section", has=page.get_by_role("heading", name="Why slip lost"))
    assert "a legal move of" in why.inner_text()
    assert why.locator("pre").first.inner_text().startswith("arena feed ")
    row = page.locator(".moves .unplayed")
    assert "not played" in row.inner_text()
    assert all(reply.move in row.inner_text() for reply in record.last_replies)
    assert "Not played in turn" in page.locator(".result").inner_text()
    opening = len(record.spec.opening)
    assert page.locator(".moves .chip", has_text="opening").count() == opening
    page.goto(f"{games}/{RESIGNED}")
    assert "White wins: Black resigned" in page.locator(".result").inner_text()


@pytest.mark.thorough
def test_the_protocol_lines_are_those_that_were_exchanged(
    games: str, page: Page, shown: Path
) -> None:
    page.goto(f"{games}/{CHAINS}#turn=6")
    with Store.open(shown) as store:
        record = store.record(CHAINS)
    for seat in (1, 2):
        exchanges = [*introduction(record, seat), *dialogue(record, seat)]
        lines = [line for exchange in exchanges for line in exchange.lines]
        region = page.get_by_role("region", name=f"Protocol lines of seat {seat}")
        assert region.locator("code").all_text_contents() == lines
        marked = region.locator("code.on").all_text_contents()
        assert marked[-1].startswith("< move 6 ")
        assert region.locator("code.on").last.is_visible()


@pytest.mark.thorough
def test_stderr_is_beside_it_as_text(games: str, page: Page) -> None:
    page.goto(f"{games}/{SILENT}")
    shown = page.get_by_role("region", name="stderr of seat 1").text_content()
    assert shown == STDERR.rstrip().replace("\x1b", "?")
    assert page.get_by_text("It wrote nothing there.").count() == 1


def test_lines_to_no_purpose_are_told(games: str, page: Page) -> None:
    page.goto(f"{games}/{SILENT}")
    told = (
        "It also wrote 17 lines that the arena does not know and 1 answer that no turn waited for"
    )
    assert page.get_by_text(f"{told}; thoughts belong to stderr.").count() == 1
    assert page.get_by_text("It also wrote").count() == 1


@pytest.mark.thorough
def test_hostile_names_are_text(games: str, page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(f"{games}/{HOSTILE}")
    shown = page.locator(".player bdi").all_text_contents()
    assert sorted(shown) == sorted(NAMES)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize(
    "game", [more(CHAINS), SEVEN, more(HOSTILE), more("illegal"), more(REFUSED)]
)
def test_a_phone_needs_no_sideways_scroll(
    games: str, shown: Path, browser: Browser, game: int | str
) -> None:
    with on_a_phone(browser) as page:
        page.goto(f"{games}/{numbered(shown, game)}")


@pytest.mark.parametrize("theme", ["light", more("dark")])
@pytest.mark.parametrize("game", [CHAINS, more(SEVEN), more("illegal")])
def test_axe_finds_no_serious_fault(
    games: str, shown: Path, browser: Browser, game: int | str, theme: str
) -> None:
    with in_scheme(browser, theme) as page:
        page.goto(f"{games}/{numbered(shown, game)}")
        assert_nothing_serious(page)


@pytest.mark.thorough
def test_the_page_and_its_assets_are_small(games: str, page: Page) -> None:
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(f"{games}/{CHAINS}")
    story = len((page.locator("#story").text_content() or "").encode())
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 3
    assert 10_000 < sum(sizes) - story < 300_000
