"""What the Shell once more, as plainly as the rules read: a dict of squares and a list of eggs.

It is slow, knows no states' text but its own, and shares nothing with the reference engine.
"""

from __future__ import annotations

Square = tuple[int, int]

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
ALL_SQUARES = [(x, y) for y in range(9) for x in range(9)]


def square(name: str) -> Square:
    return ("abcdefghi".index(name[0]), int(name[1]) - 1)


def name(at: Square) -> str:
    return "abcdefghi"[at[0]] + str(at[1] + 1)


def walk(start: Square, direction: Square, steps: int) -> list[Square]:
    """The squares 1, 2, … `steps` away from `start`, on the board or not."""
    (x, y), (dx, dy) = start, direction
    return [(x + n * dx, y + n * dy) for n in range(1, steps + 1)]


class Board:
    """A board that changes with each turn."""

    def __init__(self) -> None:
        self.pieces: dict[Square, str] = {}
        self.eggs: list[Square] = []

    def copy(self) -> Board:
        copy = Board()
        copy.pieces, copy.eggs = dict(self.pieces), list(self.eggs)
        return copy

    def text(self) -> str:
        ranks = ["".join(self.pieces.get((x, y), ".") for x in range(9)) for y in range(8, -1, -1)]
        eggs = ",".join(name(egg) for egg in self.eggs)
        return "/".join(ranks) + " " + (eggs or "-")

    def turn(self, black: Square, white: Square) -> None:
        """Steps 1 to 3: placement, captures, hatching."""
        if black == white:
            self.pieces[black] = "o"
            self.eggs.append(black)
            return
        self.pieces[black] = "b"
        self.pieces[white] = "w"
        by_black, by_white = self.captures(black), self.captures(white)
        self.take(by_black)
        self.take(by_white)
        pending = {"b": len(by_black), "w": len(by_white)}
        while self.eggs and (pending["b"] > 0 or pending["w"] > 0):
            self.hatch_oldest(pending)

    def hatch_oldest(self, pending: dict[str, int]) -> None:
        egg = self.eggs.pop(0)
        del self.pieces[egg]
        if pending["b"] > 0 and pending["w"] > 0:
            pending["b"] -= 1
            pending["w"] -= 1
            return
        colour = "b" if pending["b"] > 0 else "w"
        self.pieces[egg] = colour
        made = self.captures(egg)
        self.take(made)
        pending[colour] += len(made) - 1

    def captures(self, turtle: Square) -> list[list[Square]]:
        """The pairs that the turtle which has just appeared here captures."""
        mine = self.pieces[turtle]
        pairs = []
        for direction in DIRECTIONS:
            one, two, three = walk(turtle, direction, 3)
            enemies = [self.pieces.get(at) not in (None, mine) for at in (one, two)]
            if all(enemies) and self.pieces.get(three) == mine:
                pairs.append([one, two])
        return pairs

    def take(self, pairs: list[list[Square]]) -> None:
        for pair in pairs:
            for at in pair:
                self.pieces.pop(at, None)
                if at in self.eggs:
                    self.eggs.remove(at)

    def winning(self, colour: str) -> set[Square]:
        """Every turtle of this colour that stands in five of a kind in a row."""
        found: set[Square] = set()
        for start in [at for at, piece in self.pieces.items() if piece == colour]:
            for direction in DIRECTIONS:
                line = [start, *walk(start, direction, 4)]
                if all(self.pieces.get(at) == colour for at in line):
                    found.update(line)
        return found

    def verdict(self) -> str:
        """Step 4: `black`, `white`, `draw`, `sudden` or `play`."""
        black, white = len(self.winning("b")), len(self.winning("w"))
        if black != white:
            return "black" if black > white else "white"
        if len(self.pieces) == 81:
            return "draw"
        return "sudden" if black else "play"

    def empty(self) -> list[Square]:
        return [at for at in ALL_SQUARES if at not in self.pieces]
