"""`arena repair`: what is whole in a damaged store, saved; the rest, played again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena import run as running
from arena.errors import ArenaError, RunError
from arena.merge import merge
from arena.plan import fixtures, schedule
from arena.plan.tournament import League, Tournament
from arena.record import VOID, Record
from arena.rules.retrace import first_state
from arena.run import header_of
from arena.store import found, schema
from arena.store.header import Header
from arena.store.planned import stages_of, written
from arena.store.repair import Repaired, repair
from arena.store.results import EVERYTHING
from arena.store.store import Store
from tests import random_games
from tests.commands import arena, start, wait_for
from tests.random_games import records
from tests.test_run import games_in, mark, tournament
from tests.test_run import records as timeless_records

__all__ = ["mark"]

PAGE = 4096
PLAN = random_games.plan(games=60)
GAMES = {record.spec.id: record for record in records(PLAN)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with all games of PLAN."""
    path = tmp_path_factory.mktemp("whole") / "whole.arena"
    fill(path)
    return path


@pytest.fixture
def path(tmp_path: Path, whole: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copy(whole, tmp_path / "cup.arena"))


def fill(path: Path) -> None:
    with Store.create(path, header_of(PLAN)) as store:
        for record in GAMES.values():
            store.save(record)


def games(path: Path) -> dict[int, Record]:
    with Store.open(path) as store:
        return {record.spec.id: proven(record) for record in store.records()}


def proven(record: Record) -> Record:
    """What the plan, the rules and checksums vouch for: no clock can be asked again."""
    return replace(record, started=0.0, seconds=0.0, noise=())


def repaired(path: Path) -> Repaired:
    """Repair to `new.arena` beside; what is there afterwards is true, and the file untouched."""
    new, before = path.with_name("new.arena"), path.read_bytes()
    beside = set(os.listdir(path.parent))
    done = repair(path, new, running.PLAN)
    assert path.read_bytes() == before
    assert set(os.listdir(path.parent)) == beside | {new.name}
    found = games(new)
    assert found == {id_: proven(GAMES[id_]) for id_ in found}
    assert (len(found), len(found) == len(GAMES)) == (done.saved, done.complete)
    assert not found.keys() & set(done.lost)
    return done


def overwrite(path: Path, place: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(data)


def root(path: Path, table: str) -> int:
    """The number of the page at a table's root."""
    with sqlite3.connect(path) as db:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return int(db.execute(query, (table,)).fetchone()[0])


def test_of_a_whole_store_all_is_saved(path: Path) -> None:
    assert repaired(path) == Repaired(60, (), True)
    with Store.open(path) as old, Store.open(path.with_name("new.arena")) as new:
        assert new.header == old.header


@pytest.mark.parametrize("table", ["games", "logs", "lineups", "games_by_lineup"])
def test_a_destroyed_root_costs_at_most_its_own_rows(path: Path, table: str) -> None:
    overwrite(path, (root(path, table) - 1) * PAGE, b"\xff" * PAGE)
    with pytest.raises(ArenaError), Store.open(path) as store:
        list(store.records()), store.seatings(), store.tallies()
    done = repaired(path)
    assert done.saved == 60


def test_a_destroyed_first_page_costs_nothing(path: Path) -> None:
    """Not even SQLite can tell that it was a database."""
    overwrite(path, 0, random.Random(1).randbytes(PAGE))
    assert repaired(path) == Repaired(60, (), True)


@pytest.mark.parametrize(("share", "least"), [(0.3, 0), (0.8, 30), (0.9, 45), (0.999, 55)])
def test_of_a_truncated_store_the_front_is_saved(path: Path, share: float, least: int) -> None:
    os.truncate(path, int(path.stat().st_size * share))
    done = repaired(path)
    assert least <= done.saved < 60
    assert done.lost


@pytest.mark.parametrize("seed", range(8))
def test_bytes_overwritten_in_many_places_cost_the_games_they_hit(path: Path, seed: int) -> None:
    """Whatever is hit: a game is there as it was, or it is not there."""
    dice = random.Random(seed)
    size = path.stat().st_size
    for _ in range(20):
        overwrite(path, dice.randrange(3 * PAGE, size - 50), dice.randbytes(dice.randint(1, 50)))
    assert 0 < repaired(path).saved <= 60


def test_lost_games_are_named(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE logs SET replies = x'00' WHERE id = 7")
        db.execute("UPDATE games SET seeds = '[1,2]' WHERE id = 9")
        db.execute("UPDATE games SET scores = '[0.5,0.5]' WHERE id = 11")
        db.execute("UPDATE logs SET final = replace(final, 'b', 'w') WHERE id = 12")
        db.execute("UPDATE logs SET started = 'noon' WHERE id = 13")
        db.execute("DELETE FROM logs WHERE id = 14")
    db.close()
    assert repaired(path) == Repaired(54, (7, 9, 11, 12, 13, 14), False)


def test_what_stands_in_the_log_of_a_killed_run_is_saved(tmp_path: Path) -> None:
    """Also if the file's first page, which leads to all others, is gone."""
    open_, path = tmp_path / "open.arena", tmp_path / "cup.arena"
    with Store.create(open_, header_of(PLAN)) as store:
        for record in GAMES.values():
            store.save(record)
        shutil.copy(open_, path)
        shutil.copy(f"{open_}-wal", f"{path}-wal")
    assert Path(f"{path}-wal").stat().st_size > path.stat().st_size
    assert repaired(path) == Repaired(60, (), True)
    path.with_name("new.arena").unlink()
    overwrite(path, 0, b"\xff" * PAGE)
    assert repaired(path) == Repaired(60, (), True)


SWISS = replace(random_games.plan(bots=4, games=2), format="swiss", rounds=3)


def filled(path: Path, plan: Tournament) -> Path:
    with Store.create(path, header_of(plan)) as store:
        for record in records(plan):
            store.save(record)
    return path


def lose(path: Path, *games: int) -> None:
    """Damage the logs of games."""
    with sqlite3.connect(path) as db:
        db.executemany("UPDATE logs SET replies = x'00' WHERE id = ?", [(id_,) for id_ in games])
    db.close()


def saved(path: Path) -> Repaired:
    """Repair to a new file; what is there afterwards fits the plan."""
    new = path.with_name("new.arena")
    new.unlink(missing_ok=True)
    return repair(path, new, running.PLAN)


def resigned(record: Record) -> Record:
    """The game with the winner giving up at once: it comes to the opposite."""
    state = first_state(record.spec)
    scores = tuple(1 - score for score in record.scores)
    return replace(record, turns=(), scores=scores, termination="resign", final=str(state))


def test_where_results_decide_all_that_fit_are_saved(tmp_path: Path) -> None:
    """The pairings of the second round rest on every game of the first, also on a lost one."""
    path = filled(tmp_path / "cup.arena", SWISS)
    assert saved(path) == Repaired(12, (), True)
    lose(path, 3)
    assert saved(path) == Repaired(11, (3,), False)


def test_what_rests_on_another_result_is_not_saved(tmp_path: Path) -> None:
    """A lost game that came out otherwise when it was played again: other bots meet then."""
    path = filled(tmp_path / "cup.arena", SWISS)
    true = {record.spec.id: record for record in records(SWISS)}
    first = next(id_ for id_ in (1, 2, 3, 4) if true[id_].scores != (0.5, 0.5))
    lose(path, 1, 2, 3, 4)
    assert saved(path) == Repaired(8, (1, 2, 3, 4), False)
    with Store.open(path.with_name("new.arena"), write=True) as store:
        for id_ in (1, 2, 3, 4):
            store.save(resigned(true[id_]) if id_ >= first else true[id_])
    again = path.with_name("new.arena").rename(path.with_name("again.arena"))
    with Store.open(again) as store, pytest.raises(RunError, match="arena repair saves"):
        list(running.missing(SWISS, store, store.scores()))
    done = saved(again)
    assert 4 <= done.saved < 12
    assert not done.complete
    with Store.open(path.with_name("new.arena")) as store:
        assert list(running.missing(SWISS, store, store.scores()))


def test_void_games_and_marks_are_saved(tmp_path: Path) -> None:
    """Of a test that is over after its first pairs, and of one whose end is open again."""
    path, terms = tmp_path / "cup.arena", (("elo0", 0.0), ("elo1", 5.0), ("pairs", 20.0))
    plan = replace(random_games.plan(), format="sprt", terms=terms)
    filled(path, plan)
    void = replace(random_games.record(next(records(plan)).spec), termination=VOID, scores=())
    lost = Record(void.spec, (), VOID, (None, None), (), void_reason="its worker ended")
    with Store.open(path, write=True) as store:
        store.save_void(replace(void, void_reason="starved"))
        store.save_void(lost)
        store.mark_surplus(15)
    lose(path, 7)
    assert saved(path) == Repaired(39, (7,), False, voids=2)
    with Store.open(path) as old, Store.open(tmp_path / "new.arena") as new:
        assert list(new.voids()) == list(old.voids())
        marked = replace(EVERYTHING, surplus=True)
        assert list(new.results(marked)) == list(old.results(marked)) != []


def test_beyond_its_end_games_of_a_complete_run_do_not_count(tmp_path: Path) -> None:
    """Also if the run was killed before it could mark them."""
    terms = (("elo0", -1000.0), ("elo1", 1000.0), ("pairs", 20.0))
    plan = replace(random_games.plan(), format="sprt", terms=terms)
    path = filled(tmp_path / "cup.arena", plan)
    ends = list(records(plan))
    later = [random_games.record(schedule.game(plan, id_, ends[0].spec.bots)) for id_ in (39, 40)]
    with Store.open(path, write=True) as store:
        for record in later:
            store.save(record)
    assert saved(path) == Repaired(len(ends) + 2, (), True)
    with Store.open(tmp_path / "new.arena") as new:
        assert len(list(new.results())) == len(ends)


def test_games_of_retired_bots_are_saved(tmp_path: Path) -> None:
    plan = random_games.plan(bots=4, games=2)
    path = filled(tmp_path / "cup.arena", plan)
    with Store.open(path, write=True) as store:
        grown = replace(plan, league=League(retired=("bot2",)))
        stages = fixtures.stages(grown, stages_of(store.header), store.last_pair())
        store.extend(replace(header_of(grown), stages=written(stages)))
    assert saved(path) == Repaired(12, (), True)


def test_what_was_merged_from_other_runs_is_saved(tmp_path: Path) -> None:
    runs = [
        filled(tmp_path / f"{seed}.arena", replace(random_games.plan(games=6), seed=seed))
        for seed in (1, 2)
    ]
    path = tmp_path / "all.arena"
    merge(path, runs, print)
    lose(path, 5)
    assert saved(path).saved == 11


# What cannot be repaired


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: overwrite(path, (root(path, "header") - 1) * PAGE, b"\0" * PAGE),
        lambda path: os.truncate(path, PAGE),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("name: cup\n"),
        lambda path: path.write_bytes(random.Random(1).randbytes(50_000)),
    ],
    ids=["no-header", "truncated", "empty", "text", "random"],
)
def test_without_a_header_nothing_is_made(path: Path, damage: Callable[[Path], object]) -> None:
    damage(path)
    before = path.read_bytes()
    done = arena("repair", path, "--to", "new.arena", cwd=path.parent, status=2)
    expected = f"arena: {path}: found no header of a run that can be read, so nothing can be saved"
    assert done.stderr.splitlines() == [expected]
    assert os.listdir(path.parent) == [path.name]
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["{}", "[]", "no json", '{"contests": [{"game": "go"}]}'])
def test_a_header_that_plans_no_games_is_none(path: Path, text: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE header SET tournament = ?", (text,))
    db.close()
    with pytest.raises(ArenaError, match="no header of a run that can be read"):
        repair(path, path.with_name("new.arena"), running.PLAN)


def test_an_existing_file_is_not_written(path: Path) -> None:
    other = path.with_name("new.arena")
    other.write_text("precious")
    for to in (other, path):
        with pytest.raises(ArenaError, match="exists already"):
            repair(path, to, running.PLAN)
    assert other.read_text() == "precious"


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"cup\.arena: no such file"):
        repair(tmp_path / "cup.arena", tmp_path / "new.arena", running.PLAN)


def test_a_store_that_is_being_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cup.arena"
    with Store.create(path, Header("{}")), pytest.raises(RunError, match="being written"):
        repair(path, tmp_path / "new.arena", running.PLAN)


def test_a_newer_store_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {schema.FORMAT + 1}")
    db.close()
    with pytest.raises(ArenaError, match="newer"):
        repair(path, path.with_name("new.arena"), running.PLAN)


def test_what_fails_half_way_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(store: Store, record: Record) -> None:
        raise RunError("the disk is full")

    monkeypatch.setattr(Store, "save", full_disk)
    with pytest.raises(RunError, match="the disk is full"):
        repair(path, path.with_name("new.arena"), running.PLAN)
    assert os.listdir(path.parent) == [path.name]


def test_tables_are_told_apart_by_their_columns(path: Path) -> None:
    """As the schema has them: what changes it must change the repair."""
    with sqlite3.connect(path) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        ]
        columns = {
            table: tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})"))
            for table in tables
        }
    assert list(columns.values()) == list(found.TABLES.values())


# The whole way


@pytest.mark.thorough
def test_after_a_repair_the_run_goes_on_to_exactly_the_planned_games(
    tmp_path: Path, mark: str
) -> None:
    """Of a run that was killed half-way, and whose file was then damaged."""
    file, where, new = tournament(tmp_path, mark, bots=4, rounds=1), tmp_path / "t.arena", "n.arena"
    arena("run", file, "--store", "calm.arena", "--quiet", cwd=tmp_path)
    run = start("run", file, cwd=tmp_path)
    wait_for(lambda: games_in(where) >= 8)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    overwrite(where, 0, b"\xff" * PAGE)
    log = where.with_name("t.arena-wal")
    overwrite(log, log.stat().st_size // 2, random.Random(1).randbytes(2 * PAGE))
    done = arena("repair", where, "--to", new, cwd=tmp_path)
    assert f"{new} has {games_in(tmp_path / new)} games of {where}; " in done.stdout
    assert "lost are " in done.stdout or "none is lost" in done.stdout
    assert f"next: arena run FILE.yaml --store {new} plays the missing games" in done.stdout
    assert 0 < games_in(tmp_path / new) < 24
    arena("run", file, "--store", new, "--quiet", cwd=tmp_path)
    arena("verify", new, cwd=tmp_path)
    assert timeless_records(tmp_path / new) == timeless_records(tmp_path / "calm.arena")
