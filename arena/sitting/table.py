"""A table: one game between seats that are people or bots, and what each viewer may know of it.

While several seats decide at the same moment, nothing that one of them does reaches anybody
else: not the others' sights, and no call of their listeners. The one exception is the word
that a person waits, at a table that was made to show it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import engines
from arena import wire
from arena.clock import MS, open_account
from arena.errors import ArenaError
from arena.plan.tournament import Contest
from arena.rules.retrace import steps
from arena.sitting.chair import Chair, News
from arena.sitting.sight import Dial, Ending, Person, Played, Sight, Sitter
from engines.base import MoveError, Seat, State

RESIGNS = "resign"
"""Stands, where a move is sealed, for resigning."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """When a seat's move was asked for, and how its clock stood then."""

    turn: int
    terms: Mapping[str, int]
    at: float


Listener = Callable[[], None]


class Table:
    """A game of `contest` between `sitters`, in seat order."""

    def __init__(self, contest: Contest, sitters: tuple[Sitter, ...], shows_waiting: bool) -> None:
        self.contest = contest
        self.shows_waiting = shows_waiting
        self.touched = time.monotonic()
        self._sitters = list(sitters)
        self._game = engines.load(contest.game)
        self._first = self._game.start(**dict(contest.variant))
        self._state = self._first
        self._played: list[Played] = []
        self._chairs: dict[Seat, Chair] = {}
        self._sealed: dict[Seat, str] = {}
        self._asked: dict[Seat, _Asked] = {}
        self._resigning: set[Seat] = set()
        self._ending: Ending | None = None
        self._listeners: dict[Listener, Seat | None] = {}
        self._lock = threading.RLock()

    # Sitting down

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who plays, in seat order."""
        return tuple(self._sitters)

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats whose person has not come yet."""
        return tuple(seat for seat, sitter in enumerate(self._sitters, 1) if not sitter.name)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._ending is not None

    def sit(self, seat: Seat, name: str) -> None:
        """Let a person take a vacant seat. Raises ArenaError for a seat or a name that is taken."""
        with self._lock:
            sitter = self._sitters[seat - 1]
            if sitter.name or not isinstance(sitter, Person):
                raise ArenaError(f"seat {seat} is taken")
            if name in (other.name for other in self._sitters):
                raise ArenaError(f"{name} sits at this table already: choose another name")
            self._sitters[seat - 1] = Person(name, sitter.clock)

    def chairs(self) -> tuple[Chair, ...]:
        """The people's chairs, made when this is first called."""
        with self._lock:
            if not self._chairs:
                for seat, sitter in enumerate(self._sitters, 1):
                    if isinstance(sitter, Person):
                        game = self.contest.game
                        self._chairs[seat] = Chair(seat, sitter.name, game, self._hear)
                self._tell()
            return tuple(self._chairs.values())

    # What people do

    def move(self, seat: Seat, turn: int, text: str) -> None:
        """Seal a person's move. Raises ArenaError for what cannot be: it never gets further."""
        with self._lock:
            self._demand_turn(seat, turn)
            try:
                move = self._state.parse_move(seat, text)
            except MoveError as error:
                raise ArenaError(f"{error.kind} move {error}") from None
            self._sealed[seat] = move
            self._chairs[seat].move(turn, move)
            if self._state.to_move == (seat,):
                self._resolve(turn, {seat: move})
            else:
                self._tell(None if self.shows_waiting else seat)

    def resign(self, seat: Seat) -> None:
        """Resign as soon as the seat is to move, which may be now."""
        with self._lock:
            if not self._chairs or self._ending:
                raise ArenaError("there is no game to resign")
            if seat in self._state.to_move and seat not in self._sealed:
                self._give_up(seat)
            else:
                self._resigning.add(seat)
            self._tell(None if self.shows_waiting else seat)

    def position(self, seat: Seat, turn: int) -> State:
        """The position in which a person decides. Raises ArenaError if that is not now."""
        with self._lock:
            self._demand_turn(seat, turn)
            return self._state

    def _demand_turn(self, seat: Seat, turn: int) -> None:
        if not self._chairs:
            raise ArenaError("the game has not begun: a seat is vacant")
        if self._ending:
            raise ArenaError("the game is over")
        if turn != len(self._played) + 1:
            raise ArenaError(f"found turn {turn}, expected turn {len(self._played) + 1}")
        if seat in self._sealed:
            raise ArenaError(f"you have moved in turn {turn} already")
        if seat not in self._state.to_move:
            raise ArenaError("it is not your turn")

    def _give_up(self, seat: Seat) -> None:
        self._sealed[seat] = RESIGNS
        self._chairs[seat].resign(len(self._played) + 1)

    # What the referee says

    def _hear(self, seat: Seat, news: News) -> None:
        with self._lock:
            if isinstance(news, wire.Played):
                self._resolve(news.turn, news.moves)
            else:
                self._ask(seat, news)

    def _resolve(self, turn: int, moves: Mapping[int, str]) -> None:
        """A turn is over; what comes twice, since each seat is told, counts once."""
        if turn != len(self._played) + 1:
            return
        state = self._state
        legal = {seat: state.parse_move(seat, text) for seat, text in moves.items()}
        self._played.append(Played(turn, state, legal))
        self._state = state.play(legal)
        self._sealed.clear()
        for seat in self._resigning & set(self._state.to_move):
            self._give_up(seat)
        self._tell()

    def _ask(self, seat: Seat, go: wire.Go) -> None:
        self._asked[seat] = _Asked(go.turn, go.terms, time.monotonic())
        self._tell(None if self._is_open else seat)

    def finish(self, ending: Ending) -> None:
        """The game is over; what its record says counts."""
        with self._lock:
            if ending.record:
                told = list(steps(ending.record))
                self._played = [Played(step.turn, step.before, step.moves) for step in told]
                self._state = told[-1].after if told else self._first
            self._ending = ending
            self._sealed.clear()
            self._tell()
        self.leave()

    def leave(self) -> None:
        """Let go of the people's seats; the game, if it is on, ends."""
        for chair in self._chairs.values():
            chair.leave()

    # What people see

    @property
    def _is_open(self) -> bool:
        """Whether one seat alone decides, so that nothing of this turn is hidden."""
        return len(self._state.to_move) < 2

    def listen(self, listener: Listener, seat: Seat | None) -> None:
        """Have it called whenever the sight from this seat changes, from any thread."""
        with self._lock:
            self._listeners[listener] = seat

    def unlisten(self, listener: Listener) -> None:
        """Call it no more."""
        with self._lock:
            self._listeners.pop(listener, None)
            self.touched = time.monotonic()

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at this table."""
        return bool(self._listeners)

    def sight(self, seat: Seat | None = None) -> Sight:
        """What this seat, or a spectator, may know now."""
        with self._lock:
            is_on = bool(self._chairs) and self._ending is None
            to_move = self._state.to_move if is_on else ()
            return Sight(
                seat=seat,
                sitters=self.sitters,
                state=self._state,
                played=tuple(self._played),
                is_on=is_on,
                may_move=seat in to_move and seat not in self._sealed,
                sealed=self._sealed.get(seat) if seat else None,
                resigning=seat in self._resigning,
                waiting=tuple(sorted(self._sealed)) if self.shows_waiting else (),
                dials=tuple(self._dial(seat, other) for other in range(1, len(self._sitters) + 1)),
                ending=self._ending,
            )

    def _dial(self, viewer: Seat | None, seat: Seat) -> Dial | None:
        """A person's clock as a viewer may see it: in a hidden turn another's neither runs nor
        stands still."""
        sitter = self._sitters[seat - 1]
        if not isinstance(sitter, Person):
            return None
        clock, asked = sitter.clock, self._asked.get(seat)
        fresh = open_account(clock).bank // MS if clock.bank is not None else None
        is_asked = asked is not None and asked.turn == len(self._played) + 1 and not self._ending
        runs = is_asked and seat not in self._sealed
        elapsed = int((time.monotonic() - asked.at) * 1000) if asked and runs else 0
        hidden = viewer != seat and not self._is_open
        bank = asked.terms.get("bank", fresh) if asked else fresh
        return Dial(
            clock.time or 0, bank, clock.inc, 0 if hidden else elapsed, None if hidden else runs
        )

    def _tell(self, seat: Seat | None = None) -> None:
        """Call the listeners: those of one seat, or all if it is None."""
        for listener, viewer in list(self._listeners.items()):
            if seat is None or viewer == seat:
                listener()
