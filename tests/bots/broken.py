"""Bots that break the protocol or themselves, one behaviour a class.

python broken.py BEHAVIOUR [WORD...]
"""

from __future__ import annotations

import os
import signal
import sys
import time

import fair
from fair import ODD_TURN, Fair, say, write

LONG = 1_000_000
"""Bytes of an overlong line."""
FLOOD = 10_000_000
"""Bytes of a flood of stderr in each turn."""


def hang() -> None:
    """Neither answer nor end, whatever is said."""
    while True:
        time.sleep(60)


class ExitsAtOnce(Fair):
    def start(self) -> None:
        print("no configuration found", file=sys.stderr)
        sys.exit(3)


class ExitsInHandshake(Fair):
    def handshake(self) -> None:
        sys.exit(3)


class ExitsAtTurn(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        print("assertion failed: score < mate", file=sys.stderr)
        sys.exit(3)


class ExitsAfterMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        self.move(number, move)
        sys.exit()


class ExitsAfterResigningEarly(Fair):
    """In one write it moves, and resigns the next turn."""

    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {number} {move}", f"resign {number + 1}")
        sys.exit()


class EndsByUnnamedSignal(Fair):
    """Real-time signals have numbers and no names."""

    def odd_turn(self, number: int, move: str) -> None:
        os.kill(os.getpid(), 40)


class ExitsAfterPart(Fair):
    """Its last line has no end, so it is no line."""

    def odd_turn(self, number: int, move: str) -> None:
        write(f"move {number} {move}".encode())
        sys.exit()


class ClosesStdout(Fair):
    """It lives on."""

    def odd_turn(self, number: int, move: str) -> None:
        os.close(1)
        hang()


class ClosesStderr(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        os.close(2)
        self.move(number, move)


class ClosesStdin(Fair):
    """It answers for the last time, and reads no more."""

    def odd_turn(self, number: int, move: str) -> None:
        os.close(0)
        self.move(number, move)
        hang()


class HangsInHandshake(Fair):
    def handshake(self) -> None:
        hang()


class HangsAtNewgame(Fair):
    def new_game(self, game: str) -> None:
        hang()


class HangsAtSecondNewgame(Fair):
    def new_game(self, game: str) -> None:
        if self.games == 2:
            hang()
        super().new_game(game)


class HangsAtTurn(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        hang()


class Trickles(Fair):
    """A byte a second."""

    def odd_turn(self, number: int, move: str) -> None:
        for byte in f"move {number} {move}\n".encode():
            write(bytes([byte]))
            time.sleep(1)


class TricklesHandshake(Fair):
    def handshake(self) -> None:
        for byte in b"ready\n":
            write(bytes([byte]))
            time.sleep(1)


class FloodsStdout(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        while True:
            write(b"info depth 1 score 0 pv a1 a2 a3 b1 b2 b3\n" * 1000)


class FloodsHandshake(Fair):
    def handshake(self) -> None:
        while True:
            write(b"hello\n" * 1000)


class FloodsEmptyLines(Fair):
    """The cheapest lines to write; in every turn, until it is time to move."""

    def turn(self, number: int, legal: list[str]) -> None:
        end = time.monotonic() + float(self.words[0])
        os.set_blocking(1, False)
        while time.monotonic() < end:
            try:
                os.write(1, b"\n" * 65536)
            except BlockingIOError:
                continue
        os.set_blocking(1, True)
        write(b"\n")
        super().turn(number, legal)


class FloodsStderr(Fair):
    """10 MB in every turn."""

    def turn(self, number: int, legal: list[str]) -> None:
        sys.stderr.write("x" * (FLOOD - 4) + "end\n")
        sys.stderr.flush()
        super().turn(number, legal)


class LongLine(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        write(b"info " + b"x" * LONG + b"\n")
        self.move(number, move)


class LongLineAfterMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        write(f"move {number} {move}\n".encode() + b"x" * LONG + b"\n")


class NoNewline(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        write(f"move {number} {move}".encode())


class Nuls(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        write(b"\0\0\0\n")
        self.move(number, move)


class NulInMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        self.move(number, f"{move}\0")


class InvalidUtf8(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        write(b"info text caf\xe9\n")
        self.move(number, move)


class InvalidUtf8AfterMove(Fair):
    """In the same write as the move."""

    def odd_turn(self, number: int, move: str) -> None:
        write(f"move {number} {move}\ninfo caf".encode() + b"\xe9\n")


class Crlf(Fair):
    def move(self, number: int, move: str) -> None:
        write(f"move {number} {move}\r\n".encode())


class NoMoveInMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {number}")


class MalformedMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        self.move(number, "<b>\x1b[31m\u202epass")


class TwoMoves(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {number} {move}", f"move {number} z99")


class OddNumbers(Fair):
    """None of them is this turn's, though some look like it."""

    def odd_turn(self, number: int, move: str) -> None:
        odd = ("9" * 60_000, "３", f"+{number}", f"{number}.0", "-0", "")
        say(*(f"move {each} z99" for each in odd), f"move {number} {move}")


class PaddedMove(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {' ' * 30_000}{number}{' ' * 30_000}{move}{' ' * 5000}")


class LeavesItsSeatToAChild(Fair):
    """It is gone, and its child answers from then on."""

    def odd_turn(self, number: int, move: str) -> None:
        if os.fork():
            os._exit(0)
        self.move(number, move)


class LastTurnsMove(Fair):
    """It comes late, before this turn's."""

    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {number - 1} z99", f"move {number} {move}")


class LastGamesMove(Fair):
    """It comes late, when the next game is set up."""

    def new_game(self, game: str) -> None:
        if self.games == 2:
            say("move 1 z99", "resign 2")
        super().new_game(game)


class NextTurnsMove(Fair):
    """It comes early, and is no square of the board."""

    def odd_turn(self, number: int, move: str) -> None:
        say(f"move {number} {move}", f"move {number + 1} z99")


class MoveBeforeGo(Fair):
    """Its first move is there before it is asked, and stays its only word in that turn."""

    def new_game(self, game: str) -> None:
        say(f"ready {game}", "move 1 a1")

    def turn(self, number: int, legal: list[str]) -> None:
        if number > 1:
            super().turn(number, legal)


class IgnoresQuit(Fair):
    def quit(self) -> None:
        return


class IgnoresSigterm(Fair):
    """And `quit`, too."""

    def start(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def quit(self) -> None:
        hang()


class SaysLastWords(Fair):
    """It takes its time at `quit`, and writes a file then: the word of its command line."""

    def quit(self) -> None:
        time.sleep(0.2)
        with open(self.words[0], "w") as file:
            file.write("done\n")
        sys.exit()


class NeverReads(Fair):
    """After the handshake and `newgame`."""

    def new_game(self, game: str) -> None:
        super().new_game(game)
        hang()


class MovesOnStderr(Fair):
    """What it says on stderr is no answer, whatever it looks like."""

    def turn(self, number: int, legal: list[str]) -> None:
        print(f"move {number} z99\nresign {number}\nready 1", file=sys.stderr, flush=True)
        super().turn(number, legal)


class PrintsATraceback(Fair):
    """In its handshake, and plays on."""

    def handshake(self) -> None:
        say("Traceback (most recent call last):", '  File "bot.py", line 1', "NameError: name")
        say("name Traceback", "id Traceback", "ready or not", "plays")
        super().handshake()


class StartsForTheCheckAlone(Fair):
    def start(self) -> None:
        if os.environ["ARENA_GAME_ID"] != "0":
            sys.exit(3)


class Resigns(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        say(f"resign {number}")


class BadName(Fair):
    """A name of markup, right-to-left marks, control characters, and 10,000 more."""

    def handshake(self) -> None:
        say("id name <script>alert(1)</script>\u202e\u2066\x1b[31m\x07\x9b" + "n" * 10_000)
        say("id author \u200f\x1b]0;title\x07Mallory", "plays what-the-shell", "want legal")
        say("ready")

    def odd_turn(self, number: int, move: str) -> None:
        say("info text \x1b[2J\u202ecleared")
        print("\x1b[2J\u202ewiped\tand told", file=sys.stderr)
        self.move(number, move)


class Optional(Fair):
    """Declares options of every type, and keeps its promise to take them."""

    def handshake(self) -> None:
        say("option name=depth type=int default=3 min=1 max=9")
        say("option name=book type=bool default=true")
        say("option name=style type=choice default=calm values=calm,wild")
        say("option name=path type=string default=")
        super().handshake()


class DeclaresTooMuch(Fair):
    def handshake(self) -> None:
        say("option name=a\u202eb type=int", f"option name={'n' * 2000} type=string")
        say(*[f"option name=n{number} type=int default=0" for number in range(5000)])
        say("plays \x1b[31mchess", f"plays {'x' * 2000}")
        super().handshake()


class Thinks(Fair):
    """For so many seconds a turn, and says how long it took by its own clock."""

    def turn(self, number: int, legal: list[str]) -> None:
        began = time.monotonic()
        time.sleep(float(self.words[0]))
        say(f"info text {time.monotonic() - began:.6f}")
        super().turn(number, legal)


class Dawdles(Fair):
    """It needs so many seconds to be ready, and again for its game and its first move."""

    def start(self) -> None:
        self.seconds = float(self.words[0])
        time.sleep(self.seconds)

    def new_game(self, game: str) -> None:
        time.sleep(self.seconds)
        super().new_game(game)

    def turn(self, number: int, legal: list[str]) -> None:
        if number == 1:
            time.sleep(self.seconds)
        super().turn(number, legal)


class Awaiting(Fair):
    """Can tell whether it is alone; its words are a file of its own and its opponent's."""

    def await_opponent(self) -> None:
        own, other = self.words[:2]
        open(own, "w").close()
        deadline = time.monotonic() + 5
        while not os.path.exists(other):
            if time.monotonic() > deadline:
                sys.exit("alone")
            time.sleep(0.01)


class AwaitsItsOpponentsStart(Awaiting):
    def start(self) -> None:
        self.await_opponent()


class AwaitsItsOpponentsGame(Awaiting):
    """It is ready for the game when its opponent has heard of it, too."""

    def new_game(self, game: str) -> None:
        self.await_opponent()
        super().new_game(game)


class DeclaresTooLate(Fair):
    """In the same write as its `ready`."""

    def handshake(self) -> None:
        late = ("id name late", "option name=late type=int", "plays veletas", "want legal")
        say("id name fair", "plays what-the-shell", "ready", *late)


class DiesBetweenGames(Fair):
    """The result is the last it hears."""

    def turn(self, number: int, legal: list[str]) -> None:
        super().turn(number, legal)
        if number == ODD_TURN:
            for line in sys.stdin:
                if line.startswith("result"):
                    sys.exit(3)


class BreaksBetweenGames(Fair):
    """After the result it writes what no bot may write."""

    def turn(self, number: int, legal: list[str]) -> None:
        super().turn(number, legal)
        if number == ODD_TURN:
            for line in sys.stdin:
                if line.startswith("result"):
                    write(b"\xff" + b"x" * LONG + b"\n")
                    return


if __name__ == "__main__":
    fair.main(*fair.of(globals()))
