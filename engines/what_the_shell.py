"""What the Shell: two players place turtles at the same moment; five in a line win.

One number names a square everywhere: its index in the state's text (a9 = 0, b9 = 1, …, a8 = 10,
…, i1 = 88). Bit `i` of a bitboard is the square at `text[i]`, and since the slashes between
ranks have indexes too, shifts by 1, 9, 10 and 11 never run over the board's edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from random import Random
from typing import NamedTuple

from engines.base import (
    Event,
    IllegalMove,
    MalformedMove,
    Move,
    Outcome,
    Seat,
    StateError,
    quoted,
)

SIZE = 9
WIDTH = SIZE + 1
CELLS = SIZE * WIDTH - 1
FILES = "abcdefghi"
BLACK, WHITE = SEATS = (1, 2)
SEAT_NAMES = {BLACK: "Black", WHITE: "White"}
LETTERS = {BLACK: ord("b"), WHITE: ord("w")}
EMPTY, EGG = ord("."), ord("o")
PIECES = {"b": "a black turtle", "w": "a white turtle", "o": "an egg"}
TEXTS = {
    "placed": "{seat} plays {0}",
    "laid": "both chose {0}: an egg is laid there",
    "captured": "{seat}'s {0} captures {1}, {2} (to {3})",
    "hatched": "the egg on {0} hatches for {seat}",
    "vanished": "both claim the egg on {0}, and it vanishes",
    "lined": "{seat} has {count} winning turtles",
}
"""The words of events, and the sentence that each makes of its squares."""

AXES = (1, WIDTH - 1, WIDTH, WIDTH + 1)

SQUARES: dict[str, int] = {
    f"{file}{rank}": (SIZE - rank) * WIDTH + x
    for x, file in enumerate(FILES)
    for rank in range(1, SIZE + 1)
}
"""The index of each square by name, ascending by file, then rank."""

MOVES: dict[int, Move] = {square: Move(name) for name, square in SQUARES.items()}
"""The name of each square by index: the move that chooses it."""

BIT = tuple(1 << index for index in range(128))
"""One bit for each index of the board and for every other number of seven bits."""

BOARD = sum(BIT[square] for square in MOVES)
START = "/".join(["." * SIZE] * SIZE) + " -"

Rays = dict[int, tuple[int, int, int]]
"""Ways to capture from a square: the pair that would leave as a bitboard, then its two squares
and the far end."""


def _rays_by_ends(square: int) -> dict[int, Rays]:
    """For each set of own turtles on the far ends around `square`, the rays that reach them."""
    chosen: dict[int, Rays] = {0: {}}
    for step in (*AXES, *(-axis for axis in AXES)):
        first, second, end = squares = (square + step, square + 2 * step, square + 3 * step)
        if MOVES.keys() >= set(squares):
            ray = {BIT[first] | BIT[second]: squares}
            chosen |= {ends | BIT[end]: rays | ray for ends, rays in chosen.items()}
    return chosen


def _axis(square: int, step: int) -> int:
    """The squares within four steps of `square` on one axis, itself included."""
    axis = BIT[square]
    for direction in (step, -step):
        for index in range(square + direction, square + 5 * direction, direction):
            if index not in MOVES:
                break
            axis |= BIT[index]
    return axis


RAYS = {square: _rays_by_ends(square) for square in MOVES}
ENDS = {square: max(RAYS[square]) for square in MOVES}
"""For each square the far ends of all its rays."""

AXES_AT = {square: tuple((step, _axis(square, step)) for step in AXES) for square in MOVES}
STAR = {square: reduce(or_, [axis for _, axis in AXES_AT[square]]) for square in MOVES}
"""For each square all squares that can be in a line with it."""


def captures(own: int, targets: int, square: int) -> list[tuple[int, int, int]]:
    """The captures of a turtle on `square` that has just landed or hatched: the two and the end."""
    rays = RAYS[square][own & ENDS[square]]
    return [squares for pair, squares in rays.items() if targets & pair == pair]


def _fives(own: int, step: int) -> int:
    """The squares from which five of `own` or more follow one another on one axis."""
    pairs = own & own >> step
    return pairs & pairs >> 2 * step & own >> 4 * step


def winning_turtles(own: int) -> int:
    """The turtles that stand in any line of five or more."""
    winning = 0
    for step in AXES:
        if fives := _fives(own, step):
            for distance in range(5):
                winning |= fives << distance * step
    return winning


def _lines(own: int, square: int) -> bool:
    """Whether the turtle on `square` stands in a line of five or more."""
    if (own & STAR[square]).bit_count() < 5:
        return False
    for step, axis in AXES_AT[square]:
        if (own & axis).bit_count() >= 5 and _fives(own & axis, step):
            return True
    return False


def _stirs(own: int, targets: int, square: int) -> bool:
    """Whether a turtle that has just landed on `square` captures or completes a line."""
    for pair in RAYS[square][own & ENDS[square]]:
        if targets & pair == pair:
            return True
    return _lines(own, square)


def _outcome(black: int, white: int, full: bool) -> Outcome | None:
    """The result when Black and White have this many winning turtles."""
    if black == white:
        return Outcome((0.5, 0.5), "board-full") if full else None
    termination = "sudden-death" if black and white else "line"
    return Outcome((1, 0) if black > white else (0, 1), termination)


def _names(board: int) -> Iterator[Move]:
    """The names of a bitboard's squares, ascending by file, then rank."""
    return (move for square, move in MOVES.items() if board & BIT[square])


class Position(NamedTuple):
    """A state of What the Shell. Its fields are for reading; bitboards are indexed as above."""

    text: str
    """The exact text, `ROWS EGGS`."""
    black: int
    """Black's turtles."""
    white: int
    """White's turtles."""
    eggs: int
    """The eggs on the board."""
    empty: int
    """The empty squares: the legal moves of both seats while the game goes on."""
    queue: tuple[int, ...]
    """The squares of the eggs, oldest first."""
    winning: int
    """The turtles of both players that stand in a line of five or more."""
    outcome: Outcome | None
    """The result by the rules, or None while the game goes on."""

    @property
    def to_move(self) -> tuple[Seat, ...]:
        return () if self.outcome else SEATS

    @property
    def in_setup(self) -> bool:
        return False

    @property
    def lists_moves(self) -> bool:
        return True

    def seat_name(self, seat: Seat) -> str:
        return SEAT_NAMES[seat]

    def winning_count(self, seat: Seat) -> int:
        """How many winning turtles `seat` has; equal and above zero is Sudden Death."""
        return (self.winning & (self.black if seat == BLACK else self.white)).bit_count()

    def legal(self, seat: Seat) -> Iterator[Move]:
        if seat in self.to_move:
            yield from _names(self.empty)

    def parse_move(self, seat: Seat, text: str) -> Move:
        square = SQUARES.get(text)
        if square is None:
            raise MalformedMove(text, "a move is one square, a1 to i9")
        if self.empty & BIT[square] and self.outcome is None and seat in SEATS:
            return MOVES[square]
        raise self._refusal(seat, text)

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.outcome:
            raise ValueError(f"the game is over ({self.outcome.termination}): no move is legal")
        empty, seven_bits = self.empty, rng.getrandbits
        square = seven_bits(7)
        while not empty & BIT[square]:
            square = seven_bits(7)
        return MOVES[square]

    def play(self, moves: Mapping[Seat, Move]) -> Position:
        first, second = SQUARES[moves[BLACK]], SQUARES[moves[WHITE]]
        black, white = self.black | BIT[first], self.white | BIT[second]
        if (
            first == second
            or self.winning
            or _stirs(black, white | self.eggs, first)
            or _stirs(white, black | self.eggs, second)
        ):
            return _Turn(self, first, second).position()
        # Most turns are quiet: two turtles land, and that is all.
        text = _with_turtles(self.text, first, second)
        empty = self.empty ^ BIT[first] ^ BIT[second]
        outcome = None if empty else _outcome(0, 0, full=True)
        fields = (text, black, white, self.eggs, empty, self.queue, 0, outcome)
        return tuple.__new__(Position, fields)

    def events(self, moves: Mapping[Seat, Move]) -> tuple[Event, ...]:
        turn = _Turn(self, SQUARES[moves[BLACK]], SQUARES[moves[WHITE]])
        return tuple(turn.events())

    def __str__(self) -> str:
        return self.text

    def _refusal(self, seat: Seat, text: str) -> IllegalMove:
        if self.outcome:
            return IllegalMove(text, f"the game is over ({self.outcome.termination})")
        if seat not in SEATS:
            return IllegalMove(text, f"there is no seat {seat}, only 1 (Black) and 2 (White)")
        return IllegalMove(text, f"{PIECES[self.text[SQUARES[text]]]} stands on {text}")


def _with_turtles(text: str, black: int, white: int) -> str:
    """`text` with a new turtle of each colour."""
    if black < white:
        return f"{text[:black]}b{text[black + 1 : white]}w{text[white + 1 :]}"
    return f"{text[:white]}w{text[white + 1 : black]}b{text[black + 1 :]}"


def _position(
    text: str, black: int, white: int, eggs: int, queue: tuple[int, ...], lined: bool = True
) -> Position:
    """The position of these pieces; not `lined`: there is certainly no line of five."""
    empty = BOARD ^ (black | white | eggs)
    winning = winning_turtles(black) | winning_turtles(white) if lined else 0
    outcome = None
    if winning or not empty:
        outcome = _outcome((winning & black).bit_count(), (winning & white).bit_count(), not empty)
    fields = (text, black, white, eggs, empty, queue, winning, outcome)
    return tuple.__new__(Position, fields)


def _event(word: str, seat: Seat | None, squares: tuple[str, ...]) -> Event:
    who = SEAT_NAMES[seat] if seat else ""
    return Event(word, seat, squares, TEXTS[word].format(*squares, seat=who, count=len(squares)))


class _Turn:
    """One turn, resolved step by step on a board of its own."""

    def __init__(self, before: Position, first: int, second: int) -> None:
        self._cells = bytearray(before.text[:CELLS], "ascii")
        self._turtles = {BLACK: before.black, WHITE: before.white}
        self._eggs = before.eggs
        self._queue = before.queue
        self._lined = bool(before.winning)
        self._steps: list[tuple[str, Seat | None, tuple[int, ...]]] = []
        if first == second:
            self._lay(first)
        else:
            self._clash({BLACK: first, WHITE: second})

    def position(self) -> Position:
        """The position after the turn."""
        queue = ",".join([MOVES[square] for square in self._queue]) or "-"
        text = f"{self._cells.decode('ascii')} {queue}"
        black, white = self._turtles.values()
        return _position(text, black, white, self._eggs, self._queue, self._lined)

    def events(self) -> Iterator[Event]:
        """What happened, in order."""
        for word, seat, squares in self._steps:
            yield _event(word, seat, tuple(MOVES[square] for square in squares))
        for seat, turtles in self._turtles.items():
            if winning := winning_turtles(turtles):
                yield _event("lined", seat, tuple(_names(winning)))

    def _lay(self, square: int) -> None:
        self._cells[square] = EGG
        self._eggs |= BIT[square]
        self._queue += (square,)
        self._steps.append(("laid", None, (square,)))

    def _clash(self, placed: Mapping[Seat, int]) -> None:
        """Both turtles land, then capture; eggs hatch while captures are pending."""
        for seat, square in placed.items():
            self._land("placed", seat, square)
        pending = self._capture(placed)
        while self._queue and any(pending.values()):
            self._hatch(pending)

    def _land(self, word: str, seat: Seat, square: int) -> None:
        self._cells[square] = LETTERS[seat]
        self._turtles[seat] |= BIT[square]
        self._lined = self._lined or _lines(self._turtles[seat], square)
        self._steps.append((word, seat, (square,)))

    def _hatch(self, pending: dict[Seat, int]) -> None:
        """The oldest egg hatches for the one who claims it, or vanishes if both do."""
        square, *rest = self._queue
        self._queue = tuple(rest)
        self._eggs ^= BIT[square]
        claimants = [seat for seat in SEATS if pending[seat]]
        for seat in claimants:
            pending[seat] -= 1
        if len(claimants) == 2:
            self._cells[square] = EMPTY
            self._steps.append(("vanished", None, (square,)))
        else:
            (seat,) = claimants
            self._land("hatched", seat, square)
            pending[seat] += self._capture({seat: square})[seat]

    def _capture(self, landed: Mapping[Seat, int]) -> dict[Seat, int]:
        """All captures of the turtles just landed, on one board; how many each seat made."""
        made = {BLACK: 0, WHITE: 0}
        captured = 0
        for seat, square in landed.items():
            for first, second, end in captures(self._turtles[seat], self._targets(seat), square):
                made[seat] += 1
                captured |= BIT[first] | BIT[second]
                self._cells[first] = self._cells[second] = EMPTY
                self._steps.append(("captured", seat, (square, first, second, end)))
        self._remove(captured)
        return made

    def _targets(self, seat: Seat) -> int:
        return self._turtles[WHITE if seat == BLACK else BLACK] | self._eggs

    def _remove(self, captured: int) -> None:
        for seat in SEATS:
            self._turtles[seat] &= ~captured
        if self._eggs & captured:
            self._eggs &= ~captured
            self._queue = tuple(egg for egg in self._queue if self._eggs & BIT[egg])


class WhatTheShell:
    """The rules of What the Shell."""

    name = "what-the-shell"
    title = "What the Shell"
    variants: tuple[Mapping[str, int], ...] = ({},)
    seat_symmetric = True
    simultaneous = True

    def start(self, **variant: int) -> Position:
        if variant:
            raise ValueError(f"What the Shell has no variants, so no {', '.join(variant)}")
        return _START

    def parse(self, text: str) -> Position:
        rows, space, eggs = text.partition(" ")
        if not space:
            raise StateError(text, "a state is ROWS, one space, EGGS")
        _check_rows(text, rows.split("/"))
        queue = _parse_eggs(text, eggs)
        boards = {cell: _board(rows, cell) for cell in "bwo"}
        if boards["o"] != sum(BIT[egg] for egg in queue):
            laid = ",".join(_names(boards["o"])) or "-"
            raise StateError(text, f"EGGS is {eggs}, but the o cells of ROWS are {laid}")
        return _position(text, boards["b"], boards["w"], boards["o"], queue)


def _check_rows(text: str, rows: list[str]) -> None:
    if len(rows) != SIZE:
        raise StateError(text, f"ROWS has {len(rows)} ranks, expected {SIZE}")
    for rank, row in zip(range(SIZE, 0, -1), rows, strict=True):
        if unknown := set(row) - set(".bwo"):
            raise StateError(text, f"rank {rank} has {min(unknown)!r}, expected . b w o")
        if len(row) != SIZE:
            raise StateError(text, f"rank {rank} has {len(row)} cells, expected {SIZE}")


def _parse_eggs(text: str, eggs: str) -> tuple[int, ...]:
    names = [] if eggs == "-" else eggs.split(",")
    for name in names:
        if name not in SQUARES:
            raise StateError(text, f"EGGS has {quoted(name)}, expected squares such as a1,e5 or -")
    if len(set(names)) < len(names):
        raise StateError(text, "EGGS names a square twice")
    return tuple(SQUARES[name] for name in names)


def _board(rows: str, cell: str) -> int:
    return sum(BIT[index] for index, found in enumerate(rows) if found == cell)


GAME = WhatTheShell()
_START = GAME.parse(START)
