"""Which machine played: kept with each game, and whether it matters."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from math import isclose
from pathlib import Path

import pytest

from arena.plan.tournament import Contest, match
from arena.ratings.hosts import by_host, standing_out
from arena.run import header_of
from arena.store.header import Header
from arena.store.results import Tally
from arena.store.store import Store
from tests.commands import arena
from tests.run_records import DRAW, LOSS, WIN, bot, record


def header() -> Header:
    return header_of(match((bot("ada"), bot("bob")), Contest("what-the-shell")))


def store(path: Path, hosts: list[str], scores: list[tuple[float, ...]]) -> None:
    """A store with games by these hosts that came to these scores."""
    with Store.create(path, header()) as made:
        for id_, (host, score) in enumerate(zip(hosts, scores, strict=True), 1):
            made.save(replace(record(id_, scores=score), host=host))


def test_a_game_tells_its_host(tmp_path: Path) -> None:
    path = tmp_path / "a.arena"
    store(path, ["", "tortuga"], [WIN, LOSS])
    with Store.open(path) as found:
        assert [each.host for each in found.records()] == ["", "tortuga"]
        assert found.record(2).host == "tortuga"
        assert [(host, each.scores) for host, each in found.host_tallies()] == [
            ("", WIN),
            ("tortuga", LOSS),
        ]


def test_an_older_store_is_read_as_it_is_and_grows_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.arena"
    store(path, ["", ""], [WIN, LOSS])
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE hosts")
        db.execute("PRAGMA user_version = 2")
        db.commit()
    with Store.open(path) as old:
        assert old.header.format == 2
        assert [each.host for each in old.records()] == ["", ""]
        assert [host for host, _ in old.host_tallies()] == ["", ""]
    with Store.open(path, write=True) as grown:
        grown.save(replace(record(3), host="tortuga"))
        assert grown.record(3).host == "tortuga"


def tallies(host: str, wins: int, draws: int, losses: int) -> list[tuple[str, Tally]]:
    ends = ((WIN, wins), (DRAW, draws), (LOSS, losses))
    return [
        (host, Tally("what-the-shell", (), ("ada", "bob"), scores, (None, None), games))
        for scores, games in ends
        if games
    ]


def test_p_is_the_part_of_all_ways_to_share_out_the_games() -> None:
    games = [1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 1.0]
    rows = by_host([*tallies("a", 3, 0, 0), *tallies("b", 1, 1, 2)], "ada", "bob")
    ways = [abs(sum(way) - 3 * 4.5 / 7) >= 3 - 3 * 4.5 / 7 for way in permutations(games, 3)]
    assert isclose(rows[0].p, sum(ways) / len(ways))
    assert [row.score for row in rows] == [1.0, 0.375]
    assert [row.elsewhere for row in rows] == [0.375, 1.0]


def test_many_games_are_judged_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [*tallies("a", 60, 10, 30), *tallies("b", 45, 15, 40)]
    (exact, _) = by_host(games, "ada", "bob")
    monkeypatch.setattr("arena.ratings.hosts.FEW", 10)
    (rough, _) = by_host(games, "ada", "bob")
    assert exact.p == pytest.approx(rough.p, rel=0.25)


def test_a_host_alone_and_a_host_like_the_others_do_not_stand_out() -> None:
    assert standing_out(by_host(tallies("a", 10, 0, 0), "ada", "bob")) == []
    rows = by_host([*tallies("a", 10, 0, 5), *tallies("b", 11, 0, 4)], "ada", "bob")
    assert standing_out(rows) == []


def test_a_host_that_favours_a_bot_is_named(tmp_path: Path) -> None:
    scores = [WIN, LOSS] * 10 + [LOSS] * 20
    store(tmp_path / "a.arena", ["", "tortuga"] * 10 + ["slow"] * 20, scores)
    words = ("compare", "a.arena", "ada", "bob", "--by-host")
    done = arena(*words, cwd=tmp_path)
    assert "ada against bob, by host" in done.stdout
    rows = json.loads(arena(*words, "--format", "json", cwd=tmp_path).stdout)
    assert [row["games"] for row in rows if row["host"] in ("slow", "tortuga")] == [20, 10]
    assert len(rows) == 3
    for row in rows:
        assert (f"{row['host']} stands out: ada scores" in done.stdout) == (row["p"] < 0.05 / 3)
    assert "stands out" in done.stdout


def test_of_one_host_alone_nothing_is_claimed(tmp_path: Path) -> None:
    store(tmp_path / "a.arena", ["tortuga", "tortuga"], [WIN, LOSS])
    done = arena("compare", "a.arena", "ada", "bob", "--by-host", cwd=tmp_path)
    assert "All were played on tortuga: there is no other" in done.stdout
    assert "stands out" not in done.stdout


def test_bots_that_have_not_met_have_no_hosts(tmp_path: Path) -> None:
    with Store.create(tmp_path / "a.arena", header()) as made:
        made.save(record(1, bots=("ada", "cyd")))
        made.save(record(2, bots=("bob", "cyd")))
    words = ("compare", "a.arena", "ada", "bob", "--by-host")
    done = arena(*words, cwd=tmp_path, status=2)
    assert done.stderr == "arena: ada and bob have not met here\n"


def test_joined_runs_tell_where_each_was_played(tmp_path: Path) -> None:
    for number, home in enumerate(("tortuga", "leatherback")):
        own = replace(header(), host=f"{home}, Linux", created=f"day {number}")
        with Store.create(tmp_path / f"{home}.arena", own) as made:
            made.save(record(1))
            made.save(replace(record(2), host="elsewhere"))
    arena("merge", "both.arena", "tortuga.arena", "leatherback.arena", cwd=tmp_path)
    with Store.open(tmp_path / "both.arena") as both:
        hosts = [each.host for each in both.records()]
    assert hosts == ["tortuga", "elsewhere", "leatherback", "elsewhere"]
