"""The first page, and what every page keeps to."""

from __future__ import annotations

from playwright.sync_api import Page


def test_the_first_page_names_the_runs(site: str, page: Page) -> None:
    page.goto(site)
    assert page.get_by_role("link", name="shell cup").is_visible()
    assert page.get_by_role("link", name="vanes cup").is_visible()


def test_the_theme_is_remembered(site: str, page: Page) -> None:
    page.goto(site)
    page.get_by_role("button", name="Switch light and dark").click()
    page.reload()
    assert page.evaluate("document.documentElement.style.colorScheme") == "dark"
