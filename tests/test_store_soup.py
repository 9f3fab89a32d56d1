"""Stores that were damaged in any way: what is read is read, or told in one line; no traceback."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.plan.tournament import contest
from arena.record import Record
from arena.rules.verify import difference
from arena.run import PLAN, header_of
from arena.store.database import reading
from arena.store.packing import Turns, pack, to_json, unpack
from arena.store.repair import repair
from arena.store.results import Selection
from arena.store.rows import (
    Lineup,
    Seating,
    heavy_row,
    light_row,
    read_opening_tally,
    read_pair_tally,
    read_record,
    read_result,
    read_tally,
)
from arena.store.store import Store
from arena.views.tables import rating_tables
from tests import random_games

PATH = Path("cup.arena")
PAGE = 512
PACKED = ("replies", "infos", "stderr")
SCRAPS: tuple[Any, ...] = (
    *(None, 0, 1, -1, 2**63 - 1, -(2**63), 0.5, float("inf"), -0.0, "", "x", b"", b"x", b"\0\xff"),
    *("null", "[]", "{}", "[[]]", "[1,2]", "[null,null]", '["a","b"]', "[[1,2],[3,4]]", "1e999"),
    *("[NaN,1]", '"\\ud800"', "[" * 5000, "9" * 5000, '{"a":1}', "true", "[[[1,2,3]]]", "\udc80"),
    *(pack([]), pack({}), pack(None), pack([1, 2, 3]), pack([[], [], []]), pack([[[1]], [], [2]])),
    pack("x" * 10),
)
JSON_SCRAPS: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, 10**30, "", "x", [], {}, [[]], [1, 2], {"a": 1}, "a" * 1000, 0.5),
)
Row = dict[str, Any]


def refusal(path: Path, read: Callable[[], object]) -> str:
    """What is told of rows that cannot be read; nothing if they can."""
    try:
        with reading(path):
            read()
    except ArenaError as error:
        return str(error)
    return ""


# Rows


def rows() -> list[Row]:
    """The rows of some short games, with all columns of games, logs and lineups."""
    made = []
    for name in ("what-the-shell", "veletas"):
        for whole in random_games.records(random_games.plan(contest(name), games=4)):
            record = replace(whole, turns=whole.turns[:6], termination="resign")
            row = {"id": record.spec.id, "lineup": 1, "games": 3}
            made.append(row | Lineup.of(record.spec).row() | light_row(record) | heavy_row(record))
    return made


def changed(value: Any, rng: Random) -> Any:
    """A JSON value with one of its parts replaced, lost or doubled."""
    if isinstance(value, list) and value and rng.random() < 0.9:
        copy, place = list(value), rng.randrange(len(value))
        dice = rng.random()
        if dice < 0.1:
            del copy[place]
        elif dice < 0.2:
            copy.insert(place, copy[place])
        else:
            copy[place] = changed(copy[place], rng)
        return copy
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.2:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: changed(value[key], rng)}
    return rng.choice(JSON_SCRAPS)


def mangled(data: bytes, rng: Random) -> bytes:
    """Bytes with some of them overwritten, lost or added."""
    copy = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        place = rng.randrange(len(copy) + 1)
        copy[place : place + rng.choice((0, 1, 1, 4))] = rng.randbytes(rng.choice((0, 1, 1, 4)))
    return bytes(copy)


def damaged_value(name: str, value: Any, rng: Random) -> Any:
    """What a column may hold after damage, or by malice."""
    dice = rng.random()
    if dice < 0.2:
        return rng.choice(SCRAPS)
    if name in PACKED:
        return pack(changed(unpack(value), rng)) if dice < 0.7 else mangled(value, rng)
    if isinstance(value, str) and dice < 0.6 and value[:1] in "[{":
        return to_json(changed(json.loads(value), rng))
    if isinstance(value, str):
        return mangled(value.encode(), rng).decode(errors="replace")
    return rng.choice(SCRAPS)


def read_row(row: Row) -> None:
    """By every reader there is; those that fail keep no other from trying."""
    lineup = Lineup.read(row)
    record = read_record(row, lineup)
    assert isinstance(record, Record)
    difference(record)


def check_rows(rounds: int, rng: Random) -> int:
    """How many lines told of damage."""
    whole = rows()
    seatings = [Seating.read(row) for row in whole]
    refused = 0
    for _ in range(rounds):
        number = rng.randrange(len(whole))
        row, seating = dict(whole[number]), seatings[number]
        for name in rng.sample(sorted(row), rng.choice((1, 1, 1, 2, 4))):
            row[name] = damaged_value(name, row[name], rng)
        for line in refusals(row, seating):
            refused += 1
            assert line.isprintable()
            elsewhere = "install the package" in line or "it begins nowhere" in line
            assert elsewhere or line.startswith("cup.arena is damaged: ")
    return refused


def refusals(row: Row, seating: Seating) -> list[str]:
    """What the readers tell of a row."""
    pairs = row | {"games": f"[[1,[1,0]],[1,{row['scores']}]]"}
    told = (
        refusal(PATH, lambda: Seating.read(row)),
        refusal(PATH, lambda: read_row(row)),
        refusal(PATH, lambda: read_result(row, seating)),
        refusal(PATH, lambda: read_tally(row, seating)),
        refusal(PATH, lambda: read_opening_tally(row, seating)),
        refusal(PATH, lambda: read_pair_tally(pairs, {1: seating})),
    )
    return list(filter(None, told))


def test_damaged_rows_are_read_or_told_in_one_line() -> None:
    assert check_rows(3000, Random(1)) > 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_damaged_rows_by_the_million() -> None:
    told = check_rows(1_000_000, Random())
    print("lines of damage told of a million rows:", told)
    assert told > 0


# Files


def damaged_file(data: bytes, rng: Random) -> bytes:
    """A file after a bad disk, a cut transfer or a careless program."""
    copy = bytearray(data)
    pages = len(copy) // PAGE
    kind = rng.randrange(6)
    if kind == 0:
        del copy[rng.randrange(len(copy)) :]
    for _ in range(rng.choice((1, 1, 3, 20))):
        here, there = (PAGE * rng.randrange(pages) for _ in range(2))
        place = rng.randrange(len(data))
        if kind == 1:
            copy[here : here + PAGE] = rng.choice((bytes(PAGE), rng.randbytes(PAGE)))
        elif kind == 2:
            copy[here : here + PAGE] = copy[there : there + PAGE]
        elif kind == 3:
            copy[place : place + 1] = bytes([copy[place] ^ 1 << rng.randrange(8)])
        elif kind == 4:
            copy[place : place + 50] = rng.randbytes(len(copy[place : place + 50]))
        elif kind == 5:
            copy[here + rng.randrange(100)] = rng.randrange(256)
    return bytes(copy)


QUESTIONS: tuple[Callable[[Store], object], ...] = (
    lambda store: [difference(store.record(id_)) for id_ in sorted(store.done())],
    lambda store: list(store.records()),
    lambda store: list(store.results()),
    lambda store: list(store.voids()),
    *(Store.tallies, Store.pair_tallies, Store.opening_tallies),
    *(Store.terminations, Store.seatings, Store.count),
    lambda store: list(store.outcomes()),
    lambda store: list(store.results(Selection(culprit="bot1"))),
)
"""All that a store is asked for."""
ALL = (*QUESTIONS, rating_tables)


def answers(path: Path, asked: Sequence[Callable[[Store], object]]) -> list[str]:
    """What is told while a store is opened and asked."""
    try:
        store = Store.open(path)
    except ArenaError as error:
        return [str(error)]
    with store:
        return list(filter(None, (refusal(path, lambda: ask(store)) for ask in asked)))  # noqa: B023


def small_store(folder: Path, games: int) -> tuple[Path, dict[int, Turns]]:
    """A store in small pages, so that it has many in few bytes, and the games' turns."""
    plan, path = random_games.plan(games=games), folder / "whole.arena"
    records = list(random_games.records(plan))
    with Store.create(path, header_of(plan)) as store:
        for record in records:
            store.save(record)
        store.save_void(replace(records[0], termination="void", scores=(), void_reason="storm"))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("VACUUM")
    return path, {record.spec.id: record.turns for record in records}


def overwrite(path: Path, data: bytes) -> None:
    """Much quicker than a file that is emptied first, which the system then writes to the disk."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(data)
        file.truncate()


def check_files(folder: Path, rounds: int, rng: Random) -> Mapping[str, int]:
    """Ask each damaged file a thing that stores are asked: how many told of damage."""
    data, path = small_store(folder, games=4)[0].read_bytes(), folder / "cup.arena"
    counts = dict.fromkeys(("files", "told"), 0)
    for counts["files"] in range(1, rounds + 1):
        overwrite(path, damaged_file(data, rng))
        told = answers(path, [rng.choice(QUESTIONS)])
        counts["told"] += bool(told)
        assert all(line.isprintable() and str(path) in line for line in told)
    return counts


def check_repairs(folder: Path, rounds: int, rng: Random) -> Mapping[str, int]:
    """Ask damaged files all, and repair them: what is saved is true."""
    whole, true = small_store(folder, games=12)
    path, new = folder / "cup.arena", folder / "new.arena"
    counts = dict.fromkeys(("files", "told", "repaired", "games"), 0)
    for counts["files"] in range(1, rounds + 1):
        overwrite(path, damaged_file(whole.read_bytes(), rng))
        told = answers(path, ALL)
        counts["told"] += bool(told)
        assert all(line.isprintable() and str(path) in line for line in told)
        if refusal(path, lambda: repair(path, new, PLAN)):
            assert not new.exists()
            continue
        counts["repaired"] += 1
        with Store.open(new) as store:
            for game in store.records():
                assert game.turns == true[game.spec.id]
                counts["games"] += 1
        new.unlink()
    return counts


def test_damaged_files_are_read_or_told_in_one_line(tmp_path: Path) -> None:
    counts = check_files(tmp_path, 300, Random(1))
    assert 0 < counts["told"] < counts["files"]


def test_damaged_files_are_repaired(tmp_path: Path) -> None:
    counts = check_repairs(tmp_path, 12, Random(1))
    assert min(counts.values()) > 0


@pytest.mark.slow
@pytest.mark.timeout(14_400)
def test_damaged_files_by_the_million(tmp_path: Path) -> None:
    counts = check_files(tmp_path, 1_000_000, Random())
    print(counts)
    assert 0 < counts["told"] < counts["files"]


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_repairs_by_the_thousand(tmp_path: Path) -> None:
    counts = check_repairs(tmp_path, 2000, Random())
    print(counts)
    assert min(counts.values()) > 0
