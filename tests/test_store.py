"""What a store keeps: exact records, the header, voids, filters and sums."""

from __future__ import annotations

import random
import socket
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from arena.errors import ArenaError, RunError
from arena.ratings.base import outcome
from arena.record import Noise, Record, Reply
from arena.store import schema
from arena.store.header import Header
from arena.store.results import Result, Selection, Tally
from arena.store.rows import read_record
from arena.store.store import Store
from arena.store.where import where
from tests.run_records import ANY_RECORD, DRAW, LOSS, WIN, record, void

HEADER = Header('{"name":"cup"}', ("{}",), (("ada", "f00"), ("bob", "ba4")))
ROOT = Path(__file__).parent.parent


def count_reads(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """The records that are decoded from now on."""
    read: list[Record] = []

    def reading(*given: Any, **more: Any) -> Record:
        read.append(read_record(*given, **more))
        return read[-1]

    monkeypatch.setattr("arena.store.store.read_record", reading)
    return read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.arena"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.create(path, HEADER) as opened:
        yield opened


# What is saved comes back


def test_a_record_comes_back_exactly(store: Store) -> None:
    game = record(7, opening=(((1, "d4"), (2, "e5")), ((1, "a1"),)))
    store.save(game)
    assert store.record(7) == game


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(ANY_RECORD)
def test_any_record_and_its_result_come_back_exactly(tmp_path: Path, game: Record) -> None:
    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        with Store.create(Path(folder) / "x.arena", HEADER) as store:
            store.save(game)
        with Store.open(Path(folder) / "x.arena") as store:
            assert store.record(game.spec.id) == game
            if game.faults:
                assert list(store.results()) == [Result.of(game)]


def test_a_refused_final_turn_is_kept_apart_from_the_turns(store: Store) -> None:
    game = replace(record(1), last_replies=(Reply(1, "z9", 5), Reply(2, "a1", 6)))
    store.save(game)
    assert store.record(1) == game


def test_the_header_says_where_and_when_and_what(path: Path) -> None:
    with Store.create(path, HEADER) as store:
        header = store.header
    assert (header.tournament, header.stages) == (HEADER.tournament, HEADER.stages)
    assert header.fingerprints == HEADER.fingerprints
    assert socket.gethostname() in header.host
    assert header.created.endswith("Z")
    assert header.format == schema.FORMAT


def test_a_run_grows_by_its_tournament_stages_and_fingerprints(path: Path) -> None:
    with Store.create(path, HEADER) as store:
        before = store.header
        store.extend(replace(HEADER, tournament="{2}", stages=("{}", "{}"), host="elsewhere"))
        after = store.header
    assert after == replace(before, tournament="{2}", stages=("{}", "{}"))
    with Store.open(path) as store:
        assert store.header == after


def test_a_void_is_logged_apart_and_its_game_stays_to_be_played(store: Store) -> None:
    spoilt = [void(3, "slept"), void(3, "slept again")]
    for each in spoilt:
        store.save_void(each)
    assert store.done() == frozenset()
    assert list(store.results()) == []
    assert list(store.voids()) == spoilt
    store.save(record(3))
    assert store.done() == {3}


def test_the_last_voids_are_read_and_no_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = [void(1, f"storm {number}") for number in range(9)]
    for each in spoilt:
        store.save_void(each)
    assert list(store.voids(10**30)) == spoilt
    read = count_reads(monkeypatch)
    assert list(store.voids(3)) == spoilt[-3:]
    assert len(read) == 3


def test_a_void_is_no_game(store: Store) -> None:
    with pytest.raises(ValueError, match="save_void"):
        store.save(void(1))


def test_a_game_is_saved_once(store: Store) -> None:
    store.save(record(1))
    with pytest.raises(RunError, match="has game 1 already"):
        store.save(record(1, scores=LOSS))
    assert store.record(1).scores == WIN


def test_a_missing_game_is_told_with_what_there_is(store: Store) -> None:
    with pytest.raises(ArenaError, match=r"has no game 5: it has none yet"):
        store.record(5)
    store.save(record(2))
    store.save(record(4))
    with pytest.raises(ArenaError, match=r"has no game 5: it has 2 games from 2 to 4"):
        store.record(5)


def test_a_game_takes_less_than_sixty_bytes_a_turn(path: Path) -> None:
    dice = random.Random(2)
    with Store.create(path, HEADER) as store:
        for id_ in range(1, 301):
            turns = tuple(
                tuple(
                    Reply(seat, f"c{dice.randint(1, 9)}", dice.randrange(10**8)) for seat in (1, 2)
                )
                for _ in range(40)
            )
            store.save(replace(record(id_), turns=turns))
    assert path.stat().st_size < 60 * 40 * 300


def test_noise_is_kept_for_each_seat(store: Store) -> None:
    store.save(replace(record(1), noise=(Noise(3, 0), Noise(0, 4))))
    assert store.record(1).noise == (Noise(3, 0), Noise(0, 4))


def test_stray_lines_are_summed_over_the_selected_games(store: Store) -> None:
    noise = (Noise(3, 1), Noise(0, 4, frozen=9))
    store.save(replace(record(1), noise=noise))
    store.save(replace(record(2), noise=noise))
    store.save(replace(record(3, ("bob", "cyd")), noise=(Noise(10, 0), Noise())))
    store.save(replace(record(4, ("cyd", "dan")), noise=()))
    assert store.stray_lines() == {"ada": 8, "bob": 18, "cyd": 0}
    assert store.stray_lines(Selection(bot="ada")) == {"ada": 8, "bob": 8}


# Lists and sums

GAMES = [
    record(1, ("ada", "bob"), WIN),
    record(2, ("bob", "ada"), LOSS, "timeout", ("timeout", None)),
    record(3, ("ada", "cyd"), DRAW, "double-fault", ("crash", "timeout")),
    record(4, ("ada", "bob"), WIN, "majority", game="veletas", variant=(("size", 7),)),
    record(5, ("ada", "bob"), LOSS, "majority", game="veletas", variant=(("size", 10),)),
]


@pytest.fixture
def mixed(store: Store) -> Store:
    for game in reversed(GAMES):
        store.save(game)
    return store


@pytest.mark.parametrize(
    ("only", "ids"),
    [
        (Selection(), [1, 2, 3, 4, 5]),
        (Selection(bot="cyd"), [3]),
        (Selection(bot="nobody"), []),
        (Selection(game="veletas"), [4, 5]),
        (Selection(game="veletas", variant=(("size", 7),)), [4]),
        (Selection(termination="timeout"), [2]),
        (Selection(fault="timeout"), [2, 3]),
        (Selection(fault="any"), [2, 3]),
        (Selection(fault="time"), []),
        (Selection(bot="bob", fault="timeout"), [2]),
        (Selection(culprit="bob"), [2]),
        (Selection(culprit="ada"), [3]),
        (Selection(culprit="ada", fault="timeout"), []),
        (Selection(culprit="cyd", fault="timeout"), [3]),
        (Selection(culprit="cyd", fault="any", termination="double-fault"), [3]),
        (Selection(culprit="nobody"), []),
        (Selection(bot="ada", game="what-the-shell", termination="line"), [1]),
    ],
)
def test_results_are_the_selected_games_in_schedule_order(
    mixed: Store, only: Selection, ids: list[int]
) -> None:
    expected = [Result.of(game) for game in GAMES if game.spec.id in ids]
    assert list(mixed.results(only)) == expected
    assert list(mixed.results(only, limit=1)) == expected[:1]
    assert list(mixed.results(only, limit=2, offset=1)) == expected[1:3]
    assert list(mixed.results(only, limit=2, newest=True)) == expected[:-3:-1]
    assert list(mixed.results(only, offset=1, newest=True)) == expected[-2::-1]
    records = [game for game in GAMES if game.spec.id in ids]
    assert list(mixed.records(only)) == records
    assert list(mixed.records(only, limit=2, newest=True)) == records[:-3:-1]
    assert list(mixed.records(only, limit=2, offset=1)) == records[1:3]
    assert list(mixed.outcomes(only)) == [outcome(result) for result in expected]
    assert sum(tally.games for tally in mixed.tallies(only)) == mixed.count(only) == len(ids)
    assert mixed.terminations(only) == Counter(game.termination for game in records)


@pytest.mark.parametrize("column", ["scores", "faults"])
def test_a_text_that_the_database_cannot_read_is_damage(mixed: Store, column: str) -> None:
    with sqlite3.connect(mixed.path) as db:
        db.execute(f"UPDATE games SET {column} = '[0' WHERE id = 2")
    asks = {"scores": mixed.pair_tallies, "faults": lambda: mixed.count(Selection(culprit="bob"))}
    with pytest.raises(ArenaError, match=r"damaged: a text is not JSON; arena repair"):
        asks[column]()


def test_a_limit_beyond_all_numbers_of_the_database_is_no_limit(mixed: Store) -> None:
    assert len(list(mixed.results(limit=10**30))) == len(GAMES)
    assert list(mixed.records(limit=10**30)) == GAMES


def test_lineups_are_read_once_however_many_pairs_were_played(store: Store) -> None:
    for id_ in range(1, 61):
        store.save(record(id_, ("ada", f"bob{id_}")))
    asked: list[str] = []
    with Store.open(store.path) as reader:
        reader._db.set_trace_callback(asked.append)
        assert len(reader.pair_tallies()) == 30
    assert sum("FROM lineups" in query for query in asked) <= 2


def test_scores_are_known_of_all_games_and_nothing_else_is_read(mixed: Store) -> None:
    expected = {game.spec.id: (game.spec.bots, game.scores) for game in GAMES}
    assert mixed.mark_surplus(2) == 1
    with sqlite3.connect(mixed.path) as db:
        db.execute("UPDATE games SET seeds = '[0', opening = '[0'")
    assert mixed.scores() == expected
    with sqlite3.connect(mixed.path) as db:
        db.execute("UPDATE games SET scores = '[2]' WHERE id = 5")
    with pytest.raises(ArenaError, match=r"damaged: a row makes no sense \(scores \[2\]\)"):
        mixed.scores()


def test_outcomes_that_are_equal_are_one_value(store: Store) -> None:
    for id_ in range(1, 40):
        store.save(record(id_))
    assert len({id(each) for each in list(store.outcomes())}) == 1


def test_a_reader_knows_lineups_that_came_while_it_was_reading(mixed: Store) -> None:
    with Store.open(mixed.path) as reader:
        results = reader.results()
        next(results)
        mixed.save(record(6, ("dan", "eve")))
        assert len(list(results)) == 4
        assert [result.bots for result in reader.results(newest=True, limit=1)] == [("dan", "eve")]
        assert reader.count(Selection(bot="eve")) == 1


def test_a_lineup_that_went_with_a_refused_game_is_written_again(store: Store) -> None:
    store.save(record(1))
    for _ in range(2):
        with pytest.raises(RunError, match="has game 1 already"):
            store.save(record(1, ("ada", "cyd")))
    for id_ in (2, 3, 4):
        store.save(record(id_, ("ada", "cyd")))
    assert [each.bots for each in store.seatings()] == [("ada", "bob"), ("ada", "cyd")]
    assert [result.bots[1] for result in store.results()] == ["bob", "cyd", "cyd", "cyd"]


def test_tallies_count_what_ended_alike(store: Store) -> None:
    for id_ in range(1, 6):
        store.save(record(id_, scores=WIN if id_ < 4 else LOSS))
    kind = ("what-the-shell", (), ("ada", "bob"))
    clean = (None, None)
    assert sorted(store.tallies(), key=lambda tally: tally.games) == [
        Tally(*kind, LOSS, clean, 2),
        Tally(*kind, WIN, clean, 3),
    ]
    assert store.terminations() == {"line": 5}


def test_filters_and_sums_use_the_indexes(mixed: Store) -> None:
    def plan(what: str, only: Selection, how: str = "") -> str:
        chosen = where(only, seatings, has_surplus=False)
        query = f"EXPLAIN QUERY PLAN SELECT {what} FROM games WHERE {chosen.text} {how}"
        return str(db.execute(query, chosen.values).fetchall())

    with sqlite3.connect(mixed.path) as db:
        seatings = dict(enumerate(mixed.seatings(), 1))
        assert "games_by_termination" in plan("id", Selection(termination="line"))
        assert "games_by_fault" in plan("id", Selection(fault="timeout"))
        assert "games_by_fault" in plan("count(*)", Selection(culprit="bob"))
        assert "games_by_lineup" in plan("id", Selection(bot="ada"))
        sums = plan("count(*)", Selection(), "GROUP BY lineup, scores, faults")
        assert "COVERING INDEX games_by_lineup" in sums
        assert "TEMP B-TREE" not in plan("*", Selection(), "ORDER BY id DESC LIMIT 9")
        assert "TEMP B-TREE" in plan("*", Selection(), "ORDER BY turns")
