"""What a seat's lines mean: which answer counts, which are stale, which `info` is kept."""

from __future__ import annotations

from arena import wire
from arena.referee.hearing import EARLY_ANSWERS, INFO_SIGNS, Hearing


def test_of_two_early_answers_the_first_counts_and_the_second_is_stale() -> None:
    hearing = Hearing()
    hearing.expect_moves(1, [1])
    assert not hearing(1, wire.MoveReply(2, "a1"))
    assert not hearing(1, wire.MoveReply(2, "b1"))
    assert hearing(1, wire.MoveReply(1, "c1"))
    assert hearing.noise(1, 0).stale == 1
    assert hearing.expect_moves(2, [1]) == {1: wire.MoveReply(2, "a1")}


def test_an_early_answer_to_a_turn_of_another_seat_is_stale_and_takes_no_room() -> None:
    """As by a bot of Veletas that answers every turn in advance, its opponent's too."""
    hearing, turns = Hearing(), 2 * EARLY_ANSWERS + 10
    for turn in range(1, turns, 2):
        hearing.expect_moves(turn, [1])
        assert hearing(1, wire.MoveReply(turn, "x"))
        hearing(1, wire.MoveReply(turn + 1, "x"))
        assert hearing.expect_moves(turn + 1, [2]) == {}
    assert hearing.noise(1, 0).stale == turns // 2
    early = wire.MoveReply(turns + 1, "early")
    hearing(1, early)
    assert hearing.expect_moves(turns + 1, [1]) == {1: early}
    assert hearing.noise(1, 0).stale == turns // 2


def test_no_more_early_answers_are_kept_than_there_is_room_for() -> None:
    hearing = Hearing()
    hearing.expect_moves(1, [1, 2])
    for turn in range(2, EARLY_ANSWERS + 3):
        hearing(1, wire.Resign(turn))
    assert hearing.noise(1, 0).stale == 1
    assert hearing.noise(2, 0).stale == 0


def test_the_first_lines_of_info_are_kept_and_none_after_the_first_that_does_not_fit() -> None:
    hearing = Hearing()
    hearing.expect_moves(1, [1, 2])
    for length in (INFO_SIGNS - 1000, 1000, 100, 0):
        hearing(1, wire.Info("x" * length))
    hearing(2, wire.Info("y" * (INFO_SIGNS - 1)))
    assert [(info.seat, len(info.text)) for info in hearing.infos] == [
        (1, INFO_SIGNS - 1000),
        (2, INFO_SIGNS - 1),
    ]
