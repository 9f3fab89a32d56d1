"""Talk with one process of a bot, line by line, through the referee's own desk."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, TypeGuard

from arena import wire
from arena.clock import MS, open_account
from arena.examiner.base import Failed
from arena.record import GameSpec
from arena.referee.desk import Answer, Desk, Failure, Trace
from arena.referee.livebot import LiveBot
from arena.rules import dialogue
from arena.rules.retrace import first_state
from engines.base import Move, MoveError, State

if TYPE_CHECKING:
    from arena.examiner.exam import Effort

TURNS = 3
"""Turns that are enough to hear how a bot talks."""
PAUSE = 0.05
"""Seconds in which nothing may come, or what is not due would come."""
Dress = Callable[[str], str]
"""What is done to each line before it is sent."""


def plain(line: str) -> str:
    """The line as it is."""
    return line


class Session:
    """One running bot; what is said to it goes through `dress` first."""

    def __init__(self, bot: LiveBot, effort: Effort, trace: Trace) -> None:
        self.bot = bot
        self.dress: Dress = plain
        self._effort = effort
        self._desk = Desk({0: bot.process.channel}, trace, watchers=bot.process.watchers)
        self._heard: list[wire.BotMessage] = []

    def tell(self, *lines: str) -> None:
        """Send lines that ask for nothing."""
        self._desk.tell(0, self._text(lines))

    def overhear(self, seconds: float, *lines: str) -> list[wire.BotMessage]:
        """Send lines that ask for nothing, and hear what comes nevertheless."""
        self._wait(lines, int(seconds * 1000), lambda message: False)
        return self._heard

    def request(
        self, lines: tuple[str, ...], wanted: Callable[[wire.BotMessage], bool], due: str
    ) -> wire.BotMessage:
        """Send lines and wait for the answer. Raises Failed if none comes."""
        limit = self._effort.startup if due.startswith("ready") else self._effort.patience
        answer = self._wait(lines, limit, wanted)
        if isinstance(answer.content, Failure):
            raise Failed(f"no `{due}` came: {self._reason(answer.content, limit)}")
        return answer.content

    def hang_up(self) -> list[wire.BotMessage]:
        """End the bot's input, and hear what it says then."""
        self.bot.process.channel.hang_up("")
        self._wait((), 1000, lambda message: False)
        return self._heard

    def ends_within(self, seconds: float) -> bool:
        """Whether the process ends so soon."""
        deadline = time.monotonic() + seconds
        while not self.bot.process.ended() and time.monotonic() < deadline:
            self.bot.process.channel.drain()
            time.sleep(0.002)
        return self.bot.process.ended()

    def _wait(
        self, lines: tuple[str, ...], limit: int, wanted: Callable[[wire.BotMessage], bool]
    ) -> Answer:
        self._heard = []

        def listen(_: int, message: wire.BotMessage) -> bool:
            self._heard.append(message)
            return wanted(message)

        return self._desk.ask({0: (self._text(lines), limit * MS)}, listen, {})[0]

    def _text(self, lines: tuple[str, ...]) -> str:
        return "".join([f"{self.dress(line)}\n" for line in lines])

    def _reason(self, failure: Failure, limit: int) -> str:
        if failure.word == "crash":
            self.bot.process.settle()
            return f"its output ended ({self.bot.process.how_it_ended()})"
        return f"nothing within {limit} ms" if failure.word == "timeout" else failure.detail

    def begin(self, spec: GameSpec, seat: int = 1, game_id: str = "1") -> SoloGame:
        """Tell of a game and wait until the bot is ready for it. Raises Failed."""
        opening = wire.encode(dialogue.new_game(spec, seat, game_id))
        ready = wire.Ready(game_id)
        self.request((opening,), lambda message: message == ready, wire.encode(ready))
        return SoloGame(self, spec, seat, game_id)

    def play(self, spec: GameSpec, turns: int) -> None:
        """Begin a game, play some turns, and tell that it is over. Raises Failed."""
        game = self.begin(spec)
        for _ in range(turns):
            game.turn()
        game.finish()


class SoloGame:
    """A game with one bot; the other seat's moves are drawn."""

    def __init__(self, session: Session, spec: GameSpec, seat: int, game_id: str) -> None:
        self._session, self._spec, self._seat, self._id = session, spec, seat, game_id
        self._state: State = first_state(spec)
        self._rng = Random(1)
        self._news: list[str] = []
        self.number = 1
        """The turn that comes next."""

    def position(self) -> tuple[str, ...]:
        """The lines before `go` in the bot's next turn."""
        while self._seat not in self._state.to_move:
            self._advance({})
        lines = [*self._news, wire.encode(wire.Position(str(self._state)))]
        self._news = []
        if self._session.bot.declared.wants_legal:
            lines.append(wire.encode(dialogue.legal(self._state, self._seat)))
        return tuple(lines)

    def go(self) -> tuple[str]:
        """The line that asks for the next move."""
        players = enumerate(self._spec.players, 1)
        accounts = {number: open_account(player.clock) for number, player in players}
        return (wire.encode(dialogue.go(self._spec, self._seat, self.number, accounts)),)

    def turn(self, lines: tuple[str, ...] | None = None) -> None:
        """Ask for the next move, by `lines` or all that are due, and play it. Raises Failed."""
        said = (*self.position(), *self.go()) if lines is None else lines
        number, due = self.number, f"move {self.number} MOVE"
        answer = self._session.request(
            said, lambda message: is_answer(message) and message.turn == number, due
        )
        if isinstance(answer, wire.MoveReply):
            self._advance({self._seat: self._judged(answer.move)})
        else:
            self._advance({})

    def finish(self) -> None:
        """Tell that the game is over: the other seat resigned."""
        scores = (1.0, 0.0) if self._seat == 1 else (0.0, 1.0)
        ending = dialogue.result(self._id, self._seat, "resign", scores)
        self._session.tell(*self._news, wire.encode(ending))

    def _judged(self, text: str) -> Move:
        try:
            return self._state.parse_move(self._seat, text)
        except MoveError as error:
            raise Failed(f"{error.kind} move {error}") from None

    def _advance(self, known: Mapping[int, Move]) -> None:
        """Play a turn; moves that are not known are drawn."""
        state = self._state
        moves = {
            seat: known[seat] if seat in known else state.random_move(seat, self._rng)
            for seat in state.to_move
        }
        self._news.append(wire.encode(wire.Played(self.number, moves)))
        self._state, self.number = state.play(moves), self.number + 1


def is_answer(message: wire.BotMessage) -> TypeGuard[wire.MoveReply | wire.Resign]:
    """Whether a message answers a `go`."""
    return isinstance(message, wire.MoveReply | wire.Resign)
