"""The referee: plays one game between running bots and says what happened.

It knows the reference engines, the wire, clocks and bots, and no tournament. A turn: write to
every seat that moves, wait until each has answered or failed, judge all answers together with
the reference engine, apply them together. Nothing of a move reaches a seat before that.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from arena import wire
from arena.clock import MS, budget, open_account
from arena.printable import printable
from arena.record import VOID, Fault, GameSpec, Noise, Record, Reply
from arena.referee.channel import Channel
from arena.referee.desk import Answer, Desk, Failure, Trace
from arena.referee.evidence import EXCUSE, Witness
from arena.referee.hearing import Hearing
from arena.referee.livebot import BotUnusable, LiveBot
from arena.referee.process import HostFailed
from arena.referee.seat import Seat
from arena.referee.verdict import (
    Excuse,
    Verdict,
    by_failures,
    by_outcome,
    by_turn_limit,
    lost_by,
    spoilt,
)
from arena.referee.warm import WarmBots
from arena.rules import dialogue
from arena.rules.retrace import first_state
from engines.base import Move, MoveError

MAX_MOVE = 100
"""Signs of an answer that are kept if it is no legal move."""


def play(spec: GameSpec, bots: WarmBots, trace: Trace | None = None) -> Record:
    """Play one game. Bots that committed a fault are restarted before their next game.

    `trace` is told every line of the game as it is sent or read.
    """
    return _Game(spec, bots, trace).play()


class _Game:
    def __init__(self, spec: GameSpec, bots: WarmBots, trace: Trace | None) -> None:
        self._spec = spec
        self._bots = bots
        self._trace = trace
        self._seats = {
            number: Seat(number, player, open_account(player.clock), steady=player.clock.steady)
            for number, player in enumerate(spec.players, 1)
        }
        for seat in self._seats.values():
            seat.rival = self._seats.get(dialogue.rival(spec, seat.number) or 0)
        self._hearing = Hearing()
        self._witness: Witness | None = None
        self._desk: Desk | None = None
        self._state = first_state(spec)
        self._turns: list[tuple[Reply, ...]] = []
        self._played: list[str] = []
        self._last_replies: tuple[Reply, ...] = ()

    def play(self) -> Record:
        started, clock = time.time(), time.monotonic()
        self._bots.sweep()
        self._play_opening()
        try:
            verdict = self._seat_bots() or self._play_turns()
        except HostFailed as error:
            verdict = spoilt(len(self._seats), str(error))
        self._announce(verdict)
        self._dismiss(verdict)
        numbers = sorted(self._seats)
        return Record(
            spec=self._spec,
            scores=verdict.scores,
            termination=verdict.termination,
            faults=verdict.faults,
            turns=tuple(self._turns),
            last_replies=self._last_replies,
            infos=tuple(self._hearing.infos),
            stderr=tuple(self._seats[number].stderr for number in numbers),
            noise=tuple(self._noise(number) for number in numbers),
            final=str(self._state),
            started=started,
            seconds=time.monotonic() - clock,
            void_reason=verdict.void_reason,
        )

    # Before the first turn

    def _play_opening(self) -> None:
        for joint in self._spec.opening:
            moves = {seat: self._state.parse_move(seat, text) for seat, text in joint}
            self._apply(moves, tuple(Reply(seat, move, None) for seat, move in moves.items()))

    def _seat_bots(self) -> Verdict | None:
        """Start the bots and tell them of the game; a verdict if any of them is not ready."""
        faults: dict[int, Fault] = {}
        for seat in self._seats.values():
            self._bots.begin(seat.player.bot, self._spec.id, seat.number)
        for seat in self._seats.values():
            if fault := self._seat_bot(seat):
                faults[seat.number] = fault
        return lost_by(len(self._seats), faults, ()) if faults else None

    def _seat_bot(self, seat: Seat) -> Fault | None:
        try:
            bot = self._take(seat)
            was_warm = bot.games > 0
            failure = self._set_up(seat, bot)
            if failure and failure.word in ("crash", "protocol") and was_warm:
                # What it did after its last game is no fault in this one: start it anew.
                self._bots.discard(bot.spec)
                bot = self._take(seat)
                failure = self._set_up(seat, bot)
        except BotUnusable as error:
            seat.stderr = error.stderr
            return Fault("startup", 0, str(error))
        if failure is None:
            return None
        word = "protocol" if failure.word == "protocol" else "startup"
        seat.stderr = self._last_words(seat)
        return Fault(word, 0, dialogue.not_ready(seat.game_id, failure.detail))

    def _take(self, seat: Seat) -> LiveBot:
        trace, player = self._trace, seat.player

        def tell(_: int, direction: str, line: str) -> None:
            if trace:
                trace(seat.number, direction, line)

        seat.bot = None
        seat.bot = self._bots.take(
            player.bot, player.clock.startup, self._spec.id, seat.number, tell if trace else None
        )
        return seat.bot

    def _set_up(self, seat: Seat, bot: LiveBot) -> Failure | None:
        seat.game_id = bot.next_game()
        line = wire.encode(dialogue.new_game(self._spec, seat.number, seat.game_id))
        self._hearing.expect_ready(seat.number, seat.game_id)
        channels = {seat.number: bot.process.channel}
        desk = Desk(channels, self._trace, watchers=bot.process.watchers)
        asked = {seat.number: (line + "\n", seat.player.clock.startup * MS)}
        content = desk.ask(asked, self._hearing, {})[seat.number].content
        return content if isinstance(content, Failure) else None

    # Turn by turn

    def _play_turns(self) -> Verdict:
        processes = {n: seat.bot.process for n, seat in self._seats.items() if seat.bot}
        pids = {number: process.pid for number, process in processes.items()}
        pondering = [n for n, seat in self._seats.items() if seat.player.bot.ponder]
        witness = self._witness = Witness(pids, pondering)
        watchers = [watch for process in processes.values() for watch in process.watchers]
        desk = self._desk = Desk(self._channels(), self._trace, witness, watchers)
        while True:
            if outcome := self._state.outcome:
                return by_outcome(outcome)
            if len(self._turns) >= self._spec.turn_limit:
                return by_turn_limit(len(self._seats))
            movers = self._state.to_move
            if verdict := self._judge(movers, self._ask(desk, movers)):
                return verdict

    def _channels(self) -> dict[int, Channel]:
        return {n: seat.bot.process.channel for n, seat in self._seats.items() if seat.bot}

    @property
    def _turn(self) -> int:
        return len(self._turns) + 1

    def _ask(self, desk: Desk, movers: Sequence[int]) -> dict[int, Answer]:
        turn, asked = self._turn, {}
        position = f"{wire.state_line(str(self._state))}\n"
        for number in movers if turn % 2 else reversed(movers):
            seat = self._seats[number]
            legal = self._legal(seat) if seat.wants_legal else ""
            text = f"{seat.news(self._played)}{position}{legal}{seat.go(turn)}"
            asked[number] = (text, seat.allowance)
        return desk.ask(asked, self._hearing, self._hearing.expect_moves(turn, movers))

    def _legal(self, seat: Seat) -> str:
        return wire.encode(dialogue.legal(self._state, seat.number)) + "\n"

    def _judge(self, movers: Sequence[int], answers: Mapping[int, Answer]) -> Verdict | None:
        """Judge all answers together; apply them if all are legal, else say how it ended."""
        moves: dict[int, Move] = {}
        failed: dict[int, Fault | Excuse | None] = {}
        replies = []
        for number in movers:
            answer = answers[number]
            ruled = self._rule(self._seats[number], answer)
            if isinstance(ruled, str):
                moves[number] = ruled
            else:
                failed[number] = ruled
            replies.append(_reply(number, answer, number in moves))
        if failed:
            self._last_replies = tuple(replies)
            return by_failures(len(self._seats), failed)
        self._apply(moves, tuple(replies))
        return None

    def _rule(self, seat: Seat, answer: Answer) -> Move | Fault | Excuse | None:
        """The move that a seat has answered, or its fault or excuse; None if it resigns."""
        content = answer.content
        in_time = seat.charge(answer.used)
        if not in_time or not isinstance(content, wire.MoveReply) or not content.move:
            return _excuse(seat, answer) or self._fault(seat, answer, in_time)
        try:
            return self._state.parse_move(seat.number, content.move)
        except MoveError as error:
            return Fault("illegal", self._turn, f"{error.kind} move {error}")

    def _fault(self, seat: Seat, answer: Answer, in_time: bool) -> Fault | None:
        """What is wrong with an answer that holds no move in time; None if it resigns in time."""
        content = answer.content
        failed = content.word if isinstance(content, Failure) else None
        if failed == "crash":
            return Fault("crash", self._turn, self._how_it_crashed(seat))
        if failed == "timeout" or not (failed or in_time):
            return Fault("timeout", self._turn, _how_late(seat, answer))
        if isinstance(content, Failure):
            return Fault(content.word, self._turn, content.detail)
        if isinstance(content, wire.MoveReply):
            return Fault("protocol", self._turn, f"no move in `move {content.turn}`")
        return None

    def _apply(self, moves: Mapping[int, Move], replies: tuple[Reply, ...]) -> None:
        self._played.append(wire.played_line(self._turn, moves) + "\n")
        self._turns.append(replies)
        self._state = self._state.play(moves)

    # After the last turn

    def _noise(self, number: int) -> Noise:
        return self._hearing.noise(number, self._witness.freezes[number] if self._witness else 0)

    def _announce(self, verdict: Verdict) -> None:
        """Tell every living seat what it has not heard yet, and the result."""
        if self._witness:
            self._witness.release()
        if verdict.termination == VOID:
            return
        desk = self._desk or Desk(self._channels(), self._trace)
        for seat in self._seats.values():
            if seat.bot is None or not dialogue.listens(verdict.faults[seat.number - 1]):
                continue
            ending = (verdict.termination, verdict.scores)
            line = wire.encode(dialogue.result(seat.game_id, seat.number, *ending))
            desk.tell(seat.number, f"{seat.news(self._played)}{line}\n")

    def _dismiss(self, verdict: Verdict) -> None:
        """Keep each seat's stderr, and end the bots that committed a fault."""
        finished = []
        for seat in self._seats.values():
            if seat.bot is not None:
                seat.stderr = seat.stderr or self._last_words(seat)
            if verdict.faults[seat.number - 1] or verdict.termination == VOID:
                finished.append(seat.player.bot)
        self._bots.discard(*finished)

    def _how_it_crashed(self, seat: Seat) -> str:
        assert seat.bot
        seat.bot.process.settle()
        return f"its output ended before an answer ({seat.bot.process.how_it_ended()})"

    def _last_words(self, seat: Seat) -> str:
        assert seat.bot
        seat.bot.process.channel.read_errors()
        return seat.bot.process.channel.take_stderr()


def _reply(number: int, answer: Answer, legal: bool) -> Reply:
    """What is kept of an answer; one that is not legal may hold anything."""
    content, used, _ = answer
    move = content.move if isinstance(content, wire.MoveReply) else ""
    # A tuple made from its fields at once takes half the time of a call of Reply.
    return tuple.__new__(Reply, (number, move if legal else printable(move, MAX_MOVE), used))


def _excuse(seat: Seat, answer: Answer) -> Excuse | None:
    """That a late answer is the host's doing, if it is: others held the processors for at least
    as long as the answer was late."""
    over = answer.used - budget(seat.player.clock, seat.account)
    if answer.starvation is None or over <= 0:
        return None
    if answer.starvation.by_others < max(over, EXCUSE):
        return None
    late = f"{seat.player.bot.name} was {over / MS:.0f} ms late"
    return Excuse(f"{late}, but {answer.starvation}")


def _how_late(seat: Seat, answer: Answer) -> str:
    clock = seat.player.clock
    allowed = budget(clock, seat.account) // MS
    late = "no answer came" if isinstance(answer.content, Failure) else "the answer came late"
    bill = f"{answer.used / MS:.1f} ms used of {allowed} ms (and {clock.margin} ms margin)"
    return f"{late}: {bill}" + (f"; {answer.starvation}" if answer.starvation else "")
