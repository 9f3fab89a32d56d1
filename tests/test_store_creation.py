"""Where a new store is made: what is there already is left alone, and what fails leaves nothing."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from arena.errors import ArenaError, RunError
from arena.store.header import Header
from arena.store.store import Store
from tests.run_records import record

HEADER = Header("{}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.arena"


def test_the_log_of_a_store_that_was_removed_is_no_part_of_a_new_one(path: Path) -> None:
    """Who removes the store of a killed run may leave its log behind, which SQLite would read."""
    other = path.with_name("other.arena")
    with Store.create(other, HEADER) as store:
        store.save(record(1))
        shutil.copy(f"{other}-wal", f"{path}-wal")
    log = path.with_name("cup.arena-wal")
    before = log.read_bytes()
    with pytest.raises(ArenaError, match=r"cup\.arena-wal has the last games of a run"):
        Store.create(path, HEADER)
    assert log.read_bytes() == before
    assert not path.exists()


def test_a_link_to_nothing_is_left_alone(path: Path) -> None:
    path.symlink_to("elsewhere.arena")
    with pytest.raises(ArenaError, match=r"leads to elsewhere\.arena, which is not there"):
        Store.create(path, HEADER)
    assert path.is_symlink()


def test_a_name_that_is_no_utf_8_is_one(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/c\x80?%.arena"))
    Store.create(path, HEADER).close()
    with Store.open(path) as store:
        assert store.header.tournament == HEADER.tournament
    assert os.listdir(tmp_path) == [path.name]


def test_where_no_lock_can_be_written_none_is_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full_disk)
    with pytest.raises(RunError, match=r"cannot write .*cup\.arena: No space left on device"):
        Store.create(path, HEADER)
    assert os.listdir(path.parent) == []
