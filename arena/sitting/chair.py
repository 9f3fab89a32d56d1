"""The house's end of a person's seat: speaks the bot's side of the protocol for the person."""

from __future__ import annotations

import secrets
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena import wire
from arena.record import BotSpec
from engines.base import Seat

SEAT = Path(__file__).with_name("seat.py")
News = wire.Played | wire.Go
"""What a table is to hear of a game: turns that were played, and that a move is due."""


class Chair:
    """One person's seat in one game. `hear` is told the seat's news, from a thread of its own."""

    def __init__(
        self, seat: Seat, name: str, game: str, hear: Callable[[Seat, News], None]
    ) -> None:
        self.seat, self.name = seat, name
        self.key = secrets.token_urlsafe(16)
        self._game, self._hear = game, hear
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None
        self._early: list[wire.BotMessage] | None = []
        self._left = False

    def bot(self, door: Path) -> BotSpec:
        """What the referee starts: a seat that comes through this door."""
        command = (sys.executable, "-P", str(SEAT), str(door), self.key)
        return BotSpec(self.name, command, str(SEAT.parent))

    def attend(self, connection: socket.socket) -> None:
        """Answer the referee until the game or the connection ends. Who comes after the first is
        shown the door: a key that was overheard opens nothing."""
        with self._lock:
            refused = self._left or self._connection is not None
            self._connection = self._connection or connection
        with connection, connection.makefile("rb") as lines:
            if refused:
                return
            with suppress(OSError):
                for line in lines:
                    message = wire.parse_arena(line.decode(errors="replace"))
                    if isinstance(message, wire.Quit | wire.Result):
                        return
                    self._take(message)

    def move(self, turn: int, move: str) -> None:
        """Answer a turn; before it is asked for will do, too."""
        self._answer(wire.MoveReply(turn, move))

    def resign(self, turn: int) -> None:
        """Resign in a turn."""
        self._answer(wire.Resign(turn))

    def leave(self) -> None:
        """Let the seat's process end."""
        with self._lock:
            self._left = True
            if self._connection:
                with suppress(OSError):
                    self._connection.shutdown(socket.SHUT_RDWR)

    def _take(self, message: wire.ArenaMessage) -> None:
        match message:
            case wire.Hello():
                self._say(wire.Id("name", self.name), wire.Plays(self._game), wire.Ready(None))
            case wire.NewGame(id=game_id):
                self._begin(wire.Ready(game_id))
            case wire.Ping(token):
                self._say(wire.Pong(token))
            case wire.Played() | wire.Go():
                self._hear(self.seat, message)

    def _begin(self, ready: wire.Ready) -> None:
        """Say `ready`, and what the person has answered before: until now it would be dropped."""
        with self._lock:
            early, self._early = self._early or [], None
            self._send(ready, *early)

    def _answer(self, message: wire.BotMessage) -> None:
        with self._lock:
            if self._early is None:
                self._send(message)
            else:
                self._early.append(message)

    def _say(self, *messages: wire.BotMessage) -> None:
        with self._lock:
            self._send(*messages)

    def _send(self, *messages: wire.BotMessage) -> None:
        text = "".join(f"{wire.encode(message)}\n" for message in messages)
        if self._connection:
            with suppress(OSError):
                self._connection.sendall(text.encode())
