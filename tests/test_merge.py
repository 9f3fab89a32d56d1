"""Runs that are joined: what stands where the new store is to be, and who is the same bot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena import merge as joining
from arena.errors import ArenaError, RunError
from arena.store.store import Store
from tests.run_records import record
from tests.web.crafted import craft

DIES_HALFWAY = """\
import os, sys
from pathlib import Path
from arena import merge
from arena.store.store import Store

save, saved = Store.save, []
def dying(store, record):
    save(store, record)
    saved.append(record)
    if len(saved) == 2:
        os._exit(9)
Store.save = dying
merge.merge(Path("all.arena"), [Path("a.arena"), Path("b.arena")], print)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where two runs of four games each are."""
    monkeypatch.chdir(tmp_path)
    for name, cast in (("a.arena", ("ada", "bob")), ("b.arena", ("cyd", "dan"))):
        craft(tmp_path / name, cast)
    return tmp_path


def merge(out: str = "all.arena") -> int:
    return joining.merge(Path(out), [Path("a.arena"), Path("b.arena")], print)


def test_the_log_of_a_store_that_was_removed_is_no_part_of_the_joined_one(folder: Path) -> None:
    with Store.open("a.arena", write=True) as store:
        store.save(record(40))
        shutil.copy("a.arena-wal", "all.arena-wal")
    with pytest.raises(ArenaError, match=r"all\.arena-wal has the last games of a run"):
        merge()
    assert not Path("all.arena").exists()
    os.remove("all.arena-wal")
    assert merge() == 5 + 4


def test_what_appears_while_runs_are_joined_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy(*given: object) -> int:
        Path("all.arena").write_text("mine")
        return 0

    monkeypatch.setattr(joining, "_copy", copy)
    with pytest.raises(ArenaError, match=r"all\.arena exists already"):
        merge()
    assert Path("all.arena").read_text() == "mine"
    assert sorted(os.listdir()) == ["a.arena", "all.arena", "b.arena"]


def test_a_merge_that_was_killed_is_repeated(folder: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", DIES_HALFWAY], check=False)
    assert killed.returncode == 9
    assert Path("all.arena-merging-wal").exists()
    assert merge() == 4 + 4
    assert sorted(os.listdir()) == ["a.arena", "all.arena", "b.arena"]


def test_two_merges_to_the_same_place_at_once_the_second_is_refused(folder: Path) -> None:
    with Store.open("a.arena") as store:
        header = store.header
    with Store.create("all.arena-merging", header) as other:
        with pytest.raises(RunError, match=r"all\.arena-merging is .*being written"):
            merge()
        other.save(record(1))
        assert other.done() == {1}
