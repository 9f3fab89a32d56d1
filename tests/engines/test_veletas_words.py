"""Veletas: what people are told of moves, refusals and states, and how seats are called."""

from __future__ import annotations

from random import Random

import pytest

from engines.base import IllegalMove, MalformedMove, Outcome, StateError
from engines.veletas import GAME, VeletasState
from tests.engines.test_veletas import play


def state(*ranks: str, size: int = 7, rest: str = "b play b") -> VeletasState:
    """A position from its lowest ranks, rank 1 last, the rest of the board empty."""
    empty = ["." * size] * (size - len(ranks))
    return GAME.parse(f"{'/'.join([*empty, *ranks])} {rest}")


def told(before: VeletasState, move: str) -> list[str]:
    (seat,) = before.to_move
    return [event.text for event in before.events({seat: before.parse_move(seat, move)})]


def test_seats_are_called_by_their_colour_once_it_is_chosen() -> None:
    start = GAME.start()
    names = [(s.seat_name(1), s.seat_name(2)) for s in (start, play(start, "b2,c3,d4/e5"))]
    assert names == [("First player", "Second player")] * 2
    chosen = play(start, "b2,c3,d4/e5", "black")
    assert (chosen.seat_name(1), chosen.seat_name(2)) == ("White", "Black")
    assert (chosen.seat_of("w"), chosen.seat_of("b")) == (1, 2)


def test_a_placement_is_written_ascending_by_file_then_rank() -> None:
    assert GAME.start().parse_move(1, "d4,b9,b2/j10") == "b2,b9,d4/j10"
    assert play(GAME.start(), "d4,b9,b2/j10") == play(GAME.start(), "b2,b9,d4/j10")


def test_events_tell_of_the_set_up() -> None:
    start = GAME.start()
    assert told(start, "d4,c3,b2/j10") == [
        "First player places shooters on b2, c3 and d4 and a black stone on j10"
    ]
    choosing = play(start, "d4,c3,b2/j10")
    assert told(choosing, "black") == ["Second player takes Black"]
    assert told(play(choosing, "black"), "i9,f6,g7,h8/a1") == [
        "White places shooters on f6, g7, h8 and i9 and a white stone on a1"
    ]
    assert told(GAME.start(size=7), "d4/a1") == [
        "First player places a shooter on d4 and a black stone on a1"
    ]


@pytest.mark.parametrize(
    ("ranks", "move", "sentences"),
    [
        (["S..S...", "......S"], "d2-d4/d2",
         ["Black moves the shooter on d2 to d4", "Black's stone lands on d2"]),
        (["S..S...", "......S"], "b1", ["Black's stone lands on b1"]),
        ([".....S.", "...S...", "ww.....", "S.b...."], "b1",
         ["Black's stone lands on b1", "White claims the shooter on a1 "
          "(largest groups equal at 2: it goes to the opponent of who moved)"]),
        (["...S.S.", "b......", "bb.....", "S......"], "b1",
         ["Black's stone lands on b1", "Black claims the shooter on a1 "
          "(largest group 4 against 0)"]),
        (["b......", "S......", "SSb...."], "b2",
         ["Black's stone lands on b2", "White claims the shooter on a1 "
          "(no group beside it: it goes to the opponent of who moved)"]),
    ],
)  # fmt: skip
def test_events_tell_of_moves_shots_and_claims(
    ranks: list[str], move: str, sentences: list[str]
) -> None:
    assert told(state(*ranks), move) == sentences


def test_a_claim_is_an_event_of_the_claimer_at_the_shooters_square() -> None:
    before = state(".....S.", "...S...", "b......", "bww....", "S......", rest="b play w")
    claim = before.events({2: before.parse_move(2, "b1")})[-1]
    assert (claim.word, claim.seat, claim.squares) == ("claimed", 2, ("a1",))


SPOTS = state(".......", "...b...", "....S..", "..bS.w.", "....w..", ".B.....", ".......")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d4-d7/c7", "the shooter on d4 cannot reach d7: a stone on d6 is in between"),
        ("d4-b4/b5", "the shooter on d4 cannot reach b4: a stone on c4 is in between"),
        ("d4-b5/b6", "the shooter on d4 cannot reach b5: they are on no line of a queen"),
        ("d4-d5/f6", "a shooter on d5 does not see f6: they are on no line of a queen"),
        ("d4-e4/a4", "a shooter on e4 does not see a4: a stone on c4 is in between"),
        ("d4-e5/e6", "e5 is not empty: it holds an unclaimed shooter"),
        ("d4-d5/e5", "e5 is not empty: it holds an unclaimed shooter"),
        ("d6-c6/c7", "expected an unclaimed shooter to move, but d6 holds a black stone"),
        ("b2-b3/b4",
         "expected an unclaimed shooter to move, but b2 holds a shooter claimed by Black"),
        ("a1-b1/c1", "expected an unclaimed shooter to move, but a1 is empty"),
        ("f4", "f4 is not empty: it holds a white stone"),
        ("b2", "b2 is not empty: it holds a shooter claimed by Black"),
        ("d7", "no unclaimed shooter sees d7"),
        ("black", "a stone is shot now, as in d6, or in c3-c5/d6 if a shooter moves first"),
        ("c3/a1", "a stone is shot now, as in d6, or in c3-c5/d6 if a shooter moves first"),
    ],
)  # fmt: skip
def test_a_refused_shot_says_why(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        SPOTS.parse_move(1, move)
    assert refusal.value.reason == reason


CHOOSING = play(GAME.start(size=7), "c3/d4")


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (GAME.start(size=7), "a4/d4", "no shooter may be placed on the edge, and a4 is on it"),
        (GAME.start(size=7), "c3,d4/e5", "expected 1 shooter in place1, found 2"),
        (GAME.start(size=7), "d4", "1 shooter and a stone are placed now"),
        (GAME.start(), "white", "3 shooters and a stone are placed now"),
        (CHOOSING, "d4", "the second player now takes a colour, black or white"),
        (play(CHOOSING, "white"), "c3,e5/a1", "c3 is not empty: it holds an unclaimed shooter"),
        (play(CHOOSING, "white"), "b2,e5/d4", "d4 is not empty: it holds a black stone"),
        (play(CHOOSING, "white"), "e5/a1", "expected 2 shooters in place2, found 1"),
    ],
)
def test_a_refused_move_of_the_set_up_says_why(
    position: VeletasState, move: str, reason: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        position.parse_move(position.to_move[0], move)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Black", "expected a square (a1 to g7), a move such as c3-c5/d6, a placement or a colour"),
        ("d8", "expected a square (a1 to g7), a move such as c3-c5/d6, a placement or a colour"),
        ("d4-d5", "the stone is missing: expected / and its square at the end"),
        ("c3,d4", "the stone is missing: expected / and its square at the end"),
        ("d4-h4/h5", "'h4' is no square: this board has a1 to g7"),
        ("d4-d5/", "'' is no square: this board has a1 to g7"),
        ("d4-d5/d6/d7", "'d6/d7' is no square: this board has a1 to g7"),
        ("d4-d5-d6/d7", "'d5-d6' is no square: this board has a1 to g7"),
        ("/d6", "'' is no square: this board has a1 to g7"),
        ("d4-d4/d5", "a shooter cannot move to its own square"),
        ("d4-d5/d5", "the stone cannot land where the shooter stands"),
        ("c3,c3/d4", "a placement needs different squares"),
        ("c3,d4/d4", "a placement needs different squares"),
        ("b2,c3,d4/e5",
         "shooters before the stone: expected 1 (first player) or 2 (White), found 3"),
    ],
)  # fmt: skip
def test_a_malformed_move_says_what_was_expected(move: str, reason: str) -> None:
    for position in (SPOTS, GAME.start(size=7), CHOOSING):
        with pytest.raises(MalformedMove) as refusal:
            position.parse_move(position.to_move[0], move)
        assert refusal.value.reason == reason


def test_only_the_seat_to_move_moves_and_nobody_when_the_game_is_over() -> None:
    with pytest.raises(IllegalMove, match="it is not the turn of White"):
        SPOTS.parse_move(2, "d5")
    with pytest.raises(IllegalMove, match="there is no seat 3"):
        SPOTS.parse_move(3, "d5")
    over = state(".....SB", "b......", "b......", "B......", rest="w over b")
    assert over.outcome == Outcome((1.0, 0.0), "majority")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.parse_move(2, "d4")
    with pytest.raises(ValueError, match="the game is over"):
        over.random_move(2, Random(1))


EMPTY = "/".join(["." * 7] * 7)
THREE = EMPTY.replace(".", "SSS", 1).replace("S...", "S.", 1)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (f"{EMPTY} b place1", f"{EMPTY} b place1 -"),
        (str(CHOOSING)[:-2], str(CHOOSING)),
        (f"{THREE} w play", f"{THREE} w play b"),
    ],
)
def test_three_fields_put_black_on_seat_1(text: str, whole: str) -> None:
    assert str(GAME.parse(text)) == whole


def with_rows(position: VeletasState, old: str, new: str) -> str:
    rows, rest = str(position).split(" ", 1)
    return f"{rows.replace(old, new, 1)} {rest}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected ROWS SIDE PHASE FIRST, found 1 fields"),
        (f"{EMPTY} b place1 - ", "expected ROWS SIDE PHASE FIRST, found 5 fields"),
        (f"{EMPTY}/....... b place1 -", "expected 10, 9 or 7 ranks, found 8"),
        (f"{EMPTY[1:]} b place1 -", "expected 7 cells in rank 7, found 6"),
        (f"{EMPTY[:-1]}x b place1 -", "expected one of .bwSBW in rank 1, found 'x'"),
        (f"{EMPTY} x place1 -", "SIDE: expected b or w, found 'x'"),
        (f"{EMPTY} b place -",
         "PHASE: expected place1 or choose or place2 or play or over, found 'place'"),
        (f"{EMPTY} b place1 b", "FIRST in place1: expected -, found 'b'"),
        (f"{THREE} b play -", "FIRST in play: expected b or w, found '-'"),
        (f"{EMPTY} w place1 -", "SIDE in place1: expected b, found 'w'"),
        (f"{THREE} b place1 -", "shooters in place1: expected 0, found 3"),
        (f"{EMPTY} w choose -", "black stones in choose: expected 1, found 0"),
        (with_rows(CHOOSING, "S", "."), "shooters in choose: expected 1, found 0"),
        (with_rows(CHOOSING, "S", "B"), "no shooter is claimed in choose"),
        (with_rows(CHOOSING, ".", "w"), "no white stone is on the board in choose"),
        (with_rows(CHOOSING, "b", "S"), "black stones in choose: expected 1, found 0"),
        (with_rows(GAME.parse(str(CHOOSING)), "S", ".").replace(".", "S", 1),
         "no shooter may be placed on the edge, found one on a7"),
        (f"{EMPTY} b play b", "shooters on this board: expected 3, found 0"),
        (f"{THREE.replace('SS', 'BB')} b play b", "Black has claimed 2 shooters: PHASE is over"),
        (f"{THREE} b over b", "nobody has claimed 2 shooters: PHASE is not over"),
        ("SSSb.../bbbbb../" + EMPTY[16:] + " b play b",
         "the shooter on a7 is trapped, but unclaimed"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_no_state(text: str, reason: str) -> None:
    with pytest.raises(StateError) as refusal:
        GAME.parse(text)
    assert refusal.value.reason == reason


@pytest.mark.parametrize("variant", [{"size": 8}, {"size": 0}, {"sizes": 9}, {"size": 9, "x": 1}])
def test_other_variants_are_refused(variant: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected one of size=10, size=9, size=7"):
        GAME.start(**variant)
