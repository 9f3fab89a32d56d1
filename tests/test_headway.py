"""How far a run is: being played, stopped or over; and how quickly its games come."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.headway import headway
from arena.plan.tournament import Contest, Tournament, match
from arena.run import header_of
from arena.store.lock import FileLock, is_written
from arena.store.store import Store
from arena.views.headway import Headway
from arena.views.pace import most_at_once, pace
from tests.commands import arena
from tests.run_records import bot, record, void

NOW = 1_700_000_100.0


def planned(rounds: int = 2) -> Tournament:
    return match([bot("ada"), bot("bob")], Contest("what-the-shell"), games=2 * rounds)


def seen(store: Store) -> Headway:
    return headway(store, store.count(), NOW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.arena"


def test_a_run_is_going_while_its_store_is_written_then_stopped_then_over(path: Path) -> None:
    with Store.create(path, header_of(planned())) as store:
        store.save(record(1))
        assert seen(store).state == "going"
    with Store.open(path) as store:
        now = seen(store)
    assert (now.state, now.done, now.total, now.share) == ("stopped", 1, 4, 0.25)
    assert now.pace is None
    with Store.open(path, write=True) as store:
        for id_ in (2, 3, 4):
            store.save(record(id_))
    with Store.open(path) as store:
        assert seen(store).state == "over"


def test_the_pace_tells_what_is_left(path: Path) -> None:
    with Store.create(path, header_of(planned(50))) as store:
        for id_ in range(1, 21):
            store.save(replace(record(id_), started=NOW - 10 + id_ // 4, seconds=1.0))
        now = seen(store)
        assert now.pace is not None
        assert now.pace.rate == pytest.approx(2.0)
        assert now.left == pytest.approx(40.0)


def test_voids_beyond_the_threshold_are_told_with_the_last_reason(path: Path) -> None:
    with Store.create(path, header_of(planned(50))) as store:
        for id_ in range(1, 51):
            store.save(record(id_))
        store.save_void(void(51, "first"))
        assert not seen(store).is_spoilt
        store.save_void(void(52, "second"))
        now = seen(store)
        assert (now.is_spoilt, now.voids, now.spoilt_by) == (True, 2, "second")


def test_a_format_that_decides_by_results_is_over_when_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "knockout.yaml"
    file.write_text(
        "games: [what-the-shell]\nformat: knockout\n"
        "bots: [random, greedy, {name: a, bot: random}, {name: b, bot: random}]\n"
    )
    arena("run", file, "--quiet", cwd=tmp_path)
    with Store.open(tmp_path / "knockout.arena") as store:
        now = seen(store)
    assert (now.state, now.at_most, now.share) == ("over", True, 1.0)
    assert now.done <= now.total


def test_games_that_ended_long_ago_tell_no_pace() -> None:
    assert pace([(0.0, 5.0), (3.0, 4.0)], now=100.0) is None
    found = pace([(0.0, 5.0), (94.0, 4.0), (96.0, 2.0), (98.0, 1.0)], now=100.0)
    assert found is not None
    assert (found.rate, found.at_once) == (pytest.approx(3 / 6), 2)


def test_games_that_a_clock_ahead_has_timed_are_not_taken_to_be_quick() -> None:
    ahead = pace([(200.0 + start, 1.0) for start in range(10)], now=100.0)
    assert ahead is not None
    assert ahead.rate == pytest.approx(1.0)


def test_games_at_once_are_those_that_overlap() -> None:
    assert most_at_once([]) == 0
    assert most_at_once([(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]) == 1
    assert most_at_once([(0.0, 3.0), (1.0, 3.0), (2.0, 1.0), (3.5, 1.0)]) == 3


def test_who_asks_whether_a_store_is_written_hinders_nobody(path: Path) -> None:
    """Closing a file gives up all locks that a process has on it; the question must not."""
    assert not is_written(path)
    lock = FileLock(path)
    assert is_written(path)
    script = (
        "from pathlib import Path; from arena.store.lock import FileLock, is_written\n"
        f"path = Path({str(path)!r}); print(is_written(path)); FileLock(path)"
    )
    words = [sys.executable, "-c", script]
    other = subprocess.run(words, capture_output=True, text=True, check=False)
    assert other.stdout == "True\n"
    assert f"{path} is being written by process" in other.stderr
    lock.release()
    assert not is_written(path)
    FileLock(path).release()
