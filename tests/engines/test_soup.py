"""Texts that are almost, or not at all, states and moves: read, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engines.base import Game, MoveError, RulesError, State, StateError
from tests.engines.positions import GAMES, LABELS, Variant, random_game, random_moves

every_game = pytest.mark.parametrize(("game", "variant"), GAMES, ids=LABELS)
MILLION = 1_000_000
LETTERS = "./-,. bwoSBWabcdefghij0123456789"
SCRAPS = (
    *("/", "//", " ", "  ", "-", ",", ".", "\t", "\n", "\r\n", "\0", "o", "b", "w", "S", "B", "W"),
    *("a1", "e5", "j10", "a0", "k11", "a01", "z99", "A1", "black", "white", "w play b", "place1"),
    *("choose", "over", "c3-c5/d6", "a1,b2,c3/d4", "a1,a1,a1/a1", "９", "²", "٣", "é", "\u202e"),
    *("\udc80", "\ufeff", "🐢", "9" * 50, "." * 90, "/" * 20, "None", "{}", "-1", "+1", "1e9", "_"),
)


def mangled(text: str, other: str, rng: Random) -> str:
    """`text` with some letters changed, lost, doubled or from elsewhere, or spliced to `other`."""
    if rng.random() < 0.1:
        cut = rng.randrange(len(other) + 1)
        text = text[: rng.randrange(len(text) + 1)] + other[cut:]
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, length = rng.randrange(len(text) + 1), rng.choice((0, 1, 1, 2, 9))
        piece = rng.choice(LETTERS) if rng.random() < 0.5 else rng.choice((*SCRAPS, ""))
        text = text[:at] + piece + text[at + length :]
    return text


def soup(rng: Random) -> str:
    """A text of any signs, or of the notations' crumbs."""
    if rng.random() < 0.3:
        return "".join(chr(rng.randrange(0x3000)) for _ in range(rng.randrange(20)))
    return "".join(rng.choice(SCRAPS) for _ in range(rng.randrange(9)))


def refused(kind: type[RulesError], read: Callable[..., object], *words: object) -> bool:
    """Whether a call is refused; then by an error of this kind, in one line of some length."""
    try:
        read(*words)
    except kind as error:
        line = str(error)
    else:
        return False
    assert line.isprintable()
    assert len(line) < 1000
    return True


def stock(game: Game, variant: Variant, rng: Random) -> list[State]:
    """Positions of some games, from the first to the last."""
    return [state for _ in range(6) for state in random_game(game.start(**variant), rng)]


def check_states(game: Game, variant: Variant, rounds: int, rng: Random) -> int:
    """How many were read."""
    texts = [str(state) for state in stock(game, variant, rng)]
    read = 0
    for _ in range(rounds):
        one, other = rng.choice(texts), rng.choice(texts)
        text = mangled(one, other, rng) if rng.random() < 0.9 else soup(rng)
        if not refused(StateError, game.parse, text):
            read += 1
            check_position(game, game.parse(text), rng)
    assert 0 < read < rounds
    return read


def check_position(game: Game, state: State, rng: Random) -> None:
    """What was read is written the same again, and the game goes on from it."""
    assert str(game.parse(str(state))) == str(state)
    assert (state.outcome is None) == bool(state.to_move)
    if state.to_move:
        state.play(random_moves(state, rng))


def check_moves(game: Game, variant: Variant, rounds: int, rng: Random) -> int:
    """How many were read and played."""
    states = [state for state in stock(game, variant, rng) if state.to_move]
    texts = [str(move) for state in states for move in random_moves(state, rng).values()]
    played = 0
    for _ in range(rounds):
        state, one, other = rng.choice(states), rng.choice(texts), rng.choice(texts)
        text = mangled(one, other, rng) if rng.random() < 0.8 else soup(rng)
        seat = rng.choice(state.to_move)
        if not refused(MoveError, state.parse_move, seat, text):
            played += 1
            state.play({**random_moves(state, rng), seat: state.parse_move(seat, text)})
    assert 0 < played < rounds
    return played


@every_game
def test_soup_is_a_state_or_refused_in_one_line(game: Game, variant: Variant) -> None:
    check_states(game, variant, 10_000, Random(1))


@every_game
def test_soup_is_a_move_or_refused_in_one_line(game: Game, variant: Variant) -> None:
    check_moves(game, variant, 10_000, Random(1))


@every_game
@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_states_by_the_million(game: Game, variant: Variant) -> None:
    read = check_states(game, variant, MILLION, Random())
    print("read of a million texts as states, the others refused:", read)


@every_game
@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_moves_by_the_million(game: Game, variant: Variant) -> None:
    played = check_moves(game, variant, MILLION, Random())
    print("played of a million texts as moves, the others refused:", played)
