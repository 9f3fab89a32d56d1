"""What the Shell as the search sees it."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from math import exp

from lines import Levels, capture_squares, levels

from arena.client import Seat
from engines.what_the_shell import BLACK, MOVES, STAR, WHITE, Move, Position

TURTLE, CAPTURE, THREE, FOUR = 0.13, 0.12, 0.03, 0.43
"""Log odds of winning for each turtle, square to capture from, and square that makes a line's
turtles four or five. Fitted to games."""
MAKE = (1, 4, 15, 200)
"""How promising an empty square is on a line with one to four own turtles."""
BLOCK = (0.5, 3, 12, 180)
"""The same for the opponent's turtles."""
CAPTURES, GUARDS = 25, 20
"""The same for a square that captures, and one where the opponent would."""
WIDTH = 14
"""How many squares are worth a look."""


class Turtles:
    """Rated by turtles, lines that need one or two more, and captures."""

    __slots__ = ("_captures", "_levels", "_moves", "_position", "over", "value")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._moves: dict[Seat, list[Move]] = {}
        self.over = position.outcome is not None
        if position.outcome:
            self.value = position.outcome.scores[0]
            return
        black, white, eggs, empty = (
            position.black,
            position.white,
            position.eggs,
            position.empty,
        )
        self._levels = {BLACK: levels(black, empty), WHITE: levels(white, empty)}
        self._captures = {
            BLACK: capture_squares(black, white | eggs, empty),
            WHITE: capture_squares(white, black | eggs, empty),
        }
        turtles = black.bit_count() - white.bit_count()
        odds = TURTLE * turtles + self._outlook(BLACK) - self._outlook(WHITE)
        self.value = 1 / (1 + exp(-odds))

    def arms(self) -> Mapping[Seat, int]:
        self._moves = {BLACK: self._promising(BLACK, WHITE), WHITE: self._promising(WHITE, BLACK)}
        return {seat: len(moves) for seat, moves in self._moves.items()}

    def after(self, pulled: Mapping[Seat, int]) -> Turtles:
        moves = {seat: self.move(seat, arm) for seat, arm in pulled.items()}
        return Turtles(self._position.play(moves))

    def move(self, seat: Seat, arm: int) -> Move:
        return self._moves[seat][arm]

    def _outlook(self, seat: Seat) -> float:
        threes = fours = 0
        for _, _, three, four in self._levels[seat]:
            threes |= three
            fours |= four
        captures = self._captures[seat].bit_count()
        return CAPTURE * captures + THREE * threes.bit_count() + FOUR * fours.bit_count()

    def _promising(self, seat: Seat, opponent: Seat) -> list[Move]:
        ratings: dict[int, float] = {}
        _add(ratings, self._captures[seat], CAPTURES)
        _add(ratings, self._captures[opponent], GUARDS)
        _add_levels(ratings, self._levels[seat], MAKE)
        _add_levels(ratings, self._levels[opponent], BLOCK)
        if not ratings:
            empty = [square for square in MOVES if self._position.empty >> square & 1]
            ratings = {1 << square: STAR[square].bit_count() for square in empty}
        best = nlargest(WIDTH, ratings, ratings.__getitem__)
        return [MOVES[square.bit_length() - 1] for square in best]


def _add_levels(ratings: dict[int, float], axes: list[Levels], weights: tuple[float, ...]) -> None:
    for axis in axes:
        for squares, weight in zip(axis, weights, strict=True):
            _add(ratings, squares, weight)


def _add(ratings: dict[int, float], squares: int, weight: float) -> None:
    while squares:
        square = squares & -squares
        ratings[square] = ratings.get(square, 0) + weight
        squares ^= square
