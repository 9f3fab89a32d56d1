"""The story of a game, as pages are given it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import engines
from arena.clock import MS, Clock
from arena.record import BotSpec, Fault, GameSpec, Info, Player, Record, Reply
from arena.views.clock_words import clock_words
from arena.views.story import story
from tests.random_games import record

CLOCK = Clock(time=100, bank=2000, margin=20)


def played(
    game: str, variant: tuple[tuple[str, int], ...] = (), id_: int = 1, opening: int = 0
) -> Record:
    """A game of random moves, 150 ms each, of which the first may be an opening."""
    players = tuple(Player(BotSpec(name, (name,), "."), CLOCK, 7) for name in "xy")
    spec = GameSpec(id_, game, variant, players, 1)
    turns = record(spec).turns
    fixed = tuple(tuple((reply.seat, reply.move) for reply in turn) for turn in turns[:opening])
    whole = record(replace(spec, opening=fixed))
    timed = [
        tuple(
            reply if reply.used is None else Reply(reply.seat, reply.move, 150 * MS)
            for reply in turn
        )
        for turn in whole.turns
    ]
    return replace(whole, turns=tuple(timed))


@pytest.mark.parametrize(("name", "variant"), [("what-the-shell", ()), ("veletas", (("size", 7),))])
def test_it_tells_every_turn_as_the_engine_does(
    name: str, variant: tuple[tuple[str, int], ...]
) -> None:
    game = played(name, variant)
    told = story(game)
    state = engines.load(name).parse(told["start"])
    for turn in told["turns"]:
        moves = {
            int(seat): state.parse_move(int(seat), move) for seat, move in turn["moves"].items()
        }
        assert [event[3] for event in turn["events"]] == [e.text for e in state.events(moves)]
        state = state.play(moves)
        assert turn["state"] == str(state)
    assert str(state) == game.final
    assert json.loads(json.dumps(told)) == told


def test_banks_run_down_and_an_opening_costs_nothing() -> None:
    told = story(played("what-the-shell", opening=2))
    opening, first = told["turns"][1:3]
    assert opening["opening"]
    assert opening["banks"] == {"1": 2000, "2": 2000}
    assert "opening" not in first
    assert first["banks"] == {"1": 1950, "2": 1950}
    assert opening["ms"] == {"1": None, "2": None}
    assert first["ms"] == {"1": 150.0, "2": 150.0}


def test_the_seats_have_the_names_that_they_end_with() -> None:
    told = story(played("veletas", (("size", 7),)))
    first, second, third = told["turns"][:3]
    assert first["who"] == {"1": "First player"}
    assert second["who"] == {"2": "Second player"}
    white = second["moves"]["2"] == "white"
    assert third["who"] == {"2" if white else "1": "White"}
    assert [seat["who"] for seat in told["seats"]] == (
        ["Black", "White"] if white else ["White", "Black"]
    )


def test_it_says_how_the_game_ended() -> None:
    game = played("veletas", (("size", 7),))
    told = story(game)
    winner = told["seats"][game.scores.index(1)]["who"]
    assert told["end"]["title"] == f"{winner} wins by a majority"
    assert f"After {len(game.turns)} turns: " in told["end"]["text"]
    assert f"{winner} claims the shooter on" in told["end"]["text"]


def test_it_tells_faults_and_what_was_not_played() -> None:
    fault = Fault("illegal", 3, "malformed move 'z9'\x1b")
    cut = played("what-the-shell")
    game = replace(
        cut,
        turns=cut.turns[:2],
        last_replies=(Reply(1, "z9", MS), Reply(2, "a1", 2 * MS)),
        faults=(fault, None),
        termination="illegal",
        scores=(0, 1),
    )
    end = story(game)["end"]
    assert end["title"] == "White wins: Black sent no legal move"
    assert end["faults"] == [
        {"seat": 1, "word": "illegal", "turn": 3, "text": "malformed move 'z9'?"}
    ]
    assert [(each["who"], each["move"]) for each in end["unplayed"]] == [
        ("Black", "z9"),
        ("White", "a1"),
    ]


def test_a_record_that_the_engine_refuses_is_told_up_to_there() -> None:
    game = played("what-the-shell")
    wrong = (Reply(1, "z9", 1), Reply(2, "a1", 1))
    told = story(replace(game, turns=(*game.turns[:3], wrong, *game.turns[4:])))
    assert len(told["turns"]) == 3


def test_a_void_game_says_why() -> None:
    game = replace(
        played("what-the-shell"), termination="void", scores=(), void_reason="the host was busy"
    )
    end = story(game)["end"]
    assert end["title"] == "Void: not rated"
    assert "the host was busy" in end["text"]


def test_info_lines_are_cut_and_made_printable() -> None:
    game = replace(played("what-the-shell"), infos=(Info(1, 2, "score=0.5 \u202e" + "x" * 999),))
    (info,) = story(game)["infos"]
    assert info["text"].startswith("score=0.5 ?x")
    assert len(info["text"]) == 400


def test_clocks_are_told_once_if_they_are_the_same() -> None:
    words = "100 ms per move, bank 2 s, margin 20 ms"
    assert clock_words([CLOCK, CLOCK]) == words
    assert (
        clock_words([CLOCK, Clock(time=1000, margin=0)]) == f"seat 1: {words}; seat 2: 1 s per move"
    )
