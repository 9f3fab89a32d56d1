"""What is asked of every page: that all can use it, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

PHONE = 390
"""The width of a phone, in pixels."""


def assert_nothing_serious(page: Page) -> None:
    """Nothing on the page is seriously in the way of those who cannot see or point."""
    faults = Axe().run(page).response["violations"]
    serious = [fault for fault in faults if fault["impact"] in ("serious", "critical")]
    assert not serious, [(f["id"], [n["html"][:200] for n in f["nodes"][:3]]) for f in serious]


@contextmanager
def in_scheme(browser: Browser, scheme: str) -> Iterator[Page]:
    """A new page for who wants it "light" or "dark", into which a test may bring a script."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def on_a_phone(browser: Browser) -> Iterator[Page]:
    """A new page on a phone, which at the end of the block does not scroll sideways."""
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    try:
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    finally:
        page.close()
