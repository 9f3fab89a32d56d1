"""Openings: random turns that leave the game going."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from arena.errors import RunError
from arena.plan.openings import draw
from arena.plan.tournament import MAX_RANDOM_TURNS, NO_OPENINGS, Openings
from arena.record import JointMove
from engines.base import Game, State

CONTESTS = [("what-the-shell", {}), ("veletas", {"size": 7}), ("veletas", {"size": 10})]


def after(game: Game, variant: dict[str, int], opening: tuple[JointMove, ...]) -> State:
    """The state after an opening, each of its moves judged by the rules."""
    state = game.start(**variant)
    for turn in opening:
        assert tuple(seat for seat, _ in turn) == state.to_move
        state = state.play({seat: state.parse_move(seat, move) for seat, move in turn})
    return state


@given(st.sampled_from(CONTESTS), st.integers(0, MAX_RANDOM_TURNS), st.booleans(), st.integers(0))
def test_an_opening_is_legal_of_its_length_and_leaves_the_game_going(
    contest: tuple[str, dict[str, int]], turns: int, after_placement: bool, seed: int
) -> None:
    name, variant = contest
    game = engines.load(name)
    opening = draw(game, variant, Openings(turns, after_placement), seed)
    assert opening == draw(game, variant, Openings(turns, after_placement), seed)
    assert after(game, variant, opening).outcome is None
    setup = 3 if after_placement and name == "veletas" else 0
    assert len(opening) == turns + setup


def test_placements_count_unless_after_placement() -> None:
    game = engines.load("veletas")
    counted = after(game, {"size": 7}, draw(game, {"size": 7}, Openings(2), 1))
    assert counted.in_setup
    for turns in (0, 2):
        beyond = draw(game, {"size": 7}, Openings(turns, after_placement=True), 1)
        assert len(beyond) == 3 + turns
        assert not after(game, {"size": 7}, beyond).in_setup


def test_no_openings_are_empty() -> None:
    assert draw(engines.load("veletas"), {}, NO_OPENINGS, 1) == ()


def test_other_seeds_give_other_openings() -> None:
    game = engines.load("what-the-shell")
    drawn = {draw(game, {}, Openings(), seed) for seed in range(200)}
    assert len(drawn) > 195


def test_an_opening_that_always_ends_the_game_is_one_line() -> None:
    with pytest.raises(RunError, match="what-the-shell: 81 random turns always end the game"):
        draw(engines.load("what-the-shell"), {}, Openings(81), 1)
