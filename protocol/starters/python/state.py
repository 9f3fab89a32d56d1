"""A position as Python sees it, and the moves that it allows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

Square = tuple[int, int]  # file and rank, both from 0: a1 is (0, 0)
Terms = dict[str, str]  # key=value fields of a message

DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
TO_PLACE = {7: (1, 2), 9: (2, 3), 10: (3, 4)}  # by size: the first player's shooters, and White's


def spell(square: Square) -> str:
    file, rank = square
    return "abcdefghij"[file] + str(rank + 1)


@dataclass
class State:
    game: str  # "what-the-shell" or "veletas"
    seat: int  # yours, 1 or 2
    size: int
    board: dict[Square, str]  # "." empty, "b" "w" turtles or stones, "o" egg, "S" "B" "W" shooters
    eggs: list[str]  # What the Shell: the oldest first
    phase: str  # Veletas: "place1", "choose", "place2" or "play"; always "play" in the other game
    colour: str  # yours, "b" or "w"; not decided yet in "choose"
    budget: float  # milliseconds that this turn may take, if others are to have as much
    settings: dict[str, str]  # the options that were set

    @classmethod
    def parse(cls, text: str, game: Terms, go: Terms, settings: dict[str, str]) -> "State":
        """The position in a `state` line, with what `newgame` and `go` said of it."""
        rows, second, *more = text.split()
        ranks = rows.split("/")[::-1]
        board = {(f, r): cell for r, rank in enumerate(ranks) for f, cell in enumerate(rank)}
        seat, shell = int(game["seat"]), game["game"] == "what-the-shell"
        return cls(
            game=game["game"],
            seat=seat,
            size=len(ranks),
            board=board,
            eggs=second.split(",") if shell and second != "-" else [],
            phase="play" if shell else more[0],
            colour="bw"[seat - 1] if shell else second,
            budget=budget({key: int(value) for key, value in go.items() if value.isdigit()}),
            settings=settings,
        )

    def moves(self) -> list[str]:
        """All legal moves, but for placements, of which there are too many to list."""
        if self.game == "what-the-shell":
            return [spell(square) for square, cell in self.board.items() if cell == "."]
        return ["black", "white"] if self.phase == "choose" else self.shots()

    def shots(self) -> list[str]:
        """Veletas: `d6` if no shooter moves, `c3-c5/d6` if one does."""
        shooters = [square for square, cell in self.board.items() if cell == "S"]
        targets = (target for shooter in shooters for target in self.seen(shooter))
        moves = [spell(target) for target in dict.fromkeys(targets)]
        for start in shooters:
            ends = list(self.seen(start))
            self.board[start] = "."  # a shooter may fire at the square that it has left
            for end in ends:
                head = f"{spell(start)}-{spell(end)}/"
                moves += [head + spell(target) for target in self.seen(end)]
            self.board[start] = "S"
        return moves

    def seen(self, square: Square) -> Iterator[Square]:
        """The empty squares on the queen's lines from a square: past shooters, up to a stone."""
        for step in DIRECTIONS:
            file, rank = square[0] + step[0], square[1] + step[1]
            while self.board.get((file, rank), "b") not in "bw":
                if self.board[file, rank] == ".":
                    yield file, rank
                file, rank = file + step[0], rank + step[1]

    def is_inner(self, square: Square) -> bool:
        """Whether a square is not on the edge, so that a shooter may be placed there."""
        return all(0 < line < self.size - 1 for line in square)

    def shooters_to_place(self) -> int:
        return TO_PLACE[self.size][self.phase == "place2"]


def budget(go: dict[str, int]) -> float:
    """The free time, and a twentieth of the bank with half of what it gains, or a period."""
    bank = go.get("bank", 0)
    saved = min(bank, bank / 20 + go.get("inc", 0) / 2)
    return go.get("time", 0) + max(saved, go.get("period", 0))
