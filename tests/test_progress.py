"""The line that tells how far a run is, while it is played."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.plan.tournament import Tournament
from arena.run import header_of
from arena.store.store import Store
from arena.views import progress
from arena.views.live import progress_of
from tests.field_of_play import tournament
from tests.run_records import DRAW, record

TEST = (("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05), ("pairs", 100))
PLANS = {
    "round-robin": tournament(2, "round-robin", rounds=100),
    "sprt": tournament(2, "sprt", terms=TEST),
}


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that shows so many minutes."""
    shown = [0.0]
    clock = SimpleNamespace(monotonic=lambda: 60 * shown[0])
    monkeypatch.setattr(progress, "time", clock)
    return shown


@pytest.mark.parametrize(
    ("plan", "most"), [(PLANS["round-robin"], ""), (PLANS["sprt"], "at most ")]
)
def test_a_slow_run_tells_its_pace_its_voids_and_what_is_left(
    plan: Tournament, most: str, minutes: list[float], tmp_path: Path
) -> None:
    with Store.create(tmp_path / "run.arena", header_of(plan)) as store:
        going = progress_of(plan, store, 200)
    for id_ in (1, 2):
        going.game(record(id_, ("a", "b"), DRAW))
    going.voids = 1
    minutes[0] = 1
    told = f"2/{most}200 games, 2 games/min, {most}1h39m left, 1 void, played again"
    assert going.line().endswith(told)
