"""What the contract in `engines.base` promises, for every registered game and variant."""

from __future__ import annotations

import pickle
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.base import Game, IllegalMove, MalformedMove, MoveError, State, StateError
from engines.perft import perft
from tests.engines.positions import GAMES, LABELS, Variant, random_game, random_moves

every_game = pytest.mark.parametrize(("game", "variant"), GAMES, ids=LABELS)
few = settings(max_examples=15)
seeds = st.integers(0, 2**32).map(Random)
SEATS = (1, 2)
LISTED = 40
"""How many of the legal moves are looked at where there may be many."""


def going_on(game: Game, variant: Variant, rng: Random) -> State:
    """A state of a random game in which somebody is to move."""
    states = list(random_game(game.start(**variant), rng))
    return rng.choice(states[:-1])


@every_game
@few
@given(rng=seeds)
def test_text_and_state_are_inverses(game: Game, variant: Variant, rng: Random) -> None:
    for state in random_game(game.start(**variant), rng):
        again = game.parse(str(state))
        assert str(again) == str(state)
        assert (again.to_move, again.outcome) == (state.to_move, state.outcome)
        assert "\n" not in str(state)


@every_game
@few
@given(rng=seeds)
def test_a_state_is_over_exactly_when_nobody_is_to_move(
    game: Game, variant: Variant, rng: Random
) -> None:
    *before, last = random_game(game.start(**variant), rng)
    assert all(state.to_move and state.outcome is None for state in before)
    assert last.to_move == ()
    assert last.outcome is not None
    assert len(last.outcome.scores) == len(SEATS)
    assert sum(last.outcome.scores) == 1
    assert last.outcome.termination in ("line", "sudden-death", "board-full", "majority")
    assert all(list(last.legal(seat)) == [] for seat in SEATS)


@every_game
@few
@given(rng=seeds)
def test_seats_to_move_ascend_and_only_they_may_move(
    game: Game, variant: Variant, rng: Random
) -> None:
    state = going_on(game, variant, rng)
    assert list(state.to_move) == sorted(set(state.to_move) & set(SEATS))
    assert game.simultaneous or len(state.to_move) == 1
    some = next(state.legal(state.to_move[0]))
    for seat in {0, 3, *SEATS} - set(state.to_move):
        assert list(state.legal(seat)) == []
        with pytest.raises(IllegalMove):
            state.parse_move(seat, some)


@every_game
@few
@given(rng=seeds)
def test_every_legal_move_is_canonical_and_playable(
    game: Game, variant: Variant, rng: Random
) -> None:
    state = going_on(game, variant, rng)
    for seat in state.to_move:
        legal = list(islice(state.legal(seat), LISTED))
        assert len(set(legal)) == len(legal) > 0
        for move in legal:
            assert state.parse_move(seat, move) == move
            after = state.play(random_moves(state, rng) | {seat: move})
            assert str(after) != str(state)


@every_game
@few
@given(rng=seeds)
def test_a_random_move_is_legal(game: Game, variant: Variant, rng: Random) -> None:
    state = going_on(game, variant, rng)
    for seat in state.to_move:
        move = state.random_move(seat, rng)
        assert state.parse_move(seat, move) == move
        if state.lists_moves:
            assert move in set(state.legal(seat))


@every_game
@few
@given(rng=seeds, noise=st.text(max_size=12))
def test_every_other_text_is_refused_and_quoted(
    game: Game, variant: Variant, rng: Random, noise: str
) -> None:
    """Noise, and moves of other positions, which are well-formed."""
    state, other = (going_on(game, variant, rng) for _ in range(2))
    borrowed = [str(move) for move in random_moves(other, rng).values()]
    legal = {seat: set(state.legal(seat)) for seat in state.to_move if state.lists_moves}
    for seat, moves in legal.items():
        for text in {noise, *borrowed} - moves:
            check_refusal(state, seat, text, well_formed=text in borrowed)


def check_refusal(state: State, seat: int, text: str, well_formed: bool) -> None:
    with pytest.raises(MoveError) as refusal:
        state.parse_move(seat, text)
    assert refusal.value.kind in ("malformed", "illegal")
    assert refusal.value.text == text
    assert repr(text) in str(refusal.value)
    assert refusal.value.reason
    assert len(str(refusal.value).splitlines()) == 1
    if well_formed:
        assert refusal.value.kind == "illegal"


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "zz", "e5 ", "\n", "é", "a1\0", "-", "/", ",", "x" * 9999]
)
def test_what_is_no_move_anywhere_is_malformed(game: Game, variant: Variant, text: str) -> None:
    state = game.start(**variant)
    with pytest.raises(MalformedMove) as refusal:
        state.parse_move(state.to_move[0], text)
    assert len(str(refusal.value)) < 400


@every_game
@few
@given(rng=seeds)
def test_playing_changes_nothing_of_the_state_before(
    game: Game, variant: Variant, rng: Random
) -> None:
    state = going_on(game, variant, rng)
    text, moves = str(state), random_moves(state, rng)
    first, events = state.play(moves), state.events(moves)
    again = state.play(moves)
    assert (str(state), str(again)) == (text, str(first))
    assert state.events(moves) == events


@every_game
def test_a_state_has_no_attribute_to_set(game: Game, variant: Variant) -> None:
    state = game.start(**variant)
    with pytest.raises(AttributeError):
        state.outcome = None  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        state.new_attribute = 1  # type: ignore[attr-defined]


@every_game
@few
@given(rng=seeds)
def test_events_are_plain_sentences(game: Game, variant: Variant, rng: Random) -> None:
    for state in islice(random_game(game.start(**variant), rng), 30):
        if state.to_move:
            events = state.events(random_moves(state, rng))
            assert events
            for event in events:
                assert event.word.islower()
                assert event.text
                assert "\n" not in event.text
                assert event.seat in (None, *SEATS)


@every_game
@few
@given(rng=seeds)
def test_states_travel_between_processes(game: Game, variant: Variant, rng: Random) -> None:
    state = going_on(game, variant, rng)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@every_game
@few
@given(rng=seeds)
def test_the_set_up_comes_first_and_once(game: Game, variant: Variant, rng: Random) -> None:
    in_setup = [state.in_setup for state in random_game(game.start(**variant), rng)]
    assert in_setup == sorted(in_setup, reverse=True)
    assert not in_setup[-1]


@every_game
@few
@given(rng=seeds)
def test_perft_counts_what_can_be_played(game: Game, variant: Variant, rng: Random) -> None:
    """The count of the last turn, made without playing, is the number of turns that can follow."""
    *_, before, last = random_game(game.start(**variant), rng)
    follow = 1
    for seat in before.to_move:
        follow *= len(list(before.legal(seat)))
    assert [perft(before, depth) for depth in (0, 1)] == [1, follow]
    assert [perft(last, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@every_game
def test_the_default_variant_comes_first(game: Game, variant: Variant) -> None:
    assert str(game.start()) == str(game.start(**game.variants[0]))
    assert variant in game.variants
    start = game.start(**variant)
    assert {term: getattr(start, term) for term in variant} == variant
    with pytest.raises(ValueError, match="size"):
        game.start(size=3)


@every_game
@few
@given(rng=seeds, noise=st.text(max_size=5))
def test_damaged_states_are_refused_in_one_line(
    game: Game, variant: Variant, rng: Random, noise: str
) -> None:
    """A text is the exact text of a state, or it is refused: nothing is repaired in silence."""
    text = str(going_on(game, variant, rng))
    at, width = rng.randrange(len(text)), rng.randrange(3)
    damaged = text[:at] + noise + text[at + width :]
    found = parsed(game, damaged)
    if isinstance(found, StateError):
        assert found.text == damaged
        assert len(str(found).splitlines()) == 1
    else:
        assert str(found) == damaged


def parsed(game: Game, text: str) -> State | StateError:
    try:
        return game.parse(text)
    except StateError as error:
        return error


@every_game
@few
@given(rng=seeds)
def test_states_follow_one_another(game: Game, variant: Variant, rng: Random) -> None:
    """A game goes on the same from a state read back from its text."""
    for before, after in pairwise(random_game(game.start(**variant), rng)):
        moves = random_moves(before, Random(1))
        assert str(game.parse(str(before)).play(moves)) == str(before.play(moves))
        assert str(before) != str(after)
