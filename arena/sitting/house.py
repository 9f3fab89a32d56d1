"""The house: all tables of this process, with their seats, their games and the last word."""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arena.errors import ArenaError, RunError
from arena.plan.tournament import Contest
from arena.record import GameSpec, Player, Record
from arena.sitting import hint, keeping
from arena.sitting.chair import Chair
from arena.sitting.dealer import Dealer
from arena.sitting.door import Door
from arena.sitting.roster import Roster
from arena.sitting.sight import Ending, Person, Sitter
from arena.sitting.table import Table
from arena.workers.pool import Lost
from engines.base import Seat

MAX_TABLES = 12
"""Tables whose game may be on, or waited for, at once."""
MAX_KEPT = 200
"""Tables that can still be looked at."""
DESERTED = 600.0
"""Seconds without anybody looking after which a table may make room for another."""
_HINTS = 4
_HINT_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Place:
    """A table that the house has made: its id, and the secret key of each person's seat.

    Who has a key may play for the seat. A vacant seat's key is an invitation: who takes it up
    by `House.sit` gets another key, known to nobody else.
    """

    id: str
    table: Table
    keys: dict[str, Seat]
    invitations: dict[str, Seat]


class House:
    """Makes tables, has their games played, and keeps these in the store at `path`.

    `kept` is called, from another thread, after each game that was saved. Use it in a `with`
    block: at its end, no process that the house started is left.
    """

    def __init__(
        self, path: Path, roster: Roster | None = None, kept: Callable[[], None] = lambda: None
    ) -> None:
        keeping.check(path)
        self.path = path
        self.roster = roster or Roster()
        self._kept = kept
        self._places: dict[str, Place] = {}
        self._chairs: dict[str, Chair] = {}
        self._advised: set[tuple[Table, Seat]] = set()
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._door = Door(self._chairs.get)
        self._dealer = Dealer(MAX_TABLES + _HINTS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End all games, unfinished ones unsaved."""
        self._dealer.close()
        self._door.close()
        for place in self._places.values():
            place.table.leave()

    # Tables

    def open(
        self,
        contest: Contest,
        sitters: tuple[Sitter, ...],
        shows_waiting: bool = False,
        seed: int | None = None,
    ) -> Place:
        """Make a table; its game begins when nobody is missing. Raises RunError if there is no
        room. The bots' chance follows from `seed`, if it is given."""
        table = Table(contest, sitters, shows_waiting)
        people = [seat for seat, sitter in enumerate(sitters, 1) if isinstance(sitter, Person)]
        come = [seat for seat in people if seat not in table.vacant]
        place = Place(
            secrets.token_hex(6),
            table,
            {secrets.token_urlsafe(16): seat for seat in come},
            {secrets.token_urlsafe(16): seat for seat in table.vacant},
        )
        with self._lock:
            self._make_room()
            self._places[place.id] = place
        if not table.vacant:
            self._begin(place, secrets.randbits(50) if seed is None else seed)
        return place

    def place(self, id_: str) -> Place:
        """The table of this id. Raises ArenaError if there is none."""
        try:
            return self._places[id_]
        except KeyError:
            raise ArenaError("there is no such table here, or no longer") from None

    def sit(self, place: Place, invitation: str, name: str) -> str:
        """Let a person take up an invitation; the seat's key. Raises ArenaError if it has been
        taken up before, or the name is another's at this table."""
        with self._lock:
            seat = place.invitations.get(invitation)
            if seat is None:
                raise ArenaError("this invitation has been taken up already")
            place.table.sit(seat, name)
            del place.invitations[invitation]
            key = secrets.token_urlsafe(16)
            place.keys[key] = seat
            was_last = not place.table.vacant
        if was_last:
            self._begin(place, secrets.randbits(50))
        return key

    def leave(self, place: Place) -> None:
        """Close a table; a game that is on there is not kept."""
        with self._lock:
            self._forget(place)

    def _make_room(self) -> None:
        """Forget deserted tables as far as room is needed."""
        now = time.monotonic()
        busy = [place for place in self._places.values() if not place.table.is_over]
        if len(busy) >= MAX_TABLES:
            idle = [each for each in busy if not each.table.is_watched]
            longest = min(idle, key=lambda each: each.table.touched, default=None)
            if longest is None or now - longest.table.touched < DESERTED:
                raise RunError(f"all {MAX_TABLES} tables are taken: wait until a game is over")
            self._forget(longest)
        for place in list(self._places.values()):
            if len(self._places) >= MAX_KEPT and place.table.is_over:
                self._forget(place)

    def _forget(self, place: Place) -> None:
        self._places.pop(place.id, None)
        place.table.leave()

    # Games

    def _begin(self, place: Place, seed: int) -> None:
        table, id_ = place.table, next(self._numbers)
        chairs = {chair.seat: chair for chair in table.chairs()}
        self._chairs.update({chair.key: chair for chair in chairs.values()})
        players = []
        for seat, sitter in enumerate(table.sitters, 1):
            bot = chairs[seat].bot(self._door.path) if isinstance(sitter, Person) else sitter.bot
            players.append(Player(bot, sitter.clock, seed << 1 | (seat - 1)))
        contest = table.contest
        spec = GameSpec(id_, contest.game, contest.variant, tuple(players), id_)
        self._dealer.deal(spec, lambda result: self._finish(place, chairs, result))

    def _finish(self, place: Place, chairs: dict[Seat, Chair], result: Record | Lost) -> None:
        for chair in chairs.values():
            self._chairs.pop(chair.key, None)
        if place.id in self._places:
            place.table.finish(self._ending(result, frozenset(chairs)))

    def _ending(self, result: Record | Lost, people: frozenset[Seat]) -> Ending:
        if isinstance(result, Lost) or result.is_void:
            reason = result.reason if isinstance(result, Lost) else result.void_reason
            return Ending(None, trouble=f"the game was spoilt: {reason}")
        kept = None
        try:
            kept = keeping.keep(self.path, result, people)
            self._kept()
        except Exception as error:  # of any kind: who sits at the table is to hear of it
            what = "shown" if kept else "kept"
            return Ending(result, kept, f"the game could not be {what}: {error}")
        return Ending(result, kept)

    # Hints

    def hint(self, table: Table, seat: Seat, turn: int) -> str:
        """What a bot would play in the seat's place; a second or two of work. Raises ArenaError
        if the seat is not to move in this turn."""
        state, contest = table.position(seat, turn), table.contest
        bot = self.roster.adviser(contest.game)
        spec = hint.game_for(next(self._numbers), contest, state, bot)
        found: Future[Record | Lost] = Future()
        with self._one_hint(table, seat):
            self._dealer.deal(spec, found.set_result)
            try:
                return hint.move_of(found.result(_HINT_PATIENCE), seat)
            except TimeoutError:
                raise RunError("no hint came in time: all bots are busy") from None

    @contextmanager
    def _one_hint(self, table: Table, seat: Seat) -> Iterator[None]:
        """A seat waits for one hint at a time, so that nobody's hints keep others from playing.

        What other seats ask for does not count: a refusal would tell that they have not moved.
        """
        with self._lock:
            if (table, seat) in self._advised:
                raise RunError("a hint is on its way already")
            self._advised.add((table, seat))
        try:
            yield
        finally:
            self._advised.discard((table, seat))
