"""What the Shell: against a naive implementation, under symmetries, and rule by rule."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.base import IllegalMove, MalformedMove, Outcome, StateError
from engines.what_the_shell import BIT, GAME, SQUARES, Position
from tests.engines import naive_what_the_shell as naive

EMPTY = ["........."] * 9
SEEDS = st.integers(0, 2**32)
CROWDS = st.sampled_from([9, 16, 25, 49, 81])
"""How many squares around the centre the players fight for: few make captures and eggs."""


def state(*ranks: str, eggs: str = "-") -> Position:
    """A position from its lowest ranks, rank 1 last."""
    rows = [*EMPTY[len(ranks) :], *ranks]
    return GAME.parse(f"{'/'.join(rows)} {eggs}")


def play(position: Position, black: str, white: str) -> Position:
    moves = {1: position.parse_move(1, black), 2: position.parse_move(2, white)}
    return position.play(moves)


def told(position: Position, black: str, white: str) -> list[str]:
    moves = {1: position.parse_move(1, black), 2: position.parse_move(2, white)}
    return [event.text for event in position.events(moves)]


def verdict(position: Position) -> str:
    if position.outcome is None:
        return "sudden" if position.winning else "play"
    return {(1, 0): "black", (0, 1): "white", (0.5, 0.5): "draw"}[position.outcome.scores]


def choose(rng: Random, empty: list[naive.Square], crowd: int) -> naive.Square:
    """A square among the `crowd` empty ones nearest to the centre."""
    nearest = sorted(empty, key=lambda at: max(abs(at[0] - 4), abs(at[1] - 4)))
    return rng.choice(nearest[:crowd])


# Against the naive implementation


def compare_a_game(seed: int, crowd: int) -> None:
    rng, position, board = Random(seed), GAME.start(), naive.Board()
    while position.outcome is None:
        black, white = (choose(rng, board.empty(), crowd) for _ in "bw")
        position = play(position, naive.name(black), naive.name(white))
        board.turn(black, white)
        assert str(position) == board.text()
        assert verdict(position) == board.verdict()
        assert position.winning_count(1) == len(board.winning("b"))
        assert position.winning_count(2) == len(board.winning("w"))


@settings(max_examples=25)
@given(SEEDS, CROWDS)
def test_a_naive_implementation_agrees_turn_by_turn(seed: int, crowd: int) -> None:
    compare_a_game(seed, crowd)


@pytest.mark.slow
@pytest.mark.parametrize("crowd", [4, 9, 16, 25, 49, 81])
def test_a_naive_implementation_agrees_on_many_games(crowd: int) -> None:
    for seed in range(300):
        compare_a_game(seed, crowd)


@given(SEEDS)
def test_random_boards_resolve_as_the_naive_implementation_has_it(seed: int) -> None:
    """Dense boards that no game reaches: chains, claims by both, lines everywhere."""
    rng, board = Random(seed), naive.Board()
    for at in rng.sample(naive.ALL_SQUARES, rng.randint(40, 79)):
        board.pieces[at] = rng.choice("bbwwo")
    board.eggs = [at for at, piece in board.pieces.items() if piece == "o"]
    position = GAME.parse(board.text())
    assert verdict(position) == board.verdict()
    if position.outcome is None:
        black, white = (rng.choice(board.empty()) for _ in "bw")
        board.turn(black, white)
        after = play(position, naive.name(black), naive.name(white))
        assert (str(after), verdict(after)) == (board.text(), board.verdict())


# Symmetries and invariants


def positions_of(seed: int, crowd: int) -> tuple[Position, str, str]:
    """A position of a game and two moves to play in it."""
    rng, position, board = Random(seed), GAME.start(), naive.Board()
    for _ in range(rng.randrange(40)):
        black, white = (choose(rng, board.empty(), crowd) for _ in "bw")
        after = play(position, naive.name(black), naive.name(white))
        if after.outcome:
            break
        position = after
        board.turn(black, white)
    black, white = (choose(rng, board.empty(), crowd) for _ in "bw")
    return position, naive.name(black), naive.name(white)


Symmetry = Callable[[int, int], tuple[int, int]]
SYMMETRIES: list[Symmetry] = [
    lambda x, y: (x, y),
    lambda x, y: (8 - x, y),
    lambda x, y: (x, 8 - y),
    lambda x, y: (8 - x, 8 - y),
    lambda x, y: (y, x),
    lambda x, y: (8 - y, x),
    lambda x, y: (y, 8 - x),
    lambda x, y: (8 - y, 8 - x),
]


def turned_name(square: str, symmetry: Symmetry) -> str:
    return naive.name(symmetry(*naive.square(square)))


def turned(text: str, symmetry: Symmetry) -> str:
    """The state `text` with the board turned or mirrored."""
    rows, eggs = text.split(" ")
    cells = dict(zip(SQUARES, (rows[index] for index in SQUARES.values()), strict=True))
    moved = {turned_name(square, symmetry): cell for square, cell in cells.items()}
    ranks = ["".join(moved[f"{file}{rank}"] for file in "abcdefghi") for rank in range(9, 0, -1)]
    if eggs != "-":
        eggs = ",".join(turned_name(egg, symmetry) for egg in eggs.split(","))
    return f"{'/'.join(ranks)} {eggs}"


def swapped(text: str) -> str:
    """The state `text` with the colours swapped."""
    rows, eggs = text.split(" ")
    return f"{rows.translate(str.maketrans('bw', 'wb'))} {eggs}"


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=25)
@given(SEEDS, CROWDS)
def test_turning_the_board_commutes_with_play(symmetry: Symmetry, seed: int, crowd: int) -> None:
    position, black, white = positions_of(seed, crowd)
    after = play(position, black, white)
    image = GAME.parse(turned(str(position), symmetry))
    image_after = play(image, turned_name(black, symmetry), turned_name(white, symmetry))
    assert str(image_after) == turned(str(after), symmetry)
    assert image_after.outcome == after.outcome


@given(SEEDS, CROWDS)
def test_swapping_colours_commutes_with_play(seed: int, crowd: int) -> None:
    position, black, white = positions_of(seed, crowd)
    after = play(position, black, white)
    image_after = play(GAME.parse(swapped(str(position))), white, black)
    assert str(image_after) == swapped(str(after))
    scores = after.outcome and after.outcome.scores[::-1]
    assert scores == (image_after.outcome and image_after.outcome.scores)


@given(SEEDS, CROWDS)
def test_the_fields_agree_with_the_text(seed: int, crowd: int) -> None:
    position = play(*positions_of(seed, crowd))
    cells = {"b": position.black, "w": position.white, "o": position.eggs, ".": position.empty}
    for cell, board in cells.items():
        assert board == sum(BIT[i] for i in SQUARES.values() if position.text[i] == cell)
    assert sum(BIT[egg] for egg in position.queue) == position.eggs
    assert position == GAME.parse(position.text)


# Rule by rule


def test_both_choose_one_square_and_an_egg_is_laid() -> None:
    assert str(play(GAME.start(), "e5", "e5")) == str(
        state(*["." * 4 + "o" + "." * 4], *EMPTY[:4], eggs="e5")
    )
    assert told(GAME.start(), "e5", "e5") == ["both chose e5: an egg is laid there"]


def test_events_tell_captures_and_hatching_in_order() -> None:
    before = state("....o....", ".........", ".bwo.....", eggs="e3,d1")
    assert told(before, "e1", "i9") == [
        "Black plays e1",
        "White plays i9",
        "Black's e1 captures d1, c1 (to b1)",
        "the egg on e3 hatches for Black",
    ]


def test_events_tell_of_an_egg_that_both_claim() -> None:
    before = state("bww......", ".........", "....o....", ".........", "wbb......", eggs="e3")
    assert told(before, "d5", "d1")[-1] == "both claim the egg on e3, and it vanishes"


def test_events_tell_of_winning_turtles() -> None:
    before = state("wwww.....", ".........", "bbbb.....")
    assert told(before, "e1", "e3")[-2:] == [
        "Black has 5 winning turtles",
        "White has 5 winning turtles",
    ]


def test_equal_lines_are_sudden_death_and_play_goes_on() -> None:
    after = play(state("wwww.....", ".........", "bbbb....."), "e1", "e3")
    assert after.outcome is None
    assert (after.winning_count(1), after.winning_count(2)) == (5, 5)
    assert after.to_move == (1, 2)


@pytest.mark.parametrize(
    ("ranks", "outcome"),
    [
        (["bbbbb...."], Outcome((1, 0), "line")),
        (["wwwww...."], Outcome((0, 1), "line")),
        (["wwwww....", "bbbbbb..."], Outcome((1, 0), "sudden-death")),
        (["wwwwwww..", "bbbbbb..."], Outcome((0, 1), "sudden-death")),
        (["wwwww....", "bbbbb...."], None),
        (["wbwbwbwbw", "wbwbwbwbw", "bwbwbwbwb", "bwbwbwbwb"] * 2 + ["wbwbwbwbw"], "full"),
    ],
)
def test_a_position_that_is_over_parses_as_over(ranks: list[str], outcome: object) -> None:
    expected = Outcome((0.5, 0.5), "board-full") if outcome == "full" else outcome
    position = state(*ranks)
    assert position.outcome == expected
    assert position.to_move == (() if expected else (1, 2))


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("a1", "a black turtle stands on a1"),
        ("b1", "a white turtle stands on b1"),
        ("c1", "an egg stands on c1"),
    ],
)
def test_a_refusal_says_what_stands_on_the_square(cell: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=f"^'{cell}': {reason}$"):
        state("bwo......", eggs="c1").parse_move(1, cell)


@pytest.mark.parametrize("text", ["", "e", "j1", "a0", "a10", "E5", " e5", "e5\n", "e5,e6", "é5"])
def test_what_names_no_square_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove, match="a move is one square, a1 to i9"):
        GAME.start().parse_move(1, text)


def test_no_move_is_legal_when_the_game_is_over_or_for_a_third_seat() -> None:
    over = state("bbbbb....")
    with pytest.raises(IllegalMove, match=r"'e5': the game is over \(line\)"):
        over.parse_move(1, "e5")
    with pytest.raises(ValueError, match="the game is over"):
        over.random_move(1, Random(1))
    with pytest.raises(IllegalMove, match="'e5': there is no seat 3"):
        GAME.start().parse_move(3, "e5")


ROWS = "/".join(EMPTY)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a state is ROWS, one space, EGGS"),
        (ROWS, "a state is ROWS, one space, EGGS"),
        (ROWS + "/......... -", "ROWS has 10 ranks, expected 9"),
        (ROWS[1:] + " -", "rank 9 has 8 cells, expected 9"),
        (ROWS[:-1] + "x -", "rank 1 has 'x', expected . b w o"),
        (ROWS[:-1] + "B -", "rank 1 has 'B', expected . b w o"),
        (ROWS + " ", "EGGS has '', expected squares such as a1,e5 or -"),
        (ROWS + " - ", "EGGS has '- ', expected squares such as a1,e5 or -"),
        (ROWS + " a1", "EGGS is a1, but the o cells of ROWS are -"),
        (ROWS[:-1] + "o -", "EGGS is -, but the o cells of ROWS are i1"),
        (ROWS[:-1] + "o h1", "EGGS is h1, but the o cells of ROWS are i1"),
        (ROWS[:-1] + "o i1,i1", "EGGS names a square twice"),
        (ROWS[:-1] + "o j1", "EGGS has 'j1', expected squares such as a1,e5 or -"),
    ],
)
def test_what_cannot_be_is_no_state(text: str, reason: str) -> None:
    with pytest.raises(StateError) as refusal:
        GAME.parse(text)
    assert refusal.value.reason == reason
    assert "\n" not in str(refusal.value)


def test_there_are_no_variants() -> None:
    with pytest.raises(ValueError, match="What the Shell has no variants, so no size"):
        GAME.start(size=9)
