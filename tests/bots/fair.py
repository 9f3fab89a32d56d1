"""A bot that keeps to the protocol, in the standard library alone. The bad ones derive from it.

    python fair.py [BEHAVIOUR [WORD...]]

WORDs are arguments of the behaviour; tests put a mark among them that tells their processes
from all others.
"""

from __future__ import annotations

import re
import sys
from random import Random

ODD_TURN = 3
"""The turn in which most behaviours show."""


def say(*lines: str) -> None:
    """Write lines in one write."""
    write("".join(f"{line}\n" for line in lines).encode())


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Fair:
    """Plays random legal moves of What the Shell; each method is a moment of a bot's life."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.games = 0
        self.rng = Random()

    def start(self) -> None:
        """Before anything is said."""

    def handshake(self) -> None:
        say("id name fair", "plays what-the-shell", "want legal", "ready")

    def new_game(self, game: str) -> None:
        say(f"ready {game}")

    def turn(self, number: int, legal: list[str]) -> None:
        if number == ODD_TURN:
            self.odd_turn(number, self.rng.choice(legal))
        else:
            self.move(number, self.rng.choice(legal))

    def odd_turn(self, number: int, move: str) -> None:
        self.move(number, move)

    def move(self, number: int, move: str) -> None:
        say(f"move {number} {move}")

    def quit(self) -> None:
        sys.exit()

    def run(self) -> None:
        """Play until `quit` or the input's end."""
        self.start()
        legal: list[str] = []
        for line in sys.stdin:
            word, *rest = line.split()
            if word == "arena":
                self.handshake()
            elif word == "newgame":
                self.games += 1
                seed = next(field for field in rest if field.startswith("seed="))
                self.rng = Random(seed)
                self.new_game(rest[0])
            elif word == "legal":
                legal = rest
            elif word == "go":
                self.turn(int(rest[0]), legal)
            elif word == "quit":
                self.quit()


def main(*behaviours: type[Fair]) -> None:
    """Run the behaviour that the command line names: `ExitsAtOnce` is `exits-at-once`."""
    named = {_dashed(behaviour.__name__): behaviour for behaviour in behaviours}
    name, *words = sys.argv[1:] or ["fair"]
    if name not in named:
        sys.exit(f"no behaviour {name}; there are {', '.join(named)}")
    named[name](words).run()


def of(module: dict[str, object]) -> list[type[Fair]]:
    """The behaviours that a module defines or knows."""
    return [
        value for value in module.values() if isinstance(value, type) and issubclass(value, Fair)
    ]


def _dashed(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


if __name__ == "__main__":
    main(Fair)
