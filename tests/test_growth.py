"""A large store: its games are real, it is small, and its pages cost what a small one's do."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.rules.verify import difference
from arena.run import games_of
from arena.store.store import Store
from tests.simulation.growth import QUESTIONS, milliseconds
from tests.stores import CONTESTS, make_store

pytestmark = pytest.mark.alone

SMALL, LARGE = 200, 6_000
CONSTANT = ("first page", "newest", "its times", "one game")
"""What may not depend on how many games there are."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("small") / "small.arena"
    make_store(path, SMALL)
    return path


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "large.arena"
    make_store(path, LARGE)
    return path


def test_its_games_are_those_of_its_schedule_and_the_rules_confirm_them(small: Path) -> None:
    with Store.open(small) as store:
        records = list(store.records())
        planned = list(games_of(store.header))[:SMALL]
    assert [record.spec for record in records] == planned
    assert [difference(record) for record in records] == [None] * SMALL
    assert {contest.game for contest in CONTESTS} == {record.spec.game for record in records}


def test_the_same_arguments_make_the_same_store(small: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.arena", tmp_path / "other.arena"
    make_store(again, SMALL)
    make_store(other, SMALL, seed=2)
    with Store.open(small) as one, Store.open(again) as two, Store.open(other) as three:
        assert list(one.records()) == list(two.records())
        assert list(one.records()) != list(three.records())


def test_a_store_takes_less_than_sixty_bytes_a_turn(large: Path) -> None:
    with Store.open(large) as store:
        turns = sum(result.turns for result in store.results())
        assert store.count() == LARGE
    assert large.stat().st_size < 60 * turns


@pytest.mark.parametrize("question", CONSTANT)
def test_a_page_does_not_depend_on_how_many_games_there_are(
    question: str, small: Path, large: Path
) -> None:
    ask = QUESTIONS[question]
    assert milliseconds(large, ask) < 4 * milliseconds(small, ask)
