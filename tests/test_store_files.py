"""The store's file: one writer, kills, damage, full disks, read-only folders, formats."""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.errors import ArenaError, RunError
from arena.record import Record
from arena.store import database, schema
from arena.store.header import Header
from arena.store.store import Store
from tests.run_records import record

HEADER = Header("{}")
ROOT = Path(__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.arena"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.create(path, HEADER) as opened:
        yield opened


def filled(path: Path, count: int = 40) -> list[Record]:
    """A closed store at `path` and what is in it."""
    records = [record(id_, turns=30) for id_ in range(1, count + 1)]
    with Store.create(path, HEADER) as store:
        for each in records:
            store.save(each)
    return records


def test_a_closed_store_is_a_single_file(path: Path) -> None:
    filled(path)
    assert os.listdir(path.parent) == [path.name]
    with Store.open(path) as store:
        store.record(1)
    assert os.listdir(path.parent) == [path.name]


def test_a_reader_sees_each_game_as_soon_as_it_is_saved(store: Store) -> None:
    with Store.open(store.path) as reader:
        for id_ in range(1, 4):
            store.save(record(id_, ("ada", f"rival {id_}")))
            assert reader.done() == set(range(1, id_ + 1))
            assert reader.record(id_) == store.record(id_)


def test_a_reader_cannot_write(path: Path) -> None:
    filled(path, 1)
    with Store.open(path) as reader, pytest.raises(RunError, match="cannot open or write"):
        reader.save(record(2))


def test_a_second_writer_in_this_process_is_refused(store: Store) -> None:
    with pytest.raises(RunError, match="already being written by this process"):
        Store.open(store.path, write=True)
    store.save(record(1))


def test_a_second_writer_is_told_who_the_first_is(store: Store) -> None:
    program = f"from arena.store.store import Store\nStore.open({str(store.path)!r}, write=True)"
    other = python(program)
    assert other.wait() != 0
    assert other.stderr is not None
    last = other.stderr.read().strip().splitlines()[-1]
    assert f"process {os.getpid()} on host {socket.gethostname()}" in last
    store.save(record(1))


def test_a_second_writer_is_refused_by_whatever_links_it_comes(store: Store) -> None:
    link = store.path.with_name("link.arena")
    link.symlink_to(store.path.name)
    with pytest.raises(RunError, match="already being written"):
        Store.open(link, write=True)


def test_a_new_writer_goes_on_after_the_first_has_closed(path: Path) -> None:
    filled(path, 3)
    with Store.open(path, write=True) as store:
        store.save(record(4))
        assert store.done() == {1, 2, 3, 4}


SAVE_FOR_EVER = """
    from itertools import count
    from tests.run_records import record
    from arena.store.store import Store
    with Store.open({path!r}, write=True) as store:
        for id_ in count(len(store.done()) + 1):
            store.save(record(id_, turns=200))
            print(id_, flush=True)
"""


def python(program: str) -> subprocess.Popen[str]:
    """A Python process that can import what these tests can."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def test_a_writer_killed_while_saving_loses_nothing_it_had_saved(path: Path) -> None:
    filled(path, 0)
    for _ in range(3):
        writer = python(SAVE_FOR_EVER.format(path=str(path)))
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(25)]
        writer.send_signal(signal.SIGKILL)
        saved = [int(line) for line in [*lines, *writer.stdout] if line.strip()]
        writer.wait()
        with Store.open(path) as reader:
            check_whole(reader, saved[-1])
        with Store.open(path, write=True) as store:
            check_whole(store, saved[-1])
    assert os.listdir(path.parent) == [path.name]


def check_whole(store: Store, saved: int) -> None:
    """All games up to `saved`, and perhaps the next, are here and whole."""
    done = store.done()
    assert done in (set(range(1, saved + 1)), set(range(1, saved + 2)))
    assert all(store.record(id_) == record(id_, turns=200) for id_ in done)


def test_a_child_that_outlives_a_killed_writer_does_not_hold_the_lock(path: Path) -> None:
    filled(path, 1)
    writer = python(f"""
        import os, time
        from arena.store.store import Store
        store = Store.open({str(path)!r}, write=True)
        child = os.fork()
        if child:
            print(child, flush=True)
        time.sleep(60)
    """)
    assert writer.stdout is not None
    child = int(writer.stdout.readline())
    try:
        writer.kill()
        writer.wait()
        with Store.open(path, write=True) as store:
            store.save(record(2))
    finally:
        os.kill(child, signal.SIGKILL)


# Files that are no store, or a broken one


def test_a_missing_file_is_told_and_not_created(path: Path) -> None:
    for write in (False, True):
        with pytest.raises(ArenaError, match=r"cup\.arena: no such file"):
            Store.open(path, write=write)
    assert os.listdir(path.parent) == []


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="is not a file"):
        Store.open(tmp_path)


def test_create_refuses_what_exists_and_leaves_it(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(ArenaError, match="exists already"):
        Store.create(path, HEADER)
    assert path.read_text() == "precious"
    assert os.listdir(path.parent) == [path.name]


def test_create_in_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"cannot write .*No such file or directory"):
        Store.create(tmp_path / "missing" / "cup.arena", HEADER)


def test_what_a_killed_creation_left_is_no_hindrance(path: Path) -> None:
    path.with_name("cup.arena-new").write_bytes(b"half a st")
    filled(path, 1)
    assert os.listdir(path.parent) == [path.name]


def other_database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (id)")


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("name: cup\n"),
        lambda path: path.write_bytes(random.Random(1).randbytes(10_000)),
        other_database,
    ],
    ids=["empty", "yaml", "random", "other-database"],
)
def test_what_is_no_store_is_refused_and_left_alone(
    path: Path, make: Callable[[Path], object], write: bool
) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(ArenaError, match="is not the store of a run"):
        Store.open(path, write=write)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("write", [False, True])
def test_a_newer_store_is_refused_and_left_alone(path: Path, write: bool) -> None:
    filled(path, 1)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {schema.FORMAT + 1}")
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=f"store format {schema.FORMAT + 1}.*newer"):
        Store.open(path, write=write)
    assert path.read_bytes() == before


def read_everything(path: Path) -> list[Record]:
    """All that a store has, by every way of asking."""
    with Store.open(path) as store:
        store.tallies(), store.terminations(), list(store.voids()), list(store.results())
        return [store.record(id_) for id_ in sorted(store.done())]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.99])
def test_a_truncated_store_is_told(path: Path, share: float) -> None:
    filled(path)
    os.truncate(path, int(path.stat().st_size * share))
    with pytest.raises(ArenaError, match=r"cup\.arena"):
        read_everything(path)


@pytest.mark.parametrize("seed", range(25))
def test_random_bytes_inside_are_told_in_one_line_or_do_no_harm(path: Path, seed: int) -> None:
    filled(path)
    dice = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(20):
        place = dice.randrange(100, len(data) - 50)
        data[place : place + 50] = dice.randbytes(50)
    path.write_bytes(data)
    told = ""
    try:
        read_everything(path)
    except ArenaError as error:
        told = str(error)
    assert not told or (str(path) in told and "\n" not in told)


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM logs",
        "DELETE FROM lineups",
        "DELETE FROM header",
        "UPDATE games SET scores = CAST(x'22ff' AS TEXT)",
        "UPDATE logs SET replies = x'00'",
        "UPDATE lineups SET seats = '[[{}, {}]]'",
    ],
)
def test_rows_that_make_no_sense_are_told_as_damage(path: Path, harm: str) -> None:
    filled(path, 2)
    with sqlite3.connect(path) as db:
        db.execute(harm)
    db.close()
    with pytest.raises(ArenaError, match=r"cup\.arena is damaged: "):
        read_everything(path)


# Disks and folders that won't


def test_a_full_disk_is_one_line_and_costs_only_the_game_at_hand(store: Store) -> None:
    store.save(record(1))
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    noisy = replace(record(2), stderr=(random.Random(1).randbytes(50_000).hex(), ""))
    with pytest.raises(RunError, match=r"disk of .* is full"):
        store.save(noisy)
    assert store.done() == {1}
    store._db.execute("PRAGMA max_page_count = 100000")
    store.save(noisy)
    assert store.record(2) == noisy


def test_a_creation_that_fails_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = schema.MIGRATIONS[0]

    def build_on_a_small_disk(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA max_page_count = 3")
        build(db)

    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (build_on_a_small_disk,))
        with pytest.raises(RunError, match=r"disk of .* is full"):
            Store.create(path, HEADER)
    assert os.listdir(path.parent) == []


@pytest.fixture
def frozen() -> Iterator[Path]:
    """A store of three games in a folder that nobody may write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder / "cup.arena", 3)
        (folder / "cup.arena").chmod(0o444)
        folder.chmod(0o555)
        yield folder / "cup.arena"
        folder.chmod(0o755)


def as_common_user(function: Callable[..., str], *args: object) -> str:
    """Call in a process without root's power over permissions."""
    drop = os.setuid if os.geteuid() == 0 else int
    with get_context("fork").Pool(1, drop, (65534,)) as pool:
        return pool.apply(function, args)


def try_reading(path: Path) -> str:
    return str([game.spec.id for game in read_everything(path)])


def try_writing(path: Path) -> str:
    try:
        Store.open(path, write=True)
    except RunError as error:
        return str(error)
    return "written"


def try_creating(path: Path) -> str:
    try:
        Store.create(path, HEADER)
    except RunError as error:
        return str(error)
    return "created"


def test_a_read_only_folder_can_be_read(frozen: Path) -> None:
    assert as_common_user(try_reading, frozen) == "[1, 2, 3]"


def test_a_store_copied_while_open_can_be_read_in_a_read_only_folder(frozen: Path) -> None:
    with sqlite3.connect(frozen) as db:
        db.execute("PRAGMA journal_mode = WAL")
    db.close()
    for companion in ("-wal", "-shm"):
        frozen.with_name(frozen.name + companion).unlink(missing_ok=True)
    assert as_common_user(try_reading, frozen) == "[1, 2, 3]"


def test_a_read_only_folder_cannot_be_written(frozen: Path) -> None:
    assert "cannot write" in as_common_user(try_writing, frozen)
    assert "cannot write" in as_common_user(try_creating, frozen.with_name("new.arena"))


# Formats


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = filled(path, 2)

    def fails(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE games ADD COLUMN extra")
        db.execute("SELECT * FROM nowhere")

    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, fails))
        with pytest.raises(RunError, match="nowhere"):
            Store.open(path, write=True)
    assert read_everything(path) == records


def test_an_older_store_is_brought_to_the_present_format(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = filled(path, 2)

    def step(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE games ADD COLUMN extra")

    monkeypatch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, step))
    with Store.open(path, write=True) as store:
        assert store.header.format == schema.FORMAT + 1
        assert [store.record(id_) for id_ in (1, 2)] == records
        assert "extra" in store._db.execute("SELECT * FROM games").fetchone().keys()  # noqa: SIM118
