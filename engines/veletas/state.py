"""A position of Veletas as people and bots play it: by moves that are texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import chain, combinations
from operator import or_
from random import Random
from typing import cast

from engines.base import Event, IllegalMove, Move, Outcome, Seat
from engines.veletas import words
from engines.veletas.board import draw, union
from engines.veletas.moves import CHOICES, Choice, Placement, read, write
from engines.veletas.position import CHOOSE, OVER, PLACE1, PLACE2, PLAY, Position


class VeletasState(Position):
    """The contract `engines.base.State` on top of a position."""

    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        return Outcome((1.0, 0.0) if self.winner == self.first else (0.0, 1.0), "majority")

    @property
    def in_setup(self) -> bool:
        return self.phase in (PLACE1, CHOOSE, PLACE2)

    @property
    def lists_moves(self) -> bool:
        return self.phase not in (PLACE1, PLACE2)

    def legal(self, seat: Seat) -> Iterator[Move]:
        if seat not in self.to_move:
            return iter(())
        if self.phase == CHOOSE:
            return iter((Move("black"), Move("white")))
        texts = chain.from_iterable(self._shots()) if self.phase == PLAY else self._placements()
        return cast("Iterator[Move]", texts)

    def parse_move(self, seat: Seat, text: str) -> Move:
        if self.phase == PLAY and seat in self.to_move and self._allows(text):
            return Move(text)
        move = read(self.board, text)
        if objection := self._waiting(seat) or words.objection(self, move):
            raise IllegalMove(text, objection)
        return Move(write(self.board, move) if isinstance(move, Placement) else text)

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.phase == PLAY:
            return Move(self._random_shot(rng))
        if self.phase == CHOOSE:
            return Move(rng.choice(("black", "white")))
        if self.phase == OVER:
            raise ValueError("the game is over")
        return Move(write(self.board, self._random_placement(rng)))

    def play(self, moves: Mapping[Seat, Move]) -> VeletasState:
        (text,) = moves.values()
        if self.phase == PLAY:
            return self.fire(*self._squares(text))
        if self.phase == CHOOSE:
            return self.choose(CHOICES[text])
        number = self.board.number
        shooters, _, stone = text.partition("/")
        return self.place(tuple([number[name] for name in shooters.split(",")]), number[stone])

    def events(self, moves: Mapping[Seat, Move]) -> tuple[Event, ...]:
        (text,) = moves.values()
        move = read(self.board, text)
        if isinstance(move, Placement):
            return (words.placed(self, move),)
        if isinstance(move, Choice):
            return (words.chose(self, move),)
        return (*words.shot(self, move), *words.claims(self, self.play(moves)))

    def __str__(self) -> str:
        length = self.board.size * self.board.width - 1
        rows = self.rows.to_bytes(length, "little").decode("ascii")
        return f"{rows} {self.side} {self.phase} {self.first}"

    def _waiting(self, seat: Seat) -> str | None:
        """Why this seat does not move now, if that is not for the game's end."""
        if seat not in (1, 2):
            return f"there is no seat {seat}"
        if self.phase != OVER and seat not in self.to_move:
            return f"it is not the turn of {self.seat_name(seat)}"
        return None

    def _squares(self, text: str) -> tuple[int, int, int]:
        """Start, end and target of a shot; all three the target if no shooter moves."""
        number = self.board.number
        head, slash, target = text.rpartition("/")
        if not slash:
            square = number[text]
            return square, square, square
        start, _, end = head.partition("-")
        return number[start], number[end], number[target]

    def _allows(self, text: str) -> bool:
        """Whether `text` is a legal move of `play`; why not is for `words.objection` to say."""
        board, stones = self.board, self.black | self.white
        try:
            start, end, target = self._squares(text)
            if start == end:
                return "/" not in text and self.is_seen(target)
            left = board.bit[start]
            return bool(
                self.shooters & left
                and self.empty & board.bit[end]
                and (self.empty | left) & board.bit[target]
                and not (board.between[start][end] | board.between[end][target]) & stones
            )
        except KeyError:
            return False

    def _placements(self) -> Iterator[str]:
        free = self.board.members(self.empty)
        inner = [square for square in self.board.inner if square in free]
        for shooters in combinations(inner, self.shooters_to_place):
            for stone in free:
                if stone not in shooters:
                    yield write(self.board, Placement(shooters, stone))

    def _shots(self) -> Iterator[Iterable[str]]:
        """The legal moves of `play`, in portions."""
        board, names = self.board, self.board.names
        reaches = {start: self.reach(start) for start in board.members(self.shooters)}
        yield map(names.__getitem__, board.members(reduce(or_, reaches.values())))
        tails: dict[int, list[str]] = {}
        for start, reach in reaches.items():
            for end in board.members(reach):
                if end not in tails:
                    tails[end] = [names[target] for target in board.members(self.reach(end))]
                head = f"{names[start]}-{names[end]}/"
                yield map(head.__add__, tails[end])
                yield (head + names[start],)

    def _random_placement(self, rng: Random) -> Placement:
        board = self.board
        while True:
            shooters = rng.sample(board.inner, self.shooters_to_place)
            stone = rng.choice(board.squares)
            if stone not in shooters and not union((*shooters, stone)) & ~self.empty:
                return Placement(tuple(shooters), stone)

    def _random_shot(self, rng: Random) -> str:
        """A legal move of `play`, each of its parts drawn with equal chances."""
        names, stones = self.board.names, self.black | self.white
        start = draw(self.shooters, rng)
        end = draw(self.board.seen(start, stones) & self.empty, rng)
        if rng.random() * (self.shooters.bit_count() + 1) < 1:
            return names[end]
        target = draw(self.board.seen(end, stones) & (self.empty | 1 << start), rng)
        return f"{names[start]}-{names[end]}/{names[target]}"
