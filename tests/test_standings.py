"""The table of standings, which shows people what tells something in its format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.plan.tournament import to_dict
from arena.standings import standings_table
from arena.store.header import Header
from arena.store.store import Store
from tests.field_of_play import tournament
from tests.run_records import LOSS, WIN, record


@pytest.mark.parametrize(
    ("name", "scores", "idle"),
    [
        ("round-robin", (WIN, WIN, WIN), {"byes", "direct", "round"}),
        ("round-robin", (WIN, WIN, LOSS), {"byes", "round"}),
        ("knockout", (WIN,), {"direct"}),
    ],
)
def test_standings_spare_eyes_the_columns_that_tell_nothing(
    tmp_path: Path, name: str, scores: tuple[tuple[float, float], ...], idle: set[str]
) -> None:
    plan = tournament(3, name, pairs=False)
    bots = [("b", "c")] if name == "knockout" else [("a", "b"), ("b", "c"), ("a", "c")]
    with Store.create(tmp_path / "cup.arena", Header(json.dumps(to_dict(plan)))) as store:
        for id_, (met, each) in enumerate(zip(bots, scores, strict=True), 1):
            game = record(id_, met, each)
            store.save(replace(game, spec=replace(game.spec, pair=id_)))
        table = standings_table(store)
    assert set(table.frame.columns) - set(table.shown.columns) == idle
