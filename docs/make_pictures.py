"""Makes the pictures of README and docs: plays a small tournament and looks at it in Chromium.

    .venv/bin/python docs/make_pictures.py

The games are the same each time, but for their times. Needs the extra `test` and a chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from arena.store.results import Selection
from arena.store.store import Store
from arena.views.story import Story, story

PICTURES = Path(__file__).parent / "pictures"
ARENA = (sys.executable, "-m", "arena")
CUP = """\
name: spring cup
games: [what-the-shell, {game: veletas, size: 7}]
openings: {random_turns: 4}
clock: {time: 10s}
rounds: 3
seed: 4
bots:
  - {name: mcts, bot: mcts, options: {playouts: 300}}
  - {name: mcts-hasty, bot: mcts, options: {playouts: 40}}
  - greedy
  - random
"""
WIDE = {"width": 1280, "height": 1000}


def main() -> None:
    """Play, look, and keep what is seen."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cup.yaml").write_text(CUP)
        subprocess.run([*ARENA, "run", "cup.yaml", "--quiet"], cwd=folder, check=True)
        with serving(folder) as site, looking() as page:
            take(page, folder / "cup.arena", site)
    for file in sorted(PICTURES.glob("*.png")):
        print(f"{file.relative_to(PICTURES.parent)}: {file.stat().st_size / 1000:.0f} kB")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """`arena serve` over the cup, with play; gives its address."""
    words = [*ARENA, "serve", "cup.arena", "--play", "--port", "0"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split("/ ")[0]
        finally:
            process.terminate()


@contextmanager
def looking() -> Iterator[Page]:
    """A page in Chromium in which nothing moves."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser.new_page(viewport=WIDE, reduced_motion="reduce")  # type: ignore[arg-type]
        browser.close()


def take(page: Page, store: Path, site: str) -> None:
    """All pictures."""
    page.goto(f"{site}/run/cup")
    page.locator("#course svg").wait_for()
    keep(page, "tournament", height=1540)
    game, turn = liveliest(store, "what-the-shell")
    page.goto(f"{site}/run/cup/game/{game}#turn={turn}")
    keep(page, "what-the-shell")
    page.emulate_media(color_scheme="dark")
    game, turn = liveliest(store, "veletas")
    page.goto(f"{site}/run/cup/game/{game}#turn={turn}")
    keep(page, "veletas-dark")
    page.emulate_media(color_scheme="light")
    sit_down(page, site)
    keep(page, "play")


def liveliest(store: Path, game: str) -> tuple[int, int]:
    """The number and the turn of a game in which the most happens after enough was played."""
    with Store.open(store) as opened:
        stories = [story(record) for record in opened.records(Selection(game=game))]
    turns = [(told["id"], turn) for told in stories for turn in told["turns"][8:]]
    id_, turn = max(turns, key=lambda each: happenings(each[1]))
    return id_, turn["turn"]


def happenings(turn: Story) -> tuple[int, int]:
    """How many kinds of things happen in a turn, and how many things."""
    return len({event[0] for event in turn["events"]}), len(turn["events"])


def sit_down(page: Page, site: str) -> None:
    """A table at which a few turns have been played, and a square is pointed at."""
    page.goto(f"{site}/play")
    page.get_by_role("radio", name="What the Shell").check()
    page.get_by_role("radio", name="Black").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Opponent").select_option("greedy")
    page.get_by_role("button", name="Sit down").click()
    for turn in range(4):  # too few for anybody to win
        page.locator(f".hit[data-square={next_square(page)}]").click()
        page.locator(".moves tbody tr").nth(turn).wait_for()
    page.locator(f".hit[data-square={next_square(page)}]").hover()


def next_square(page: Page) -> str:
    """A square near the middle that the page offers."""
    offer = page.locator(".overlay[data-legal]:not([data-legal=''])")
    offer.wait_for(state="attached")
    return min((offer.get_attribute("data-legal") or "").split(), key=from_middle)


def from_middle(square: str) -> int:
    """How far a square of What the Shell is from the middle of the board, as turtles go."""
    return max(abs(ord(square[0]) - ord("e")), abs(int(square[1]) - 5))


def keep(page: Page, name: str, height: int = WIDE["height"]) -> None:
    """Keep what the page shows."""
    page.set_viewport_size({"width": WIDE["width"], "height": height})
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / f"{name}.png")
    page.set_viewport_size(WIDE)


if __name__ == "__main__":
    main()
