"""A game in the terminal: shows the board, asks for moves, tells each turn when it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice

from rich.console import Console
from rich.text import Text

from arena.errors import ArenaError
from arena.sitting.house import House, Place
from arena.sitting.sight import Ending, Sight
from arena.views.choices import Choices, choices
from arena.views.coloured import FOCUS, HUES, LOSS, NOBODY, coloured_board, coloured_turn, touched
from arena.views.game_end import game_end
from arena.words import typed
from engines.base import Seat, State

Ask = Callable[[str, Callable[[], bool]], str]
"""Shows a prompt and reads a line, or gives up on it when it is over; raises EOFError or
KeyboardInterrupt to leave the table."""
_HELP = (
    ("MOVE", "a move, such as {example}"),
    ("moves", "the legal moves, or what they look like"),
    ("hint", "what a bot would play"),
    ("board", "the board again"),
    ("resign", "give the game up"),
    ("quit", "leave; the game is not kept"),
    ("?", "this list"),
)


class Sitting:
    """A person at a table, in a terminal. `play` returns when the game is over or left."""

    def __init__(self, house: House, place: Place, seat: Seat, console: Console, ask: Ask) -> None:
        self._house, self._place, self._seat = house, place, seat
        self._table = place.table
        self._console, self._ask = console, ask
        self._news = threading.Event()
        self._told = 0

    def play(self) -> Ending | None:
        """How the game ended; None if the person left."""
        self._table.listen(self._news.set, self._seat)
        try:
            self._show_board(self._table.sight(self._seat))
            return self._go_on()
        except (EOFError, KeyboardInterrupt):
            self._house.leave(self._place)
            return None
        finally:
            self._table.unlisten(self._news.set)

    def _go_on(self) -> Ending | None:
        while True:
            self._news.clear()
            sight = self._table.sight(self._seat)
            self._tell(sight)
            if sight.ending:
                self._conclude(sight, sight.ending)
                return sight.ending
            if not sight.may_move:
                self._news.wait(0.5)
            elif not self._decide(sight):
                self._house.leave(self._place)
                return None

    # What is told

    def _tell(self, sight: Sight) -> None:
        """The turns that are new, and the board after them."""
        new = sight.played[self._told :]
        self._told = len(sight.played)
        for played in new:
            for line in coloured_turn(played.turn, played.before, played.moves):
                self._console.print(line)
        if new:
            self._show_board(sight)

    def _show_board(self, sight: Sight) -> None:
        last = sight.played[-1] if sight.played else None
        marks = touched(last.before, last.moves) if last else frozenset[str]()
        self._console.print()
        self._console.print(coloured_board(self._table.contest.game, str(sight.state), marks))
        self._console.print(self._seats(sight))

    def _seats(self, sight: Sight) -> Text:
        line = Text("    ")
        for seat, sitter in enumerate(sight.sitters, 1):
            name = sight.state.seat_name(seat)
            line.append(name, style=HUES.get(name, NOBODY)).append(f" {sitter.name}   ")
        return line

    def _conclude(self, sight: Sight, ending: Ending) -> None:
        if ending.record:
            end = game_end(ending.record, sight.state, [])
            self._console.print(Text(f"{end['title']}.", style="bold"))
        if ending.kept:
            where = f"game {ending.kept} of {self._house.path}"
            again = f"arena show {typed(self._house.path)} {ending.kept} replays it"
            self._console.print(Text(f"Kept as {where}; {again}.", style="dim"))
        if ending.trouble:
            self._console.print(Text(f"{ending.trouble}.", style=LOSS))

    # What is asked

    def _decide(self, sight: Sight) -> bool:
        """Have the person decide this turn; False if they leave instead."""
        prompt = f"turn {sight.turn}, {sight.state.seat_name(self._seat)} (? for help): "
        while not self._table.is_over:
            word = self._ask(prompt, lambda: self._table.is_over).strip()
            if word == "quit":
                return False
            try:
                if self._do(word, sight):
                    return True
            except ArenaError as error:
                self._console.print(Text(str(error), style=LOSS))
        return True

    def _do(self, word: str, sight: Sight) -> bool:
        """Do what a line says; whether the turn is decided by it."""
        match word:
            case "":
                pass
            case "?" | "help":
                self._help(sight.state)
            case "moves":
                self._list_moves(sight.state)
            case "board":
                self._show_board(sight)
            case "hint":
                move = self._house.hint(self._table, self._seat, sight.turn)
                self._console.print(Text("hint: ").append(move, style=f"bold {FOCUS}"))
            case "resign":
                self._table.resign(self._seat)
                return True
            case _:
                self._table.move(self._seat, sight.turn, word)
                return True
        return False

    def _help(self, state: State) -> None:
        example = next(state.legal(self._seat))
        for word, meaning in _HELP:
            line = Text(f"  {word:7} ", style="bold")
            self._console.print(line.append(meaning.format(example=example), style="not bold"))

    def _list_moves(self, state: State) -> None:
        for line in described(choices(state, self._seat)):
            self._console.print(Text(line), soft_wrap=False)


def described(found: Choices) -> Iterator[str]:
    """The legal moves in some lines: all if they are few, else their form and the beginning."""
    match found["kind"]:
        case "square":
            yield " ".join(found["squares"])
        case "words":
            yield " ".join(found["moves"])
        case "shot":
            yield f"without a move: {' '.join(found['direct'])}"
            for start, ends in found["shots"].items():
                yield f"{start} to {' '.join(ends)}, then / and the stone's square"
        case "placement":
            count = found["shooters"]
            form = ",".join(islice(found["inner"], count)) + "/" + found["empty"][-1]
            yield f"{count} shooters on inner squares, then a stone anywhere: such as {form}"
        case _:
            yield "too many to list"
