"""Games that no tournament planned are kept, whoever keeps his own at the same moment."""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.sitting.keeping import keep
from arena.store.header import Header
from arena.store.store import Store
from tests.run_records import record

HOUSES = 3


def keep_at_once(path: Path, start: Barrier, number: int) -> None:
    start.wait()
    keep(path, record(1, (f"bot{number}", "bob")), frozenset())


def test_a_store_that_another_made_at_the_same_moment_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, create = tmp_path / "played.arena", Store.create

    def late(where: Path, header: Header) -> Store:
        monkeypatch.setattr(Store, "create", create)
        assert keep(path, record(1, ("ada", "bob")), frozenset()) == 1
        return create(where, header)

    monkeypatch.setattr(Store, "create", late)
    assert keep(path, record(1, ("cyd", "bob")), frozenset()) == 2
    with Store.open(path) as store:
        assert [game.bots for game in store.results()] == [("ada", "bob"), ("cyd", "bob")]


def test_where_nothing_can_be_kept_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "played.arena-wal").write_bytes(b"games")
    with pytest.raises(ArenaError, match="has the last games of a run"):
        keep(tmp_path / "played.arena", record(1), frozenset())


def test_the_first_games_of_many_houses_are_all_kept(tmp_path: Path) -> None:
    context, path = get_context("spawn"), tmp_path / "played.arena"
    start = context.Barrier(HOUSES)
    houses = [
        context.Process(target=keep_at_once, args=(path, start, number)) for number in range(HOUSES)
    ]
    for house in houses:
        house.start()
    for house in houses:
        house.join(60)
    with Store.open(path) as store:
        found = {game.bots[0] for game in store.results()}
    assert found == {f"bot{number}" for number in range(HOUSES)}
