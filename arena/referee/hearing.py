"""What a seat's messages mean at this moment of a game: an answer, news, or noise."""

from __future__ import annotations

from collections.abc import Iterable

from arena.printable import printable
from arena.record import Info, Noise
from arena.wire import BotMessage, MoveReply, Ready, Resign
from arena.wire import Info as InfoMessage

EARLY_ANSWERS = 64
"""Answers to turns yet to come that are kept for a seat."""
INFO_SIGNS = 64 * 1024
"""Signs of a seat's first `info` lines, their ends included, that are kept in a game."""
_ANSWERS = (MoveReply, Resign)


class Hearing:
    """Hears every message of one game; called by the desk for each (seat, message)."""

    def __init__(self) -> None:
        self.infos: list[Info] = []
        self._turn = 0
        self._awaited: set[int] = set()
        self._ready: dict[int, Ready] = {}
        self._early: dict[int, dict[int, BotMessage]] = {}
        self._info_room: dict[int, int] = {}
        self._unknown: dict[int, int] = {}
        self._stale: dict[int, int] = {}

    def expect_ready(self, seat: int, game_id: str) -> None:
        """Drop all that the seat says before `ready G`."""
        self._ready[seat] = Ready(game_id)

    def expect_moves(self, turn: int, seats: Iterable[int]) -> dict[int, BotMessage]:
        """Take the next answers as those to `turn`; returns the answers that are there already."""
        self._turn = turn
        self._awaited = set(seats)
        return self._there() if self._early else {}

    def _there(self) -> dict[int, BotMessage]:
        """The awaited answers that came early, not awaited any more; the others whose turn this
        is, or was, are stale."""
        turn, there = self._turn, {}
        for seat, early in self._early.items():
            if seat in self._awaited and turn in early:
                there[seat] = early.pop(turn)
                self._awaited.discard(seat)
            for passed in [number for number in early if number <= turn]:
                del early[passed]
                self._count_stale(seat)
        return there

    def noise(self, seat: int, frozen: int) -> Noise:
        """What the seat has said to no purpose, and how often it was `frozen`."""
        return Noise(self._unknown.get(seat, 0), self._stale.get(seat, 0), frozen)

    def __call__(self, seat: int, message: BotMessage) -> bool:
        """Hear a message; returns whether it is the answer that was expected of the seat."""
        if isinstance(message, _ANSWERS):
            if message.turn == self._turn and seat in self._awaited:
                self._awaited.discard(seat)
                return True
            if seat not in self._ready:
                self._keep_answer(seat, message)
        elif seat in self._ready:
            return self._hear_before_ready(seat, message)
        elif isinstance(message, InfoMessage):
            self._keep_info(seat, message.text)
        else:
            self._unknown[seat] = self._unknown.get(seat, 0) + 1
        return False

    def _hear_before_ready(self, seat: int, message: BotMessage) -> bool:
        if message != self._ready[seat]:
            return False
        del self._ready[seat]
        return True

    def _keep_answer(self, seat: int, answer: MoveReply | Resign) -> None:
        """Keep the first answer to a turn yet to come; any other is stale."""
        early = self._early.get(seat, {})
        if answer.turn <= self._turn or answer.turn in early or len(early) >= EARLY_ANSWERS:
            self._count_stale(seat)
        else:
            self._early.setdefault(seat, early)[answer.turn] = answer

    def _count_stale(self, seat: int) -> None:
        self._stale[seat] = self._stale.get(seat, 0) + 1

    def _keep_info(self, seat: int, text: str) -> None:
        """Keep a line if all before it were kept, and there is room."""
        room = self._info_room.get(seat, INFO_SIGNS) - len(text) - 1
        if room >= 0:
            self._info_room[seat] = room
            self.infos.append(Info(self._turn, seat, printable(text)))
        else:
            self._info_room[seat] = 0
