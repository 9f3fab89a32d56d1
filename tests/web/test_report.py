"""`arena report`: one file, opened from the disk without a server and without a network."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.errors import ArenaError
from arena.plan.tournament_file import load
from arena.run import header_of
from arena.store.store import Store
from arena.views.story import story
from arena.web.report.file import write
from tests.commands import arena
from tests.sampled import more
from tests.stores import make_store
from tests.web.conftest import TOURNAMENT
from tests.web.crafted import HOSTILE, craft
from tests.web.game_shows import (
    CHAINS,
    SEVEN,
    SUDDEN_DEATH,
    TAMPERED,
    cells_of,
    drawn_after_every_turn,
    shown_store,
)
from tests.web.looks import assert_nothing_serious, in_scheme, on_a_phone
from tests.web.test_tournament import Rows, table, told

LARGEST = 5_000_000
"""Bytes of a report of 1,000 games."""
PAGE = 300_000
"""Bytes of a report without its games."""
PLACES = ("", "#games", "#game-1&turn=3", "#voids", "#game-9999")

Written = Callable[..., str]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Writes the report of a store; its address."""
    folder = tmp_path_factory.mktemp("reports")

    def written_once(store: Path, most: int | None = None) -> str:
        file = folder / f"{store.stem}-{most}.html"
        if not file.exists():
            write(store, file, most)
        return file.as_uri()

    return written_once


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a network; the test fails if it reports an error or asks for anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    errors: list[str] = []
    asked: set[str] = set()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.on("request", lambda request: asked.add(urlsplit(request.url).scheme))
    yield page
    context.close()
    assert not errors
    assert asked <= {"file", "data", "blob"}


@pytest.fixture(scope="module")
def shell(written: Written, runs: Path) -> str:
    return written(runs / "shell.arena")


@pytest.fixture(scope="module")
def lively(written: Written, runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shown_store(runs / "shell.arena", tmp_path_factory.mktemp("lively"))


@pytest.mark.parametrize(
    ("by", "link"), [("posterior", "Posterior"), ("trueskill", "TrueSkill"), ("elo", "Elo")]
)
def test_the_standings_by_each_method_are_those_of_the_command(
    shell: str, runs: Path, page: Page, by: str, link: str
) -> None:
    expected = told(runs, "ratings", "shell.arena", "--method", by)
    page.goto(shell)
    page.get_by_role("link", name=link, exact=True).click()
    expect(page.locator("#standings [aria-current]")).to_have_text(link)
    rows = table(page.locator("#standings"))
    unit = "elo" if by == "elo" else "mu"
    decimals = 1 if by == "elo" else 2
    assert [row[:3] for row in rows] == [
        [str(row["rank"]), row["bot"], format(row[unit], f"z.{decimals}f")] for row in expected
    ]
    for shown, row in zip(rows, expected, strict=True):
        assert f"{row['wins']} / {row['draws']} / {row['losses']}" in shown
        assert f"{row['score']:.3f}" in shown


@pytest.mark.thorough
def test_the_chart_and_the_cross_table_are_drawn(shell: str, runs: Path, page: Page) -> None:
    page.goto(shell)
    by_mu = sorted(told(runs, "ratings", "shell.arena"), key=lambda row: -row["mu"])
    labels = [line.get_attribute("aria-label") for line in page.locator("#course .line").all()]
    assert labels == [f"{r['bot']}: {r['mu']:.2f} ± {1.96 * r['sigma']:.2f}" for r in by_mu]
    cells = told(runs, "crosstable", "shell.arena")
    expect(page.locator(".heat td a")).to_have_count(len(cells))
    page.locator(".heat td a").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#read")).to_contain_text("expected")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Games of shell cup")
    expect(page.locator("#found")).to_have_text("2 games")


@pytest.mark.thorough
def test_the_list_is_that_of_the_command_whatever_is_chosen(
    shell: str, runs: Path, page: Page
) -> None:
    page.goto(shell)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Games").click()
    games = told(runs, "games", "shell.arena")
    greedys = [game for game in games if "greedy" in game["bots"]]
    illegal = [game for game in greedys if "illegal" in game["faults"]]
    assert 0 < len(illegal) < len(greedys) < len(games) <= 50

    def shows(expected: Rows) -> None:
        expect(page.locator("#found")).to_have_text(f"{len(expected)} games")
        rows = [(row[0], row[4], row[5]) for row in table(page.locator("#list"))]
        assert rows == [(str(g["id"]), g["termination"], str(g["turns"])) for g in expected]

    shows(games)
    page.get_by_role("combobox", name="Bot").select_option("greedy")
    shows(greedys)
    page.get_by_role("combobox", name="Fault").select_option("illegal")
    shows(illegal)
    page.reload()
    shows(illegal)
    page.go_back()
    shows(greedys)
    page.get_by_role("combobox", name="Order").select_option("last to first")
    shows(greedys[::-1])


@pytest.mark.thorough
def test_terminations_and_faults_lead_to_their_games(shell: str, runs: Path, page: Page) -> None:
    page.goto(shell)
    rows = [row for row in told(runs, "faults", "shell.arena") if row["faults"]]
    shown = table(page.locator(".failures").locator(".."))
    assert [row[:3] for row in shown] == [
        [row["bot"], str(row["games"]), str(row["faults"])] for row in rows
    ]
    page.locator(".failures").get_by_role("link", name="illegal").first.click()
    expect(page.locator("#found")).to_contain_text("games in which slip failed")
    page.go_back()
    page.locator("#state").get_by_role("link", name="line").click()
    games = [g for g in told(runs, "games", "shell.arena") if g["termination"] == "line"]
    expect(page.locator("#list tbody tr")).to_have_count(min(50, len(games)))


@pytest.mark.parametrize("game", [CHAINS, more(SUDDEN_DEATH), more(SEVEN)])
def test_the_pieces_of_every_turn_are_the_state(
    written: Written, lively: Path, page: Page, game: int
) -> None:
    with Store.open(lively) as store:
        states = [turn["state"] for turn in story(store.record(game))["turns"]]
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{written(lively)}#game-{game}")
    expect(page.locator("#which")).to_contain_text(f"game {game}")
    expect(page.locator("#which .verified")).to_be_visible()
    assert drawn_after_every_turn(page) == [cells_of(state) for state in states]


@pytest.mark.thorough
def test_a_record_that_was_tampered_with_is_told(
    written: Written, lively: Path, page: Page
) -> None:
    page.goto(f"{written(lively)}#game-{TAMPERED}")
    expect(page.locator("#doubt")).to_contain_text("does not confirm this record: the result is")
    expect(page.locator("#which .verified")).to_have_count(0)


@pytest.mark.thorough
def test_a_link_leads_to_a_turn_and_the_address_follows(shell: str, page: Page) -> None:
    page.goto(f"{shell}#game-2&turn=3")
    expect(page.locator(".ctl .n")).to_contain_text("turn 3 of")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{shell}#game-2&turn=4")
    page.get_by_role("link", name="On to game 3").click()
    expect(page.locator("#which")).to_contain_text("game 3")
    page.go_back()
    expect(page.locator(".ctl .n")).to_contain_text("turn 4 of")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    assert page.locator(".board").is_hidden()


@pytest.mark.thorough
def test_the_board_as_svg_is_saved(shell: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{shell}#game-2&turn=3")
    with page.expect_download() as found:
        page.get_by_role("button", name="Board as SVG").click()
    assert found.value.suggested_filename == "game-2-turn-3.svg"
    found.value.save_as(tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


@pytest.mark.thorough
def test_the_theme_is_switched(shell: str, page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(shell)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.get_by_role("button", name="Switch light and dark").click()
    assert page.evaluate(ground) != before


@pytest.mark.thorough
def test_kinds_of_games_have_tables_of_their_own(
    written: Written, formats: Path, page: Page
) -> None:
    page.goto(written(formats / "both.arena"))
    page.get_by_role("link", name="Veletas, size 7").click()
    expect(page.locator("#standings .head p")).to_contain_text("2 games;")
    page.get_by_role("link", name="Elo").click()
    expect(page.locator("#standings .head p")).to_contain_text("2 games; Elo")
    expect(page.locator("#kinds [aria-current]")).to_have_text("Veletas, size 7")
    expect(page.locator("#course svg")).to_have_attribute(
        "aria-label", "Ratings of 2 bots along 2 games"
    )
    page.locator(".heat a").first.click()
    expect(page.locator("#list tbody tr")).to_have_count(2)
    expect(page.get_by_role("combobox", name="Game")).to_have_value("1")


@pytest.mark.thorough
def test_a_swiss_has_its_points_and_a_test_its_ratio(
    written: Written, formats: Path, page: Page
) -> None:
    page.goto(written(formats / "swiss.arena"))
    assert len(table(page.locator("#places"))) == 3
    page.goto(written(formats / "test.arena"))
    expect(page.locator("#trial")).to_contain_text("greedy passes against random")


@pytest.mark.thorough
def test_a_run_that_is_not_over_says_so(written: Written, tmp_path: Path, page: Page) -> None:
    file = tmp_path / "early cup.yaml"
    file.write_text(TOURNAMENT.format(name="early", game="what-the-shell"))
    store = tmp_path / "early cup.arena"
    Store.create(store, header_of(load(file))).close()
    page.goto(written(store))
    expect(page.locator("#page-tables .note")).to_contain_text("This run is not over. 0 of 6 games")
    expect(page.locator("#state pre")).to_have_text("arena run 'early cup.arena'")
    page.goto(f"{written(store)}#games")
    expect(page.get_by_role("heading", name="No such games")).to_be_visible()


@pytest.mark.thorough
def test_only_the_last_games_are_held_if_so_asked(written: Written, runs: Path, page: Page) -> None:
    games = told(runs, "games", "shell.arena")
    page.goto(f"{written(runs / 'shell.arena', 7)}#games")
    expect(page.locator(".kept")).to_have_text(
        f"This report holds the last 7 of {len(games)} games."
    )
    assert [row[0] for row in table(page.locator("#list"))] == [
        str(game["id"]) for game in games[-7:]
    ]
    page.get_by_role("link", name=str(games[-1]["id"]), exact=True).click()
    expect(page.locator(".ctl .n")).to_contain_text(f"of {games[-1]['turns']}")


@pytest.mark.thorough
def test_hostile_names_are_text(written: Written, tmp_path: Path, page: Page) -> None:
    craft(tmp_path / "hostile.arena", HOSTILE)
    address = written(tmp_path / "hostile.arena")
    for place in ("", "#games", "#game-1", "#games&bot=1"):
        page.goto(f"{address}{place}")
        page.reload()
        expect(page.locator("h1:visible")).to_have_count(1)
        assert "taken" not in page.title()
        assert page.locator("main script, main img").count() == 0
        assert "<script>" in page.locator("main").inner_text()
    page.goto(address)
    shown = page.locator("#standings .name").all()
    assert sorted(each.get_attribute("title") or "" for each in shown) == sorted(HOSTILE)


@pytest.mark.thorough
@pytest.mark.parametrize("games", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_report_of_many_games_is_small(
    written: Written, tmp_path: Path, page: Page, games: int
) -> None:
    make_store(tmp_path / f"large{games}.arena", games=games)
    address = written(tmp_path / f"large{games}.arena")
    size = Path(urlsplit(address).path).stat().st_size
    assert size < LARGEST / 2 * games / 1000 + PAGE, "half of it is for longer games"
    page.goto(f"{address}#games&page=4")
    expect(page.locator("#list tbody tr")).to_have_count(50)
    page.locator("#list tbody a").first.click()
    expect(page.locator(".ctl .n")).to_contain_text("turn")


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES[:3])
def test_axe_finds_no_serious_fault(shell: str, browser: Browser, place: str, scheme: str) -> None:
    with in_scheme(browser, scheme) as page:
        page.goto(f"{shell}{place}")
        expect(page.locator("h1:visible")).to_have_count(1)
        assert_nothing_serious(page)


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
def test_a_phone_needs_no_sideways_scroll(shell: str, browser: Browser, place: str) -> None:
    with on_a_phone(browser) as page:
        page.goto(f"{shell}{place}")
        expect(page.locator("h1:visible")).to_have_count(1)


def test_its_policy_lets_no_other_script_run(shell: str, browser: Browser) -> None:
    page = browser.new_page()  # without the fixture: the browser reports what it refuses
    page.goto(shell)
    policy = page.locator("meta[http-equiv]").get_attribute("content") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'document.title = "taken"';
          document.body.append(script);
          const image = document.createElement('img');
          image.setAttribute('onerror', 'document.title = "taken"');
          image.src = 'data:,';
          document.body.append(image);
        }"""
    )
    page.wait_for_timeout(200)
    assert page.title() == "shell cup, engine-arena"
    page.close()


@pytest.mark.thorough
def test_the_same_run_makes_the_same_file_in_the_place_of_the_older(
    runs: Path, tmp_path: Path
) -> None:
    done = arena("report", runs / "vanes.arena", cwd=tmp_path)
    assert done.stdout.startswith("vanes.html: 0.")
    first = (tmp_path / "vanes.html").read_bytes()
    arena("report", runs / "vanes.arena", "-o", "vanes.html", cwd=tmp_path)
    assert (tmp_path / "vanes.html").read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["vanes.html"]


def test_a_file_that_is_no_report_is_kept(runs: Path, tmp_path: Path) -> None:
    mine = tmp_path / "notes.html"
    mine.write_text("<p>mine</p>")
    with pytest.raises(ArenaError, match="is there and no report; expected a new file or"):
        write(runs / "vanes.arena", mine, None)
    assert mine.read_text() == "<p>mine</p>"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["none.arena"], "none.arena"),
        (["run.arena", "-o", "nowhere/x.html"], "cannot write nowhere/x.html: No such file"),
        (["run.arena", "-o", "."], ". is there and no report"),
        (["run.arena", "--games", "some"], "found 'some', expected a number or all"),
    ],
)
def test_errors_are_one_line(runs: Path, tmp_path: Path, words: list[str], error: str) -> None:
    os.symlink(runs / "vanes.arena", tmp_path / "run.arena")
    done = arena("report", *words, cwd=tmp_path, status=None)
    assert done.returncode in (1, 2)
    assert error in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout
