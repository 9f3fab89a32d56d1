"""Nothing tells one side of a simultaneous turn that, or what, the other has committed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.plan.tournament import contest
from arena.sitting.house import House, Place
from arena.sitting.manners import NO_CLOCK
from arena.sitting.sight import Person
from arena.sitting.table import Table
from arena.web.pages import play
from engines.base import Seat
from tests.commands import wait_for
from tests.web.conftest import serving
from tests.web.tables import Stream, made, post, two_people

WINDOW = 0.5
"""Seconds for which a side is listened to; a turn takes some thousandths."""
CLOCK = {"bank": 600_000, "inc": 0}
REFUSALS = (
    "malformed move 'e0'",
    "found turn 2, expected turn 1",
    "expected a JSON object with turn, move",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving("--play", cwd=tmp_path_factory.mktemp("played")) as address:
        yield address


def test_no_byte_reaches_the_other_side_while_both_decide(site: str) -> None:
    deeds: dict[str, tuple[str, dict[str, Any], int]] = {
        "a move": ("move", {"turn": 1, "move": "e5"}, 200),
        "an illegal move": ("move", {"turn": 1, "move": "e0"}, 400),
        "a hint": ("hint", {"turn": 1}, 200),
        "resigning": ("resign", {}, 200),
    }
    fresh = _steady(_fresh(site))
    assert b"data: " in fresh
    for deed, (where, body, status) in deeds.items():
        with two_people(site, clock=CLOCK) as (ada, bob, one, two):
            spectator = Stream(site, ada.rpartition("/")[0])
            _await_go(one, 1)
            _await_go(two, 2)
            for stream in (two, spectator):
                stream.within(0.1)
            assert post(site, f"{ada}/{where}", body)[0] == status, deed
            assert two.within(WINDOW) == b"", deed
            assert spectator.within(0.1) == b"", deed
            late = Stream(site, bob)
            assert _steady(late.first(0.3)) == fresh, deed
            for stream in (spectator, late):
                stream.close()


def test_what_the_other_side_asks_for_is_answered_the_same_early_and_late(site: str) -> None:
    answers = []
    for commits in (False, True):
        with two_people(site) as (ada, bob, _, two):
            two.sight(on=True)
            if commits:
                assert post(site, f"{ada}/move", {"turn": 1, "move": "e5"}) == (200, {})
            asked = ({"turn": 1, "move": "e0"}, {"turn": 2, "move": "e5"}, {"turn": 1})
            answers.append([post(site, f"{bob}/move", body) for body in asked])
    assert answers[0] == answers[1]
    assert [status for status, _ in answers[0]] == [400, 400, 400]
    for (_, told), error in zip(answers[0], REFUSALS, strict=True):
        assert error in told["error"]


def test_both_are_told_together_once_both_have_committed(site: str) -> None:
    with two_people(site) as (ada, bob, one, two):
        for base, move in ((ada, "e5"), (bob, "c3")):
            post(site, f"{base}/move", {"turn": 1, "move": move})
        for stream in (one, two):
            sight = stream.sight(turn=2)
            assert sight["turns"][0]["moves"] == {"1": "e5", "2": "c3"}
            assert sight["sealed"] is None


def test_who_waits_is_shown_where_that_was_switched_on(site: str) -> None:
    with two_people(site, waiting=True) as (ada, _, _, two):
        two.sight(on=True)
        post(site, f"{ada}/move", {"turn": 1, "move": "e5"})
        told = two.sight(waiting=[1])
        assert told["sealed"] is None
        assert told["turns"] == []


@pytest.mark.thorough
def test_the_other_clock_neither_runs_nor_stands_still_in_a_hidden_turn(site: str) -> None:
    with two_people(site, clock=CLOCK) as (_, _, one, two):
        for stream, own in ((one, 1), (two, 2)):
            other = _await_go(stream, own)["seats"][2 - own]["clock"]
            assert other == {"time": 0, "bank": 600_000, "elapsed": 0, "runs": None}


@pytest.mark.thorough
def test_heartbeats_keep_their_times_whatever_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "BEAT", 0.4)
    with House(tmp_path / "played.arena") as house:
        people = (Person("Ada", NO_CLOCK), Person("Bob", NO_CLOCK))
        quiet, busy = (house.open(contest("what-the-shell"), people) for _ in range(2))
        for place in (quiet, busy):
            wait_for(lambda table=place.table: _is_asked(table, 1) and _is_asked(table, 2))
        for place, deed in (
            (quiet, lambda: None),
            (busy, lambda: busy.table.move(1, 1, "e5")),
        ):
            with ThreadPoolExecutor() as pool:  # Playwright has a loop in this thread
                found = pool.submit(asyncio.run, _beats(place, deed)).result()
            assert found == [(": beat\n\n", float(beat)) for beat in range(1, 5)]
        assert busy.table.sight(1).sealed == "e5"


async def _beats(place: Place, deed: Callable[[], None]) -> list[tuple[str, float]]:
    """Four chunks of seat 2's stream from the first beat on, each with the number of beats until
    it came, in halves; between the second and the third, seat 1 does its deed."""
    state = SimpleNamespace(watches=SimpleNamespace(closing=lambda: False), runs=_NoRuns())
    state.house = SimpleNamespace(path=Path("played.arena"))
    request = SimpleNamespace(app=SimpleNamespace(state=state))
    stream = play._stream(request, place, 2)  # type: ignore[arg-type]
    found: list[tuple[str, float]] = []
    began = time.monotonic()
    async for chunk in stream:
        if found or not chunk.startswith("data"):
            found.append((chunk, (time.monotonic() - began) // (play.BEAT / 2) / 2))
        if len(found) == 2:
            await asyncio.sleep(play.BEAT / 2)
            deed()
        if len(found) == 4:
            break
    return found


def _is_asked(table: Table, seat: Seat) -> bool:
    dial = table.sight(seat).dials[seat - 1]
    return bool(dial and dial.runs)


class _NoRuns:
    def key_of(self, path: Path) -> None:
        return None


def _await_go(stream: Stream, seat: int) -> dict[str, Any]:
    """The sight of a seat whose move has been asked for: its clock runs."""
    while True:
        sight = stream.sight()
        assert sight["end"] is None
        clock = sight["seats"][seat - 1]["clock"]
        if clock and clock["runs"]:
            return sight


def _fresh(site: str) -> bytes:
    """What a stream of seat 2 begins with at a table where nothing has been done."""
    with two_people(site, clock=CLOCK) as (_, bob, one, two):
        _await_go(one, 1)
        _await_go(two, 2)
        stream = Stream(site, bob)
        found = stream.first(0.3)
        stream.close()
        return found


def _steady(sights: bytes) -> bytes:
    """Bytes without what differs from table to table: how long ago a clock was read, and so how
    long a chunk is."""
    return re.sub(rb'"elapsed": \d+|^[0-9a-f]+\r\n', b"", sights)


@pytest.mark.thorough
def test_a_bot_at_the_table_says_nothing_either(site: str) -> None:
    stream = Stream(site, made(site, opponent="random", clock=CLOCK))
    _await_go(stream, 1)
    stream.within(0.1)
    assert stream.within(WINDOW) == b""  # the bot has moved long ago
    stream.close()
