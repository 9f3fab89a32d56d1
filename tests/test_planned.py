"""What a store's header says of its run, and what is told if it says nonsense."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.plan import fixtures
from arena.plan.tournament import Contest, Ratings, match
from arena.run import header_of
from arena.store.header import Header
from arena.store.planned import planned, stages_of, written
from arena.store.store import Store
from arena.views.tables import settings_of
from tests.commands import arena
from tests.run_records import bot
from tests.web.crafted import craft

Reader = Callable[[Header], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    craft(tmp_path / "cup.arena", ("ada", "bob"))
    return tmp_path / "cup.arena"


def spoil(path: Path, column: str, text: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE header SET {column} = ?", (text,))


def test_a_plan_comes_back(tmp_path: Path) -> None:
    plan = match([bot("ada"), bot("bob")], Contest("what-the-shell"))
    with Store.create(tmp_path / "cup.arena", header_of(plan)) as store:
        assert planned(store.header) == plan
        stages = fixtures.stages(plan)
        assert stages_of(store.header) == stages
        assert written(stages) == store.header.stages


@pytest.mark.parametrize(
    ("column", "text", "read", "told"),
    [
        ("tournament", "{}", planned, r"its tournament makes no sense \('contests'\)"),
        ("tournament", "[", planned, r"its tournament makes no sense \(Expecting value.*\)"),
        ("tournament", '{"a\\nb": 1}', planned, r"its tournament makes no sense \(.*\)"),
        ("tournament", "[" * 100_000, planned, r"its tournament makes no sense \(.*\)"),
        ("stages", '["7"]', stages_of, r"its stages make no sense \(.*\)"),
        ("stages", '["[[], 1, 0, [1]]"]', stages_of, r"its stages make no sense \(.*\)"),
    ],
)
def test_nonsense_is_told_with_the_file(
    path: Path, column: str, text: str, read: Reader, told: str
) -> None:
    spoil(path, column, text)
    with Store.open(path) as store, pytest.raises(StoreError) as caught:
        read(store.header)
    line = str(caught.value)
    assert line.isprintable()
    assert line.startswith(f"{path} is damaged: its {column} make")
    assert re.search(told, line)
    assert line.endswith("; arena repair saves what is whole")


@pytest.mark.thorough
def test_every_reader_tells_the_same(path: Path) -> None:
    spoil(path, "tournament", "{}")
    line = "cup.arena is damaged: its tournament makes no sense ('contests'); arena repair saves"
    for words in (("ratings", path.name), ("standings", path.name), ("run", path.name)):
        done = arena(*words, cwd=path.parent, status=2)
        assert done.stderr.startswith(f"arena: {line}"), words


def test_the_chance_of_a_draw_is_the_tournaments_unless_it_is_given(tmp_path: Path) -> None:
    plan = match([bot("ada"), bot("bob")], Contest("what-the-shell"))
    header = header_of(replace(plan, ratings=Ratings(0.25)))
    with Store.create(tmp_path / "cup.arena", header) as store:
        assert settings_of(store).draw == 0.25
        assert settings_of(store, draw=0.5).draw == 0.5
