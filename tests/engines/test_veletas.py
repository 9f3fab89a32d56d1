"""Veletas: against a naive implementation, under symmetries, in stages, and rule by rule."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.base import MoveError, Outcome
from engines.veletas import GAME, VeletasState
from tests.engines import naive_veletas as naive
from tests.engines.positions import random_game, random_moves

SIZES = [7, 9, 10]
every_size = pytest.mark.parametrize("size", SIZES)
few = settings(max_examples=15)
SEEDS = st.integers(0, 2**32)
OTHER = {"b": "w", "w": "b", "-": "-"}


def play(state: VeletasState, *moves: str) -> VeletasState:
    for move in moves:
        (seat,) = state.to_move
        state = state.play({seat: state.parse_move(seat, move)})
    return state


def legal(state: VeletasState) -> set[str]:
    return {str(move) for seat in state.to_move for move in state.legal(seat)}


def accepts(state: VeletasState, text: str) -> bool:
    try:
        return state.parse_move(state.to_move[0], text) == text
    except MoveError:
        return False


def in_play(size: int, rng: Random) -> VeletasState:
    """A position of a random game in which somebody shoots next."""
    return rng.choice([s for s in random_game(GAME.start(size=size), rng) if s.phase == "play"])


# Against the naive implementation


def assert_same(found: VeletasState, board: naive.Board) -> None:
    assert str(found) == board.text()
    assert found.board.spell(found.black_claims) == sorted_names(board.claims("b"))
    assert found.board.spell(found.white_claims) == sorted_names(board.claims("w"))
    assert found.winner == board.winner()
    if winner := board.winner():
        scores = (1.0, 0.0) if winner == board.first else (0.0, 1.0)
        assert found.outcome == Outcome(scores, "majority")
    else:
        assert found.outcome is None


def sorted_names(squares: list[naive.Square]) -> list[str]:
    return [naive.name(at) for at in sorted(squares)]


def compare_a_game(size: int, seed: int, every: int) -> None:
    """Compares every state, and the legal moves once in `every` plies."""
    rng, found, board = Random(seed), GAME.start(size=size), naive.Board(size)
    assert_same(found, board)
    while found.outcome is None:
        if found.lists_moves and rng.randrange(every) == 0:
            assert legal(found) == set(board.moves())
        (move,) = random_moves(found, rng).values()
        found = play(found, move)
        board.play(move)
        assert_same(found, board)


@every_size
@few
@given(seed=SEEDS)
def test_a_naive_implementation_agrees_ply_by_ply(size: int, seed: int) -> None:
    compare_a_game(size, seed, every=15)


@pytest.mark.slow
@pytest.mark.timeout(600)
@every_size
def test_a_naive_implementation_agrees_on_many_games(size: int) -> None:
    for seed in range(300):
        compare_a_game(size, seed, every=5)


def dense_board(size: int, rng: Random) -> naive.Board:
    """A board full of stones and shooters that no game reaches; some shooters are claimed."""
    board = naive.Board(size)
    board.phase, board.side, board.first = "play", rng.choice("bw"), rng.choice("bw")
    squares = rng.sample(board.squares(), rng.randint(size * size // 2, size * size - 4))
    shooters = sum(naive.SHOOTERS[size])
    board.shooters = dict.fromkeys(squares[:shooters], "S")
    board.stones = {at: rng.choice("bw") for at in squares[shooters:]}
    for at in squares[:shooters]:
        if not board.seen(at):
            board.shooters[at] = rng.choice("BW")
    return board


@every_size
@given(seed=SEEDS)
def test_dense_boards_resolve_as_the_naive_implementation_has_it(size: int, seed: int) -> None:
    rng = Random(seed)
    board = dense_board(size, rng)
    if board.winner():
        board.phase = "over"
    found = GAME.parse(board.text())
    assert_same(found, board)
    moves = set(board.moves())
    assert legal(found) == moves
    if moves:
        move = rng.choice(sorted(moves))
        board.play(move)
        assert_same(play(found, move), board)


@pytest.mark.parametrize("moves", [[], ["d4/e5", "white"], ["f2/a1", "black"]])
def test_placements_are_those_of_the_naive_implementation(moves: list[str]) -> None:
    found, board = GAME.start(size=7), naive.Board(7)
    for move in moves:
        found = play(found, move)
        board.play(move)
    listed = list(found.legal(found.to_move[0]))
    assert len(listed) == len(set(listed))
    assert set(listed) == set(board.moves())


# Moves: listed, checked, drawn, in stages


@every_size
@few
@given(seed=SEEDS)
def test_the_check_of_a_move_agrees_with_the_list(size: int, seed: int) -> None:
    rng = Random(seed)
    position = in_play(size, rng)
    moves, names = legal(position), list(position.board.number)
    start, shooters = rng.choice(names), position.board.spell(position.shooters)
    texts = [*names, *(f"{start}-{end}/{rng.choice(names)}" for end in names)]
    texts += [f"{rng.choice(shooters)}-{rng.choice(names)}/{target}" for target in names]
    texts += [f"{shooter}-{shooter}/{shooter}" for shooter in shooters]
    for text in [*texts, *rng.sample(sorted(moves), min(50, len(moves)))]:
        assert accepts(position, text) == (text in moves)


@every_size
@few
@given(seed=SEEDS)
def test_stages_make_exactly_the_legal_moves(size: int, seed: int) -> None:
    position = in_play(size, Random(seed))
    board, names = position.board, position.board.names
    staged = {names[s]: (s, s, s) for s in board.squares if position.is_seen(s)}
    for start in board.members(position.shooters):
        for end in board.members(position.reach(start)):
            for target in board.members(position.targets(start, end)):
                staged[f"{names[start]}-{names[end]}/{names[target]}"] = (start, end, target)
    assert staged.keys() == legal(position)
    move = Random(seed).choice(sorted(staged))
    assert position.fire(*staged[move]) == play(position, move)


def test_every_legal_move_is_drawn() -> None:
    position = GAME.parse("..w...w/......./.b...../.w...../...b.../b.S.b.w/bSwSb.. b play b")
    rng = Random(1)
    drawn = {position.random_move(1, rng) for _ in range(10_000)}
    assert drawn == legal(position)
    assert len(drawn) == 129
    opening = GAME.start(size=7)
    assert len({opening.random_move(1, rng) for _ in range(20_000)}) == 25 * 48


# Invariants and symmetries


@every_size
@few
@given(seed=SEEDS)
def test_shooters_are_constant_and_claims_final(size: int, seed: int) -> None:
    claims: dict[int, int] = {0: 0, 1: 0}
    for position in random_game(GAME.start(size=size), Random(seed)):
        if not position.in_setup:
            found = (position.black_claims, position.white_claims)
            assert (position.shooters | found[0] | found[1]).bit_count() == {7: 3, 9: 5, 10: 7}[
                size
            ]
            assert all(claims[i] & ~found[i] == 0 for i in claims)
            claims = dict(enumerate(found))


@every_size
@few
@given(seed=SEEDS)
def test_there_is_a_legal_move_and_no_trapped_shooter_while_the_game_lasts(
    size: int, seed: int
) -> None:
    *before, last = random_game(GAME.start(size=size), Random(seed))
    for position in before:
        assert next(iter(position.legal(position.to_move[0])), None)
        assert position.trapped() == []
    assert last.trapped() == []


@every_size
@few
@given(seed=SEEDS)
def test_the_fields_agree_with_the_text(size: int, seed: int) -> None:
    for position in random_game(GAME.start(size=size), Random(seed)):
        assert position == GAME.parse(str(position))
        assert position == pickle.loads(pickle.dumps(position))
        assert position.size == size


Symmetry = Callable[[int, int, int], tuple[int, int]]
SYMMETRIES: list[Symmetry] = [
    lambda x, y, last: (x, y),
    lambda x, y, last: (last - x, y),
    lambda x, y, last: (x, last - y),
    lambda x, y, last: (last - x, last - y),
    lambda x, y, last: (y, x),
    lambda x, y, last: (last - y, x),
    lambda x, y, last: (y, last - x),
    lambda x, y, last: (last - y, last - x),
]


def turned(text: str, symmetry: Symmetry) -> str:
    """The state `text` with the board turned or mirrored."""
    rows, rest = text.split(" ", 1)
    ranks = rows.split("/")[::-1]
    last = len(ranks) - 1
    image = [["?"] * len(ranks) for _ in ranks]
    for y, rank in enumerate(ranks):
        for x, cell in enumerate(rank):
            new_x, new_y = symmetry(x, y, last)
            image[new_y][new_x] = cell
    return f"{'/'.join(map(''.join, image[::-1]))} {rest}"


def turned_move(move: str, size: int, symmetry: Symmetry) -> str:
    for mark in "/,-":
        if mark in move:
            return mark.join(turned_move(part, size, symmetry) for part in move.split(mark))
    if move in ("black", "white"):
        return move
    return naive.name(symmetry(*naive.square(move), size - 1))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@every_size
@settings(max_examples=5)
@given(seed=SEEDS)
def test_turning_the_board_commutes_with_play(size: int, symmetry: Symmetry, seed: int) -> None:
    rng = Random(seed)
    position = image = GAME.start(size=size)
    while position.outcome is None:
        (move,) = random_moves(position, rng).values()
        position, image = play(position, move), play(image, turned_move(move, size, symmetry))
        assert str(image) == turned(str(position), symmetry)
    assert image.outcome == position.outcome


def swapped(text: str) -> str:
    """The state `text` in `play` or `over` with the colours swapped."""
    rows, side, phase, first = text.split(" ")
    rows = rows.translate(str.maketrans("bwBW", "wbWB"))
    return f"{rows} {OTHER[side]} {phase} {OTHER[first]}"


@every_size
@few
@given(seed=SEEDS)
def test_swapping_colours_commutes_with_play(size: int, seed: int) -> None:
    rng = Random(seed)
    position = in_play(size, rng)
    image = GAME.parse(swapped(str(position)))
    while position.outcome is None:
        (move,) = random_moves(position, rng).values()
        position, image = play(position, move), play(image, move)
        assert str(image) == swapped(str(position))
    assert image.outcome == position.outcome
