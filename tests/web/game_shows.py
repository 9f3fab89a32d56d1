"""A store of games made to show things, and what a game's page shows of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from arena.clock import Clock
from arena.record import Noise, Record, Reply
from arena.rules.retrace import steps
from arena.store.store import Store
from tests.web.lively_games import lively

CHAINS, SUDDEN_DEATH = 1034, 1051
"""Games of What the Shell with chains and vanished eggs; the second has Sudden Death, too."""
SEVEN, NINE, TEN = 2007, 2009, 2010
"""Games of Veletas by size."""
TAMPERED, REFUSED, HOSTILE, SILENT, RESIGNED = range(3001, 3006)
STDERR = "warming up\n<b>bold</b> \x1b[31mred\n"
NAMES = ("<script>alert(1)</script>\u202eevil", "🐢" * 5000)


def games() -> Iterator[Record]:
    """The games, each under its number."""
    for id_ in (CHAINS, SUDDEN_DEATH):
        yield lively(id_)
    for id_, size in ((SEVEN, 7), (NINE, 9), (TEN, 10)):
        yield lively(id_, "veletas", size)
    game = lively(TAMPERED)
    yield replace(game, scores=game.scores[::-1])
    game = lively(REFUSED)
    wrong = (Reply(1, "z9", 1), Reply(2, "a1", 1))
    yield replace(game, turns=(*game.turns[:3], wrong, *game.turns[4:]))
    yield lively(HOSTILE, bots=NAMES)
    yield replace(
        lively(SILENT, clock=Clock(time=5000)),
        infos=(),
        stderr=(STDERR, ""),
        noise=(Noise(unknown=17, stale=1), Noise()),
    )
    game = lively(RESIGNED)
    yield replace(
        game,
        turns=game.turns[:4],
        last_replies=(Reply(1, "", 5_000_000), Reply(2, game.turns[4][1].move, 7_000_000)),
        termination="resign",
        scores=(0, 1),
        final=_after(game, 4),
    )


def _after(game: Record, turns: int) -> str:
    """The position after so many turns."""
    return [str(step.after) for step in steps(game)][turns - 1]


def shown_store(run: Path, folder: Path) -> Path:
    """A copy of a run's store in this folder with the games in it."""
    path = folder / "shown.arena"
    shutil.copy(run, path)
    with Store.open(path, write=True) as store:
        for game in games():
            store.save(game)
    return path


def story_of(page: Page) -> dict[str, Any]:
    """The story that the page was given."""
    told: dict[str, Any] = json.loads(page.locator("#story").text_content() or "")
    return told


def cells_of(state: str) -> dict[str, str]:
    """What stands where, read from a state's text; eggs with their place in the queue."""
    rows, *rest = state.split(" ")
    ranks = rows.split("/")
    cells = {
        f"{chr(ord('a') + file)}{len(ranks) - i}": cell
        for i, rank in enumerate(ranks)
        for file, cell in enumerate(rank)
        if cell != "."
    }
    if "o" in rows:
        cells |= {square: f"o{i}" for i, square in enumerate(rest[0].split(","), 1)}
    return cells


def drawn(page: Page) -> dict[str, str]:
    """What is drawn where; eggs with their numeral."""
    found: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('.layer [data-piece]')].map(piece => [piece.dataset.square,"
        " piece.dataset.piece + (piece.querySelector('text')?.textContent ?? '')])"
    )
    assert len({square for square, _ in found}) == len(found)
    return dict(found)


def drawn_after_every_turn(page: Page) -> list[dict[str, str]]:
    """What is drawn when all steps of each turn are shown, gone to step by step from the start."""
    boards: list[list[list[str]]] = page.evaluate(
        """() => {
          const press = (key, shiftKey) =>
            dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey}));
          const told = () => document.querySelector('.ctl .n').textContent;
          const boards = [];
          press('Home');
          for (let before = ''; before !== told();) {
            before = told();
            press('ArrowRight', true);
            for (let left = document.querySelectorAll('.stages button').length; left > 1; left -= 1)
              press('ArrowRight', true);
            boards.push([...document.querySelectorAll('.layer [data-piece]')].map(piece =>
              [piece.dataset.square,
               piece.dataset.piece + (piece.querySelector('text')?.textContent ?? '')]));
          }
          return boards.slice(0, -1);
        }"""
    )
    assert all(len(dict(board)) == len(board) for board in boards)
    return [dict(board) for board in boards]


def misplaced(page: Page) -> list[str]:
    """The pieces that are not in the middle of their squares."""
    squares: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.layer [data-piece]')].filter(piece => {
          const a = piece.getBoundingClientRect();
          const hit = document.querySelector(`.hit[data-square="${piece.dataset.square}"]`);
          const b = hit.getBoundingClientRect();
          return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2,
                            a.y + a.height / 2 - b.y - b.height / 2) > b.width * .12;
        }).map(piece => piece.dataset.square)"""
    )
    return squares
