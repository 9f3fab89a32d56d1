"""What the arena says to a seat: line by line in a game, and the whole of it again from a record.

The referee speaks with these words, and a record told again is made of the same ones, so that
both are one text. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena import wire
from arena.clock import Account, go_terms, open_account
from arena.record import Fault, GameSpec, Record, Reply
from arena.rules.retrace import billed, first_state, steps
from engines.base import Seat, State

_NOT_READY = "no `ready "


def new_game(spec: GameSpec, seat: Seat, game_id: str) -> wire.NewGame:
    """What opens a game; `game_id` is its name within the bot's process."""
    player = spec.players[seat - 1]
    terms = {**dict(spec.variant), **player.clock.terms()}
    return wire.NewGame(game_id, spec.game, seat, player.seed, terms)


def legal(state: State, seat: Seat) -> wire.Legal:
    """What a bot that wants its legal moves is told."""
    return wire.Legal(tuple(state.legal(seat)) if state.lists_moves else None)


def go(spec: GameSpec, seat: Seat, turn: int, accounts: Mapping[Seat, Account]) -> wire.Go:
    """What asks a seat for its move, as the seats' clocks stand."""
    other = rival(spec, seat)
    opponent = accounts[other] if other else None
    return wire.Go(turn, go_terms(spec.players[seat - 1].clock, accounts[seat], opponent))


def rival(spec: GameSpec, seat: Seat) -> Seat | None:
    """The seat whose bank this seat is told, if there is one other that has a bank."""
    players = enumerate(spec.players, 1)
    others = [n for n, player in players if n != seat and player.clock.bank is not None]
    return others[0] if len(others) == 1 else None


def result(game_id: str, seat: Seat, termination: str, scores: tuple[float, ...]) -> wire.Result:
    """What ends a game for a seat."""
    score = scores[seat - 1]
    word = "win" if score > 0.5 else "loss" if score < 0.5 else "draw"
    return wire.Result(game_id, word, termination, scores)


def not_ready(game_id: str, detail: str) -> str:
    """What is said of a seat that was told of a game and was not ready for it."""
    return f"{_NOT_READY}{game_id}` came: {detail}"


def listens(fault: Fault | None) -> bool:
    """Whether a seat with this fault can still be told something."""
    return fault is None or fault.word in ("illegal", "timeout")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a seat was told at once, and what it said to that as far as a record keeps it.

    `turn` is 0 outside of turns; `due` is the answer that is asked for, if any, such as
    `move 3 MOVE`; `state` is the position in which a move was due.
    """

    turn: int
    said: tuple[str, ...]
    replies: tuple[str, ...] = ()
    due: str = ""
    state: State | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """All its lines, marked `>` to the bot and `<` from it, as in a trace."""
        return (*(f"> {line}" for line in self.said), *(f"< {line}" for line in self.replies))


def introduction(record: Record, seat: Seat) -> Iterator[Exchange]:
    """What the seat's bot is told before its first game; a record keeps no handshake."""
    yield Exchange(0, (wire.encode(wire.Hello(wire.VERSION)),))
    options = record.spec.players[seat - 1].bot.options
    if options:
        yield Exchange(0, tuple(wire.encode(wire.SetOption(*option)) for option in options))


def dialogue(
    record: Record, seat: Seat, game_id: str = "1", wants_legal: bool = False
) -> Iterator[Exchange]:
    """The game as the seat heard it, from `newgame` to `result`.

    What a record does not keep is given: the game's name within the bot's process, and whether
    the bot wants its legal moves.
    """
    fault = record.faults[seat - 1]
    if fault and fault.turn == 0 and not fault.detail.startswith(_NOT_READY):
        return
    opening = wire.encode(new_game(record.spec, seat, game_id))
    due = wire.encode(wire.Ready(game_id))
    ready = () if fault and fault.turn == 0 else (due,)
    told = _Retelling(record, seat, wants_legal)
    yield Exchange(0, (opening,), (*ready, *told.infos(0)), due)
    yield from told.turns()
    if listens(fault) and not record.is_void:
        last = wire.encode(result(game_id, seat, record.termination, record.scores))
        yield Exchange(0, (*told.news(), last))


class _Retelling:
    """One seat's turns, with what it has heard and where the clocks stand."""

    def __init__(self, record: Record, seat: Seat, wants_legal: bool) -> None:
        self._record, self._seat, self._wants_legal = record, seat, wants_legal
        self._played: list[str] = []
        self._heard = 0
        self._infos = [info for info in record.infos if info.seat == seat]
        self._told = 0
        players = enumerate(record.spec.players, 1)
        self._accounts = {number: open_account(player.clock) for number, player in players}

    def turns(self) -> Iterator[Exchange]:
        state = first_state(self._record.spec)
        for step in steps(self._record):
            yield from self._asked(step.before, step.turn, step.replies)
            self._bill(step.replies)
            self._played.append(wire.encode(wire.Played(step.turn, step.moves)))
            state = step.after
        yield from self._asked(state, len(self._played) + 1, self._record.last_replies)

    def news(self) -> list[str]:
        """The turns that the seat has not heard of yet."""
        news = self._played[self._heard :]
        self._heard = len(self._played)
        return news

    def infos(self, turn: int) -> list[str]:
        """The seat's `info` lines up to a turn, those that were told already left out."""
        first = self._told
        while self._told < len(self._infos) and self._infos[self._told].turn <= turn:
            self._told += 1
        return [wire.encode(wire.Info(info.text)) for info in self._infos[first : self._told]]

    def _asked(self, state: State, turn: int, replies: tuple[Reply, ...]) -> Iterator[Exchange]:
        for reply in replies:
            if reply.seat == self._seat and reply.used is not None:
                said = [*self.news(), wire.encode(wire.Position(str(state)))]
                if self._wants_legal:
                    said.append(wire.encode(legal(state, self._seat)))
                said.append(wire.encode(go(self._record.spec, self._seat, turn, self._accounts)))
                answers = (*self.infos(turn), *self._answer(turn, reply))
                yield Exchange(turn, tuple(said), answers, f"move {turn} MOVE", state)

    def _answer(self, turn: int, reply: Reply) -> tuple[str, ...]:
        if reply.move:
            return (wire.encode(wire.MoveReply(turn, reply.move)),)
        return (wire.encode(wire.Resign(turn)),) if self._resigned() else ()

    def _resigned(self) -> bool:
        """Whether the seat, which gave no move in the last turn, said so: a late answer that was
        excused is as empty, and no fault either."""
        record, number = self._record, self._seat - 1
        if record.termination == "resign":
            return record.scores[number] < 1
        return record.termination == "double-fault" and record.faults[number] is None

    def _bill(self, replies: tuple[Reply, ...]) -> None:
        for reply in replies:
            clock = self._record.spec.players[reply.seat - 1].clock
            self._accounts[reply.seat] = billed(clock, self._accounts[reply.seat], reply)
