"""A recorded game's exact lines, sent to a bot outside any tournament, without clocks."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from arena import wire
from arena.clock import MS
from arena.errors import ArenaError
from arena.record import BotSpec, Record
from arena.referee.desk import Answer, Desk, Failure
from arena.referee.hearing import Hearing
from arena.referee.livebot import BotUnusable, close, launch, variables
from arena.rules.dialogue import Exchange, dialogue, introduction
from arena.words import any_of
from engines.base import MoveError, Seat

NOTHING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Compared:
    """A bot's answer to recorded lines beside the recorded one, the nanoseconds that it took, and
    what there is to say against it."""

    exchange: Exchange
    recorded: str
    answer: str
    used: int
    complaint: str = ""

    @property
    def same(self) -> bool:
        """Whether the bot says what was said then."""
        return self.answer == self.recorded


def choose_seat(record: Record, name: str) -> Seat:
    """The seat that is meant where none is said: that of the bot of this name, if it has one or
    the other; of the seats that are left one that failed, or else did not win, or the first."""
    seats = range(1, len(record.spec.players) + 1)
    left = [seat for seat in seats if record.spec.bots[seat - 1] == name] or list(seats)
    failed = [seat for seat in left if record.faults[seat - 1]]
    beaten = [seat for seat in left if record.scores[seat - 1] < 1]
    return (failed or beaten or left)[0]


class Feeding:
    """A bot that is fed one seat's lines of a game, up to a turn if one is given; in a `with`
    block. It gets the options that the seat's bot had. Raises ArenaError if it cannot.
    """

    def __init__(self, bot: BotSpec, record: Record, seat: Seat, until: int | None = None) -> None:
        self._record, self._seat = record, seat
        _check(record, seat, until)
        self._spec = replace(bot, options=record.spec.players[seat - 1].bot.options)
        startup = record.spec.players[seat - 1].clock.startup
        try:
            self._bot = launch(self._spec, variables(record.spec.id, seat), startup)
        except BotUnusable as error:
            stderr = "".join(f"\n  | {line}" for line in error.stderr.rstrip().splitlines())
            raise ArenaError(f"bot {bot.name} cannot be fed: {error}{stderr}") from None
        try:
            told = dialogue(record, seat, wants_legal=self._bot.declared.wants_legal)
            self._exchanges = [each for each in told if until is None or _is_up_to(each, until)]
        except BaseException:
            close([self._bot])
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        close([self._bot])

    @property
    def text(self) -> str:
        """All that the bot is to be sent, from `arena` to `quit`."""
        told = (*introduction(self._record, self._seat), *self._exchanges)
        lines = [line for exchange in told for line in exchange.said]
        return "".join([f"{line}\n" for line in (*lines, wire.encode(wire.Quit()))])

    @property
    def command(self) -> str:
        """The bot's command line for a shell."""
        return f"cd {shlex.quote(self._spec.folder)} && {shlex.join(self._spec.command)}"

    def stderr(self) -> str:
        """What the bot has written to stderr since it was last asked."""
        self._bot.process.channel.read_errors()
        return self._bot.process.channel.take_stderr()

    def compare(self, patience: int) -> Iterator[Compared]:
        """Send the lines, each as soon as the answer before it is there, and tell the answers.

        No clock is kept; an answer that has not come after `patience` milliseconds ends it.
        """
        process = self._bot.process
        desk = Desk({self._seat: process.channel}, watchers=process.watchers)
        hearing = Hearing()
        for exchange in self._exchanges:
            text = "".join([f"{line}\n" for line in exchange.said])
            if not exchange.due:
                desk.tell(self._seat, text)
                continue
            early: dict[Seat, wire.BotMessage] = {}
            if exchange.turn:
                early = hearing.expect_moves(exchange.turn, (self._seat,))
            else:
                hearing.expect_ready(self._seat, exchange.due.split(" ")[1])
            answer = desk.ask({self._seat: (text, patience * MS)}, hearing, early)[self._seat]
            yield self._compared(exchange, answer)
            if isinstance(answer.content, Failure):
                return

    def _compared(self, exchange: Exchange, answer: Answer) -> Compared:
        recorded = next((line for line in exchange.replies if _answers(line)), NOTHING)
        content = answer.content
        if isinstance(content, Failure):
            complaint = (
                content.detail if content.word == "timeout" else self._how_it_failed(content)
            )
            return Compared(exchange, recorded, NOTHING, answer.used, complaint)
        said = wire.encode(content)
        return Compared(exchange, recorded, said, answer.used, self._complaint(exchange, content))

    def _how_it_failed(self, failure: Failure) -> str:
        if failure.word != "crash":
            return failure.detail
        self._bot.process.settle()
        return f"{failure.detail} ({self._bot.process.how_it_ended()})"

    def _complaint(self, exchange: Exchange, content: wire.BotMessage) -> str:
        if exchange.state is not None and isinstance(content, wire.MoveReply):
            try:
                exchange.state.parse_move(self._seat, content.move)
            except MoveError as error:
                return f"{error.kind} move {error}"
        return ""


def _check(record: Record, seat: Seat, until: int | None) -> None:
    seats = [str(number) for number in range(1, len(record.spec.players) + 1)]
    if str(seat) not in seats:
        raise ArenaError(f"no seat {seat}: game {record.spec.id} has seats {any_of(seats)}")
    last = len(record.turns) + bool(record.last_replies)
    if until is not None and not 1 <= until <= last:
        raise ArenaError(f"no turn {until}: game {record.spec.id} has turns 1 to {last}")


def _is_up_to(exchange: Exchange, until: int) -> bool:
    """Whether the lines belong to turns up to that one."""
    return bool(exchange.due) and exchange.turn <= until


def _answers(line: str) -> bool:
    return isinstance(wire.parse_bot(line), wire.Ready | wire.MoveReply | wire.Resign)
