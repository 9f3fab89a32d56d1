"""Pages and reports read no more of a store than they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.plan.tournament import Contest, League, match
from arena.record import Record
from arena.run import header_of, total_of
from arena.store.rows import read_record
from arena.store.store import Store
from arena.web import parts
from arena.web.report.packed import BATCH, Index, packed
from arena.web.runs import Runs
from tests.run_records import bot, record
from tests.web.crafted import craft


def test_how_far_a_run_is_takes_no_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is looked at asks for it each second."""
    craft(tmp_path / "run.arena", ("ada", "bob"), rounds=2)
    run = Runs([tmp_path / "run.arena"])["run"]
    monkeypatch.delattr(Store, "tallies")
    assert parts.state_of(run).done == 4


def test_how_far_a_run_is_without_its_retired_takes_no_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = match([bot(name) for name in ("ada", "bob", "cyd", "dan")], Contest("what-the-shell"))
    met = [("ada", "bob"), ("bob", "cyd"), ("cyd", "ada"), ("dan", "cyd")]
    left = replace(plan, league=League(retired=("cyd", "dan")))
    with Store.create(tmp_path / "run.arena", header_of(left)) as store:
        for id_, couple in enumerate(met, 1):
            store.save(record(id_, couple))
        monkeypatch.delattr(Store, "tallies")
        assert total_of(left, store) == 2 + 3, "the two of ada and bob, and those of the others"


def test_the_last_games_of_a_report_are_read_batch_by_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    craft(tmp_path / "run.arena", ("ada", "bob"), rounds=50)
    waiting: list[int] = []
    most_waiting = [0]

    def reading(*given: Any, **more: Any) -> Record:
        record = read_record(*given, **more)
        waiting.append(record.spec.id)
        most_waiting[0] = max(most_waiting[0], len(waiting))
        return record

    def told(record: Record) -> dict[str, Any]:
        waiting.remove(record.spec.id)
        return {"infos": []}

    monkeypatch.setattr("arena.store.store.read_record", reading)
    monkeypatch.setattr("arena.web.report.packed.story", told)
    index = Index({"ada": 0, "bob": 1}, {("what-the-shell", ()): 0})
    with Store.open(tmp_path / "run.arena") as opened:
        found = packed(opened, 70, index)
    assert [row[0] for row in found.rows] == list(range(31, 101))
    assert most_waiting == [BATCH]
