"""The page of a game that another package adds, and for which no board was drawn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from arena.clock import Clock
from arena.record import BotSpec, GameSpec, Player, Record, Reply
from arena.store.store import Store
from tests.commands import arena
from tests.web.conftest import serving
from tests.web.game_shows import cells_of, drawn_after_every_turn, story_of

pytestmark = pytest.mark.thorough

RULES = '''\
"""Two by two squares, taken in turn; whoever takes the last one wins."""

from dataclasses import dataclass

from engines.base import Event, IllegalMove, Outcome

SQUARES = ("a2", "b2", "a1", "b1")


@dataclass(frozen=True)
class State:
    cells: str = "...."
    in_setup, lists_moves = False, True

    @property
    def to_move(self):
        return () if self.outcome else (1 + (4 - self.cells.count(".")) % 2,)

    @property
    def outcome(self):
        return None if "." in self.cells else Outcome((0, 1), "filled")

    def seat_name(self, seat):
        return f"Player {seat}"

    def legal(self, seat):
        return iter(s for s, cell in zip(SQUARES, self.cells) if cell == ".")

    def parse_move(self, seat, text):
        if text not in self.legal(seat):
            raise IllegalMove(text, "it is taken")
        return text

    def play(self, moves):
        ((seat, move),) = moves.items()
        i = SQUARES.index(move)
        return State(self.cells[:i] + "xy"[seat - 1] + self.cells[i + 1 :])

    def events(self, moves):
        ((seat, move),) = moves.items()
        return (Event("took", seat, (move,), f"Player {seat} takes {move}"),)

    def __str__(self):
        return f"{self.cells[:2]}/{self.cells[2:]} {len(self.cells)}"


class Corners:
    name, title, variants, seat_symmetric, simultaneous = "corners", "Corners", ({},), False, False

    def start(self):
        return State()

    def parse(self, text):
        return State(text[:2] + text[3:5])


GAME = Corners()
'''


def corners() -> Record:
    """A whole game."""
    players = tuple(Player(BotSpec(name, (name,), "."), Clock(), 1) for name in ("ada", "bob"))
    moves = ((1, "a1"), (2, "b2"), (1, "b1"), (2, "a2"))
    return Record(
        spec=GameSpec(9001, "corners", (), players, pair=0),
        scores=(0, 1),
        termination="filled",
        faults=(None, None),
        turns=tuple((Reply(seat, move, 1_000_000),) for seat, move in moves),
        final="yy/xx 4",
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with one that adds the game."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "corners.py").write_text(RULES)
    info = folder / "corners-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corners\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[engine_arena.games]\ncorners = corners:GAME\n")
    return folder


@pytest.fixture(scope="module")
def store(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the game in it."""
    path = tmp_path_factory.mktemp("corners") / "corners.arena"
    path.write_bytes((runs / "shell.arena").read_bytes())
    with Store.open(path, write=True) as opened:
        opened.save(corners())
    return path


@pytest.fixture
def address(store: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    found = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(found))
    with serving(store.name, cwd=store.parent) as site:
        yield f"{site}/run/corners/game/9001"


def test_it_is_shown_as_letters_on_a_grid(address: str, page: Page) -> None:
    page.goto(address)
    states = [cells_of(turn["state"]) for turn in story_of(page)["turns"]]
    assert drawn_after_every_turn(page) == states
    assert page.locator(".layer text").all_text_contents() == ["y", "y", "x", "x"]
    assert "Player 2 wins (filled)" in page.locator(".result").inner_text()
    assert "Player 2 takes a2." in page.locator(".story").inner_text()
    assert page.get_by_text("verified by the reference engine").is_visible()
    assert page.locator(".hit[data-square=a2]").get_attribute("aria-label") == "a2, y"


def test_without_its_package_the_page_says_what_is_missing(store: Path, page: Page) -> None:
    with serving(store.name, cwd=store.parent) as site:
        answer = page.request.get(f"{site}/run/corners/game/9001")
    assert answer.status == 404
    assert "no game is called &#39;corners&#39;" in answer.text()


@pytest.mark.parametrize(
    ("words", "status"), [(["show", "9001"], 2), (["verify"], 1), (["report"], 2)]
)
def test_without_its_package_commands_say_what_is_missing(
    store: Path, words: list[str], status: int
) -> None:
    name, *more = words
    done = arena(name, store.name, *more, cwd=store.parent, status=status)
    assert "no game is called 'corners'" in done.stdout + done.stderr
    assert "install the package that has its rules" in done.stdout + done.stderr
