"""Who of a cluster's workers is set aside, and when."""

from __future__ import annotations

from typing import Any

import pytest

from arena.clock import Clock
from arena.cluster.roster import Patience, Roster, longest
from arena.record import GameSpec, Player
from tests.run_records import bot

PATIENCE = Patience(silent=30, slack=60)
LEASE = 100.0


def facts(heartbeat: float = 0.0, threads: int = 1, processors: int = 2) -> dict[str, Any]:
    resources = {"processors": processors} if processors else {}
    return {
        "host": "10.0.0.7",
        "nthreads": threads,
        "resources": resources,
        "last_seen": heartbeat,
    }


def roster(*addresses: str) -> Roster:
    found = Roster(PATIENCE)
    found.look({address: facts() for address in addresses}, now=0.0)
    return found


def suspects(found: Roster, now: float) -> list[tuple[str, str]]:
    return [(member.address, reason) for member, reason in found.suspects(LEASE, now)]


def test_who_joins_is_new_once_and_who_leaves_is_forgotten() -> None:
    found = roster("a")
    assert [each.address for each in found.look({"a": facts(), "b": facts()}, 1.0)] == ["b"]
    assert found.look({"b": facts()}, 2.0) == []
    assert list(found.members) == ["b"]


def test_silence_counts_from_the_last_heartbeat() -> None:
    found = roster("a", "b")
    found.look({"a": facts(25.0), "b": facts()}, now=25.0)
    assert suspects(found, 30.0) == []
    assert suspects(found, 31.0) == [("b", "nothing was heard of it for 31 seconds")]


def test_a_lease_runs_while_games_are_owed_and_anew_after_each() -> None:
    found = Roster(Patience(silent=1e9, slack=60))
    found.look({"a": facts()}, now=0.0)
    found.owing({"a"}, now=10.0)
    found.owing({"a"}, now=20.0)
    assert suspects(found, 170.0) == []
    assert suspects(found, 171.0) == [("a", "it has ended no game in 161 seconds")]
    found.answered("a", void=False, now=171.0)
    assert suspects(found, 330.0) == []
    found.owing(set(), now=340.0)
    assert suspects(found, 1e6) == []


@pytest.mark.parametrize(("games", "voids", "is_set_aside"), [(4, 4, True), (4, 3, False)])
def test_few_void_games_say_nothing(games: int, voids: int, is_set_aside: bool) -> None:
    found = roster("a", "b")
    for number in range(games):
        found.answered("a", void=number < voids, now=1.0)
    assert bool(suspects(found, 1.0)) == is_set_aside


@pytest.mark.parametrize(("voids", "is_set_aside"), [(20, False), (21, True)])
def test_a_fifth_of_many_games_may_be_void(voids: int, is_set_aside: bool) -> None:
    found = roster("a", "b")
    for number in range(100):
        found.answered("a", void=number < voids, now=1.0)
    assert [address for address, _ in suspects(found, 1.0)] == ["a"] * is_set_aside


def test_the_only_worker_may_spoil_what_it_wants() -> None:
    found = roster("a")
    for _ in range(50):
        found.answered("a", void=True, now=1.0)
    assert suspects(found, 1.0) == []


def test_no_game_is_longer_than_all_its_clocks_together() -> None:
    clock = Clock(time=100, bank=5000, inc=50, margin=20, first=1000, startup=2000, grace=30)
    players = tuple(Player(bot(name), clock, 1) for name in ("ada", "bob"))
    spec = GameSpec(1, "veletas", (("size", 7),), players, pair=1, turn_limit=10)
    assert longest(spec) == 2 * (6000 + 1000 + 5000 + 10 * 200) / 1000
