"""A position of Veletas, what its shooters see, and what moves make of it."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from engines.base import Seat
from engines.veletas.board import Board, union

PLACE1: Final = "place1"
CHOOSE: Final = "choose"
PLACE2: Final = "place2"
PLAY: Final = "play"
OVER: Final = "over"

COLOURS: Final = {"b": "Black", "w": "White"}
OPPONENT: Final = {"b": "w", "w": "b"}


class Position(NamedTuple):
    """A position. A set of squares is an int with the bits `1 << square`, see `Board`.

    A move in `play` has stages: a shooter on `start` goes to an `end` of its `reach`, or stays
    (then `end` is `start`), and a stone lands on one of the `targets`.
    """

    board: Board
    phase: str
    """`place1`, `choose`, `place2`, `play` or `over`."""
    side: str
    """The colour to place or shoot next, `b` or `w` (`w` in `choose`)."""
    first: str
    """The colour that the first player (seat 1) plays, `-` until it is chosen."""
    black: int
    """Black's stones."""
    white: int
    """White's stones."""
    shooters: int
    """The unclaimed shooters."""
    black_claims: int
    """The shooters that Black has claimed."""
    white_claims: int
    """The shooters that White has claimed."""
    empty: int
    """The squares with nothing on them."""
    rows: int
    """The text of the board as a little-endian number, kept up to date move by move."""

    @property
    def size(self) -> int:
        """How many squares a side of the board has: the variant's term."""
        return self.board.size

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seat that decides this turn; none when the game is over."""
        if self.phase == OVER:
            return ()
        return (1,) if self.side == self.first or self.phase == PLACE1 else (2,)

    def seat_name(self, seat: Seat) -> str:
        """What people call this seat here: its colour, once that is chosen."""
        if self.first == "-":
            return "First player" if seat == 1 else "Second player"
        return COLOURS[self.first if seat == 1 else OPPONENT[self.first]]

    def seat_of(self, colour: str) -> Seat:
        """The seat that plays `b` or `w`, once that is chosen."""
        return 1 if colour == self.first else 2

    @property
    def shooters_to_place(self) -> int:
        """How many shooters are placed in this turn."""
        majority = self.board.majority
        return {PLACE1: self.board.shooters - majority, PLACE2: majority}.get(self.phase, 0)

    @property
    def winner(self) -> str | None:
        """The colour that has claimed a majority."""
        if self.black_claims.bit_count() >= self.board.majority:
            return "b"
        return "w" if self.white_claims.bit_count() >= self.board.majority else None

    def reach(self, shooter: int) -> int:
        """The squares to which the unclaimed shooter on this square can move."""
        return self.board.seen(shooter, self.black | self.white) & self.empty

    def targets(self, start: int, end: int) -> int:
        """The squares at which the shooter that went from `start` to `end` can shoot."""
        left = self.board.bit[start] if start != end else 0
        return self.board.seen(end, self.black | self.white) & (self.empty | left)

    def is_seen(self, target: int) -> bool:
        """Whether a stone can land on `target` without a shooter's move."""
        seen = self.board.seen(target, self.black | self.white)
        return bool(self.empty & self.board.bit[target] and seen & self.shooters)

    def cell(self, square: int) -> str:
        """What is on a square, as the text of the board has it."""
        return chr(self.rows >> 8 * square & 0xFF)

    def trapped(self) -> list[int]:
        """The unclaimed shooters that see no empty square: none, but before claims are made."""
        cornered = self.shooters & ~self.board.around(self.empty)
        if not cornered:
            return []
        return [square for square in self.board.members(cornered) if not self.reach(square)]

    def groups(self, square: int) -> dict[str, int]:
        """The size of each colour's largest group orthogonally adjacent to `square`, or 0."""
        largest = self.board.largest_group
        return {"b": largest(square, self.black), "w": largest(square, self.white)}

    def fire(self, start: int, end: int, target: int) -> Self:
        """The position after a legal move of `play`, claims included."""
        board, phase, side, first, black, white, shooters, *claims, empty, rows = self
        hop, stone = board.bit[start] ^ board.bit[end], board.bit[target]
        shooter = board.write["S"]
        fields = (
            board,
            phase,
            OPPONENT[side],
            first,
            black | stone if side == "b" else black,
            white | stone if side == "w" else white,
            shooters ^ hop,
            *claims,
            empty ^ hop ^ stone,
            rows + shooter[end] - shooter[start] + board.write[side][target],
        )
        after = tuple.__new__(self.__class__, fields)
        trapped = after.trapped()
        return after._claim(trapped) if trapped else after

    def place(self, shooters: tuple[int, ...], stone: int) -> Self:
        """The position after a legal placement."""
        write, placed = self.board.write, union((*shooters, stone))
        rows = self.rows + sum(write["S"][square] for square in shooters)
        return self._replace(
            phase=CHOOSE if self.phase == PLACE1 else PLAY,
            side=OPPONENT[self.side],
            black=1 << stone if self.side == "b" else self.black,
            white=1 << stone if self.side == "w" else self.white,
            shooters=self.shooters | union(shooters),
            empty=self.empty & ~placed,
            rows=rows + write[self.side][stone],
        )

    def choose(self, colour: str) -> Self:
        """The position after the second player's choice of a colour, `b` or `w`."""
        return self._replace(phase=PLACE2, first=OPPONENT[colour])

    def _claim(self, trapped: list[int]) -> Self:
        """The position after these shooters have been claimed."""
        write, bit, rows = self.board.write, self.board.bit, self.rows
        claims = {"b": self.black_claims, "w": self.white_claims}
        for square in trapped:
            owner = self._claimant(square)
            claims[owner] |= bit[square]
            rows += write[owner.upper()][square] - write["S"][square]
        after = self._replace(
            shooters=self.shooters & ~(claims["b"] | claims["w"]),
            black_claims=claims["b"],
            white_claims=claims["w"],
            rows=rows,
        )
        return after._replace(phase=OVER) if after.winner else after

    def _claimant(self, square: int) -> str:
        """Who claims the shooter trapped on `square`; `side` is the opponent of who just moved."""
        groups = self.groups(square)
        if groups["b"] == groups["w"]:
            return self.side
        return "b" if groups["b"] > groups["w"] else "w"
