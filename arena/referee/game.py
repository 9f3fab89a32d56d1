"""The referee: plays one game between running bots and says what happened.

It knows the reference engines, the wire, clocks and bots, and no tournament. A turn: write to
every seat that moves, wait until each has answered or failed, judge all answers together with
the reference engine, apply them together. Nothing of a move reaches a seat before that.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence

from arena import wire
from arena.clock import MS, budget, open_account
from arena.printable import printable
from arena.record import VOID, Fault, GameSpec, Noise, Record, Reply
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
        failures = self._set_up(self._start(self._seats.values(), faults))
        # What a bot did after its last game is no fault in this one: start it anew.
        if stale := [self._seats[n] for n, why in failures.items() if self._is_stale(n, why)]:
            self._bots.discard(*[seat.player.bot for seat in stale])
            for seat in stale:
                del failures[seat.number]
            failures |= self._set_up(self._start(stale, faults))
        for number, failure in failures.items():
            seat = self._seats[number]
            seat.stderr = self._last_words(seat)
            word = "protocol" if failure.word == "protocol" else "startup"
            faults[number] = Fault(word, 0, dialogue.not_ready(seat.game_id, failure.detail))
        return lost_by(len(self._seats), faults, ()) if faults else None

    def _start(self, seats: Collection[Seat], faults: dict[int, Fault]) -> list[Seat]:
        """The seats whose bots run, started if need be; why the others don't goes to `faults`."""
        for seat in seats:
            self._bots.begin(seat.player.bot, self._spec.id, seat.number)
        running = []
        for seat in seats:
            seat.bot = None
            try:
                seat.bot = self._take(seat)
                running.append(seat)
            except BotUnusable as error:
                seat.stderr = error.stderr
                faults[seat.number] = Fault("startup", 0, str(error))
        return running

    def _take(self, seat: Seat) -> LiveBot:
        trace, player = self._trace, seat.player

        def tell(_: int, direction: str, line: str) -> None:
            if trace:
                trace(seat.number, direction, line)

        told, startup = tell if trace else None, player.clock.startup
        return self._bots.take(player.bot, startup, self._spec.id, seat.number, told)

    def _set_up(self, seats: Collection[Seat]) -> dict[int, Failure]:
        """Tell the bots of these seats of the game; why those are not ready that are not."""
        asked = {seat.number: self._invitation(seat) for seat in seats}
        answers = self._new_desk().ask(asked, self._hearing, {})
        contents = {number: answer.content for number, answer in answers.items()}
        return {n: content for n, content in contents.items() if isinstance(content, Failure)}

    def _invitation(self, seat: Seat) -> tuple[str, int]:
        """The line that opens the game for a seat, and the nanoseconds it has to get ready."""
        assert seat.bot
        seat.game_id = seat.bot.next_game()
        self._hearing.expect_ready(seat.number, seat.game_id)
        line = wire.encode(dialogue.new_game(self._spec, seat.number, seat.game_id))
        return f"{line}\n", seat.player.clock.startup * MS

    def _is_stale(self, number: int, failure: Failure) -> bool:
        """Whether a seat's bot failed for what it did after an earlier game."""
        bot = self._seats[number].bot
        return bot is not None and bot.games > 1 and failure.word in ("crash", "protocol")

    def _new_desk(self, witness: Witness | None = None) -> Desk:
        """A desk for all seats whose bots run."""
        processes = {n: seat.bot.process for n, seat in self._seats.items() if seat.bot}
        channels = {number: process.channel for number, process in processes.items()}
        watchers = [watch for process in processes.values() for watch in process.watchers]
        return Desk(channels, self._trace, witness, watchers)

    # Turn by turn

    def _play_turns(self) -> Verdict:
        pids = {n: seat.bot.process.pid for n, seat in self._seats.items() if seat.bot}
        pondering = [n for n, seat in self._seats.items() if seat.player.bot.ponder]
        witness = self._witness = Witness(pids, pondering)
        desk = self._desk = self._new_desk(witness)
        while True:
            if outcome := self._state.outcome:
                return by_outcome(outcome)
            if len(self._turns) >= self._spec.turn_limit:
                return by_turn_limit(len(self._seats))
            movers = self._state.to_move
            if verdict := self._judge(movers, self._ask(desk, movers)):
                return verdict

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
        desk = self._desk or self._new_desk()
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
