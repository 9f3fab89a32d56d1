"""A bot that passes every check, in the standard library alone. Each bot beside it overrides one
thing, and fails the check that it is named after.

    python sound.py
"""

from __future__ import annotations

import os
import sys
from random import Random

SHOOTERS = {7: (1, 2), 9: (2, 3), 10: (3, 4)}
"""How many shooters the first player and White place, by the board's size."""


def write(text: str) -> None:
    os.write(1, text.encode())


def say(*lines: str) -> None:
    """Write lines in one write."""
    write("".join(f"{line}\n" for line in lines))


class Sound:
    """Plays random legal moves; each method is a moment of a bot's life."""

    plays: tuple[str, ...] = ("what-the-shell",)
    options: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.rng = Random()
        self.terms: dict[str, str] = {}
        self.id = self.state = ""
        self.games = 0
        self.legal: list[str] = []

    def start(self) -> None:
        """Before anything is said."""

    def handshake(self) -> None:
        say("id name sound", *self.options, *(f"plays {game}" for game in self.plays))
        say("want legal", "ready")

    def set_option(self, name: str, text: str) -> None:
        """An option is set."""

    def new_game(self) -> None:
        self.rng = Random(self.terms["seed"])
        say(f"ready {self.id}")

    def position(self) -> None:
        """A position is told, and nothing asked."""

    def go(self, number: int, terms: list[str]) -> None:
        self.answer(number, self.choose())

    def answer(self, number: int, move: str) -> None:
        say(f"move {number} {move}")

    def choose(self) -> str:
        if self.terms["game"] == "what-the-shell" or self.state.split()[2] in ("choose", "play"):
            return self.rng.choice(self.legal)
        return self.place()

    def place(self) -> str:
        """A placement in Veletas."""
        rows, _, phase, _ = self.state.split()
        ranks = rows.split("/")
        size = len(ranks)
        number = SHOOTERS[size][phase == "place2"]
        free = [
            ("abcdefghij"[file] + str(size - rank), file, rank)
            for rank in range(size)
            for file in range(size)
            if ranks[rank][file] == "."
        ]
        inside = [name for name, *at in free if all(0 < each < size - 1 for each in at)]
        shooters = self.rng.sample(inside, number)
        stone = self.rng.choice(self.stone_squares([name for name, *_ in free], shooters))
        return f"{','.join(shooters)}/{stone}"

    def stone_squares(self, free: list[str], shooters: list[str]) -> list[str]:
        """Where the stone of a placement may go, of the free squares."""
        return [name for name in free if name not in shooters]

    def over(self) -> None:
        """A game is over."""

    def unknown(self, line: str) -> None:
        """A line that this bot does not know."""

    def quit(self) -> None:
        sys.exit()

    def end(self) -> None:
        """The input has ended."""

    def run(self) -> None:
        self.start()
        for line in sys.stdin:
            self.hear(line.rstrip("\r\n"))
        self.end()

    def hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        fields = rest.split()
        if word == "arena":
            self.handshake()
        elif word == "set":
            self.set_option(*rest.split(" ", 1))
        elif word == "newgame":
            self.id, self.terms = fields[0], dict(f.split("=", 1) for f in fields[1:] if "=" in f)
            self.games += 1
            self.new_game()
        elif word == "played":
            pass
        elif word == "state":
            self.state = rest
        elif word == "legal":
            self.legal = fields
            self.position()
        elif word == "go":
            self.go(int(fields[0]), fields[1:])
        elif word == "result":
            self.over()
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "quit":
            self.quit()
        else:
            self.unknown(line)


if __name__ == "__main__":
    Sound().run()
