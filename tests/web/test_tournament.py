"""A run's page: the same figures as the commands print, and every control."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commands import arena
from tests.sampled import more

Rows = list[dict[str, Any]]


def told(folder: Path, *words: object) -> Rows:
    """What a command prints for programs."""
    rows: Rows = json.loads(arena(*words, "--format", "json", cwd=folder).stdout)
    return rows


def table(place: Locator) -> list[list[str]]:
    """The texts of a table's body, row by row."""
    rows = place.locator("tbody tr").all()
    return [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows
    ]


@pytest.mark.parametrize("by", ["posterior", more("trueskill"), more("elo")])
def test_the_standings_are_those_of_the_command(site: str, runs: Path, page: Page, by: str) -> None:
    page.goto(f"{site}/run/shell?method={by}")
    unit = "elo" if by == "elo" else "mu"
    expected = told(runs, "ratings", "shell.arena", "--method", by)
    rows = table(page.locator("#standings"))
    assert [row[:2] for row in rows] == [[str(row["rank"]), row["bot"]] for row in expected]
    for shown, row in zip(rows, expected, strict=True):
        assert float(shown[2]) == pytest.approx(row[unit], abs=0.051)
        ends = f"{row['wins']} / {row['draws']} / {row['losses']}"
        assert ends in shown
        assert f"{row['score']:.3f}" in shown
    for name, places in (("sigma", 2), ("exposure", 2), ("low", 1), ("high", 1)):
        assert (name in expected[0]) == page.get_by_role("columnheader", name=name).is_visible()
        if name in expected[0]:
            without = "-∞" if name == "low" else "∞"
            shown = [
                without if row[name] is None else format(row[name], f"z.{places}f")
                for row in expected
            ]
            assert shown == column(page, name)


def column(page: Page, name: str) -> list[str]:
    heads = page.locator("#standings thead th").all_inner_texts()
    place = next(i for i, head in enumerate(heads) if head.strip() == name)
    return [row[place] for row in table(page.locator("#standings"))]


@pytest.mark.thorough
def test_the_method_is_chosen_by_links_and_its_intervals_are_explained(
    site: str, page: Page
) -> None:
    page.goto(f"{site}/run/shell")
    caption = page.locator("#standings .head p")
    expect(caption).to_contain_text("order cannot matter; the intervals are calibrated")
    page.get_by_role("link", name="Elo").click()
    expect(caption).to_contain_text("Bradley–Terry")
    page.get_by_role("link", name="TrueSkill").click()
    expect(caption).to_contain_text("schedule order")
    page.get_by_role("link", name="Posterior").click()
    expect(page).to_have_url(re.compile(r"/run/shell#standings$"))


@pytest.mark.thorough
def test_intervals_are_drawn_and_said(site: str, runs: Path, page: Page) -> None:
    page.goto(f"{site}/run/shell")
    best = told(runs, "ratings", "shell.arena", "--method", "posterior")[0]
    drawn = page.locator("#standings tbody .iv").first
    said = f"95% from {best['low']:.1f} to {best['high']:.1f}"
    assert drawn.get_attribute("aria-label") == said
    left, right = map(float, re.findall(r"[\d.]+(?=H|$)|(?<=H)[\d.]+", span_of(drawn)))
    assert 0 <= left < right <= 168


def span_of(drawn: Locator) -> str:
    return (drawn.locator(".span").get_attribute("d") or "").replace("M", "").replace(" 10H", "H")


@pytest.mark.thorough
def test_faults_lead_to_the_games_that_were_lost_by_them(site: str, runs: Path, page: Page) -> None:
    (row,) = [row for row in told(runs, "faults", "shell.arena") if row["bot"] == "slip"]
    page.goto(f"{site}/run/shell")
    chip = page.locator("#standings tr", has_text="slip").get_by_role("link", name="illegal")
    assert chip.inner_text().split() == ["illegal", str(row["illegal"])]
    chip.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Games of shell cup")
    expect(page.locator(".head p")).to_contain_text(f"{row['illegal']} games in which slip failed")


@pytest.mark.thorough
def test_terminations_are_chips_that_lead_to_the_games(site: str, runs: Path, page: Page) -> None:
    games = told(runs, "games", "shell.arena")
    page.goto(f"{site}/run/shell")
    chips = page.get_by_role("group", name="How games ended").get_by_role("link")
    counts = dict(text.split() for text in chips.all_inner_texts())
    words = [game["termination"] for game in games]
    assert counts == {word: str(words.count(word)) for word in set(words)}
    chips.filter(has_text="line").click()
    shown = table(page.locator("main"))
    assert [row[0] for row in shown] == [str(g["id"]) for g in games if g["termination"] == "line"]


def test_the_cross_table_is_that_of_the_command(site: str, runs: Path, page: Page) -> None:
    page.goto(f"{site}/run/shell")
    cells = told(runs, "crosstable", "shell.arena")
    expect(page.locator(".heat tbody td a")).to_have_count(len(cells))
    for cell in cells:
        link = page.locator(
            f'.heat a[href="/run/shell/games?bot={cell["bot"]}&opponent={cell["opponent"]}"]'
        )
        percent = 100 * cell["points"] / cell["games"]
        assert link.inner_text().split() == [f"{percent:.0f}", str(cell["games"])]
        assert link.get_attribute("data-expected") == f"{cell['expected']:.2f}"
        assert ("sig" in (link.locator("..").get_attribute("class") or "")) == (cell["p"] < 0.05)


@pytest.mark.thorough
def test_a_cell_is_read_out_by_pointing_and_by_arrows(site: str, page: Page) -> None:
    page.goto(f"{site}/run/shell")
    readout = page.locator("#read")
    cell = page.locator(".heat tbody tr").nth(1).locator("a").first
    cell.hover()
    bots = page.locator(".heat tbody th .name").all_inner_texts()
    expect(readout).to_contain_text(f"{bots[1]} against {bots[0]}")
    expect(readout).to_contain_text("expected")
    assert page.locator('.heat a[tabindex="0"]').count() == 1
    page.locator('.heat a[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(readout).to_contain_text(f"{bots[0]} against {bots[2]}")
    page.keyboard.press("ArrowDown")
    expect(readout).to_contain_text(f"{bots[1]} against {bots[2]}")
    page.keyboard.press("ArrowLeft")
    expect(readout).to_contain_text(f"{bots[1]} against {bots[0]}")
    assert page.locator('.heat a[tabindex="0"]').count() == 1
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Bot")).to_have_value(bots[1])


@pytest.mark.thorough
def test_the_course_of_ratings_ends_where_the_table_stands(
    site: str, runs: Path, page: Page
) -> None:
    expected = told(runs, "ratings", "shell.arena", "--method", "trueskill")
    page.goto(f"{site}/run/shell")
    lines = page.locator("#course .line")
    expect(lines).to_have_count(len(expected))
    labels = [line.get_attribute("aria-label") for line in lines.all()]
    by_mu = sorted(expected, key=lambda row: -row["mu"])
    said = [f"{row['bot']}: {row['mu']:.2f} ± {1.96 * row['sigma']:.2f}" for row in by_mu]
    assert labels == said
    page.locator('#course [tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_have_class("line on")


@pytest.mark.thorough
def test_a_run_of_several_games_is_shown_by_game(both: str, page: Page) -> None:
    page.goto(f"{both}/run/both")
    games = page.get_by_role("navigation", name="Games")
    expect(games.get_by_role("link")).to_have_text(
        ["All games", "What the Shell", "Veletas, size 7"]
    )
    games.get_by_role("link", name="Veletas").click()
    expect(page.locator("#standings .head p")).to_contain_text("2 games;")
    expect(games.locator("[aria-current]")).to_have_text("Veletas, size 7")
    page.get_by_role("link", name="Elo").click()
    expect(page).to_have_url(re.compile("method=elo&game=veletas&size=7"))
    page.locator(".heat a").first.click()
    expect(page.locator("main tbody tr")).to_have_count(2)


@pytest.mark.thorough
def test_a_swiss_tells_its_points(both: str, formats: Path, page: Page) -> None:
    page.goto(f"{both}/run/swiss")
    expected = told(formats, "standings", "swiss.arena")
    names = (
        "rank",
        "bot",
        "points",
        "games",
        "byes",
        "buchholz",
        "sonneborn_berger",
        "direct",
        "round",
    )
    shown = table(page.locator("#places"))
    assert shown == [
        [f"{row[name]:.12g}" if name != "bot" else row[name] for name in names] for row in expected
    ]


@pytest.mark.thorough
def test_a_sequential_test_tells_its_ratio_bounds_and_pairs(
    both: str, formats: Path, page: Page
) -> None:
    page.goto(f"{both}/run/test")
    done = arena("sprt", "greedy", "random", *SPRT, "--format", "json", cwd=formats, status=None)
    trial = json.loads(done.stdout)
    expect(page.locator("#trial h2")).to_contain_text("greedy passes against random")
    expect(page.locator("#trial svg")).to_have_attribute(
        "aria-label", f"LLR {trial['llr']:.2f} between {trial['low']:.2f} and {trial['high']:.2f}"
    )
    assert table(page.locator("#trial")) == [[str(count) for count in trial["pairs"]]]


SPRT = ("--game", "what-the-shell", "--elo1", 200, "--store", "test.arena", "--quiet")
