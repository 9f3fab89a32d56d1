"""The story of a game, as pages are given it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import engines
from arena.clock import MS, Clock
from arena.record import BotSpec, Fault, GameSpec, Info, Player, Record, Reply
from arena.views.clock_words import clock_words
from arena.views.story import story
from engines.base import State

CLOCK = Clock(time=100, bank=2000, margin=20)


def played(
    game: str, variant: tuple[tuple[str, int], ...] = (), seed: int = 1, opening: int = 0
) -> Record:
    """A game of random moves, played to its end through the reference engine."""
    rng, state = Random(seed), engines.load(game).start(**dict(variant))
    turns: list[tuple[Reply, ...]] = []
    while state.outcome is None:
        moves = {seat: state.random_move(seat, rng) for seat in state.to_move}
        used = None if len(turns) < opening else 150 * MS
        turns.append(tuple(Reply(seat, move, used) for seat, move in moves.items()))
        state = state.play(moves)
    return _record(game, variant, turns, state, opening)


def _record(
    game: str,
    variant: tuple[tuple[str, int], ...],
    turns: list[tuple[Reply, ...]],
    state: State,
    opening: int,
) -> Record:
    players = tuple(
        Player(BotSpec(name, (name,), "."), CLOCK, seed) for seed, name in enumerate("xy")
    )
    fixed = tuple(tuple((reply.seat, reply.move) for reply in turn) for turn in turns[:opening])
    assert state.outcome
    return Record(
        spec=GameSpec(1, game, variant, players, 1, opening=fixed),
        scores=state.outcome.scores,
        termination=state.outcome.termination,
        faults=(None, None),
        turns=tuple(turns),
        final=str(state),
    )


def test_it_tells_every_turn_as_the_engine_does() -> None:
    for game, variant in (("what-the-shell", ()), ("veletas", (("size", 7),))):
        record = played(game, variant)
        told = story(record)
        state = engines.load(game).parse(told["start"])
        for turn in told["turns"]:
            moves = {
                int(seat): state.parse_move(int(seat), move) for seat, move in turn["moves"].items()
            }
            assert [event[3] for event in turn["events"]] == [e.text for e in state.events(moves)]
            state = state.play(moves)
            assert turn["state"] == str(state)
        assert turn["state"] == record.final
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
    record = played("veletas", (("size", 7),), seed=0)
    told = story(record)
    assert [turn["who"] for turn in told["turns"][:3]] == [
        {"1": "First player"},
        {"2": "Second player"},
        {"2": "White"},
    ]
    assert [seat["who"] for seat in told["seats"]] == ["Black", "White"]


def test_it_says_how_the_game_ended() -> None:
    record = played("veletas", (("size", 7),), seed=0)
    end = story(record)["end"]
    assert end["title"] == "Black wins by a majority"
    assert end["text"].startswith("After 22 turns: Black claims the shooter on f6 (largest")


def test_it_tells_faults_and_what_was_not_played() -> None:
    fault = Fault("illegal", 3, "malformed move 'z9'\x1b")
    cut = played("what-the-shell")
    record = replace(
        cut,
        turns=cut.turns[:2],
        last_replies=(Reply(1, "z9", MS), Reply(2, "a1", 2 * MS)),
        faults=(fault, None),
        termination="illegal",
        scores=(0, 1),
    )
    end = story(record)["end"]
    assert end["title"] == "White wins: Black sent no legal move"
    assert end["faults"] == [
        {"seat": 1, "word": "illegal", "turn": 3, "text": "malformed move 'z9'?"}
    ]
    assert [(each["who"], each["move"]) for each in end["unplayed"]] == [
        ("Black", "z9"),
        ("White", "a1"),
    ]


def test_a_record_that_the_engine_refuses_is_told_up_to_there() -> None:
    record = played("what-the-shell")
    wrong = (Reply(1, "z9", 1), Reply(2, "a1", 1))
    told = story(replace(record, turns=(*record.turns[:3], wrong, *record.turns[4:])))
    assert len(told["turns"]) == 3


def test_a_void_game_says_why() -> None:
    record = replace(
        played("what-the-shell"), termination="void", scores=(), void_reason="the host was busy"
    )
    end = story(record)["end"]
    assert end["title"] == "Void: not rated"
    assert "the host was busy" in end["text"]


def test_info_lines_are_cut_and_made_printable() -> None:
    record = replace(played("what-the-shell"), infos=(Info(1, 2, "score=0.5 \u202e" + "x" * 999),))
    (info,) = story(record)["infos"]
    assert info["text"].startswith("score=0.5 ?x")
    assert len(info["text"]) == 400


def test_clocks_are_told_once_if_they_are_the_same() -> None:
    words = "100ms per move, bank 2s, margin 20ms"
    assert clock_words([CLOCK, CLOCK]) == words
    assert (
        clock_words([CLOCK, Clock(time=1000, margin=0)]) == f"seat 1: {words}; seat 2: 1s per move"
    )
