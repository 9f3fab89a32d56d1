"""The referee's desk: all bots of one game around one poll loop.

`ask` writes to several seats and waits until each has answered, failed, or run out of time.
Every seat is billed by its own clock, from its own lines written to its own line read; the
pipes of seats that are not asked are drained meanwhile, so that nobody blocks on them.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic_ns
from typing import NamedTuple

from arena.clock import MS
from arena.referee.channel import Channel
from arena.referee.evidence import Starvation, Witness
from arena.wire import BotMessage, parse_bot

_SILENCE = 10
"""A seat silent for this part of its time is sampled, in case it needs evidence."""
_PONDER_LOOK = 2 * MS
"""How long after its answer a bot is looked at, and again, before it is frozen."""
_WATCH_PAUSE = 50 * MS
"""How often the bots' memory is looked at while the referee waits, where the system does not."""
_LONGEST_PAUSE = 10**9 * MS
"""How long one poll may wait; the system takes no more milliseconds than fit into 31 bits."""
_READABLE = select.POLLIN | select.POLLHUP | select.POLLERR
_NEVER = 1 << 63
_NOBODY = Witness({})


@dataclass(frozen=True, slots=True)
class Failure:
    """Why no answer counts: a fault word and a sentence."""

    word: str
    detail: str


class Answer(NamedTuple):
    """What a seat answered, or its failure, and the nanoseconds it took; if that was too long,
    what the host had to do with it, as far as the system tells."""

    content: BotMessage | Failure
    used: int
    starvation: Starvation | None = None


Listener = Callable[[int, BotMessage], bool]
"""Hears every message of a seat; returns whether it is the answer that the seat was asked for."""
Trace = Callable[[int, str, str], None]
"""Is told each line: seat, `>` to the bot or `<` from it, text."""


class Desk:
    """The channels of one game, by seat, and their common poll object. `watchers` are
    called now and then while it waits."""

    def __init__(
        self,
        channels: Mapping[int, Channel],
        trace: Trace | None = None,
        witness: Witness | None = None,
        watchers: Sequence[Callable[[], None]] = (),
    ) -> None:
        self._channels = dict(channels)
        self._witness = witness or _NOBODY
        self._watchers = watchers
        self._watch_at = 0 if watchers else _NEVER
        self._silent_at = _NEVER
        self._looks: dict[int, tuple[int, bool]] = {}
        self._alarm = 0
        self._trace = trace
        self._poll = select.poll()
        self._seats: dict[int, int] = {}
        self._broken: dict[int, Failure] = {}
        self._waiting: dict[int, tuple[int, int]] = {}
        self._answers: dict[int, Answer] = {}
        for seat, channel in self._channels.items():
            for descriptor in (channel.outlet, channel.errors):
                self._seats[descriptor] = seat
                self._poll.register(descriptor, select.POLLIN)

    def tell(self, seat: int, text: str) -> None:
        """Send lines that ask for nothing."""
        self._send(seat, text)

    def ask(
        self,
        asked: Mapping[int, tuple[str, int]],
        listen: Listener,
        early: Mapping[int, BotMessage],
    ) -> dict[int, Answer]:
        """Send each seat its lines and wait for all answers.

        `asked` gives, by seat, the lines and the nanoseconds after which its time is out;
        `early` the answers that some seats had sent before they were asked.
        """
        self._answers = {}
        self._witness.begin_turn(asked)
        now = monotonic_ns()
        self._alarm, self._silent_at = self._watch_at, now + _LONGEST_PAUSE
        for seat, channel in self._channels.items():
            channel.begin_turn()
            if seat not in asked:
                self._look_later(seat, now)
        for seat, (text, allowance) in asked.items():
            self._send(seat, text)
            now = monotonic_ns()
            self._waiting[seat] = (now, now + allowance)
            if now + allowance // _SILENCE < self._silent_at:
                self._silent_at = now + allowance // _SILENCE
            if seat in early:
                self._answer(seat, early[seat], now)
            elif seat in self._broken:
                self._answer(seat, self._broken[seat], now)
        if self._silent_at < self._alarm:
            self._alarm = self._silent_at
        self._gather(listen, now)
        return self._answers

    def _gather(self, listen: Listener, now: int) -> None:
        waiting, poll, seats, channels = self._waiting, self._poll.poll, self._seats, self._channels
        while waiting:
            pause = self._alarm - now
            for descriptor, mask in poll(pause / MS if pause > 0 else 0):
                seat = seats[descriptor]
                channel = channels[seat]
                if descriptor == channel.outlet:
                    self._hear(seat, channel, listen)
                elif descriptor == channel.inlet:
                    self._write_on(channel)
                elif mask & _READABLE and not channel.read_errors():
                    self._forget(descriptor)
            if waiting and (now := monotonic_ns()) >= self._alarm:
                self._look_at_clock(now)
        self._looks.clear()

    def _look_later(self, seat: int, now: int, seen: bool = False) -> None:
        """Look soon at a seat in another's time; `seen` says that it was computing before."""
        when = now + _PONDER_LOOK
        self._looks[seat] = (when, seen)
        if when < self._alarm:
            self._alarm = when

    def _look_at_clock(self, now: int) -> None:
        """Do what is due though nobody has written, and set the alarm to what is due next."""
        if now >= self._watch_at:
            for watch in self._watchers:
                watch()
            self._watch_at = now + _WATCH_PAUSE
        if now >= self._silent_at:
            self._silent_at = _NEVER
            for seat in self._waiting:
                self._witness.notice(seat)
        for seat, (when, seen) in list(self._looks.items()):
            if now >= when:
                self._look_at_idler(seat, seen, now)
        for seat, (_, deadline) in list(self._waiting.items()):
            if now >= deadline:
                self._answer(seat, Failure("timeout", "no answer came in time"), now)
        due = [self._watch_at, self._silent_at, now + _LONGEST_PAUSE]
        due += [deadline for _, deadline in self._waiting.values()]
        due += [when for when, _ in self._looks.values()]
        self._alarm = min(due)

    def _look_at_idler(self, seat: int, seen: bool, now: int) -> None:
        """A seat that is seen computing twice in another's time is frozen."""
        del self._looks[seat]
        if not self._witness.computes(seat):
            return
        if seen:
            self._witness.freeze(seat)
        else:
            self._look_later(seat, now, True)

    def _hear(self, seat: int, channel: Channel, listen: Listener) -> None:
        """Take in what a seat has written."""
        lines = channel.read_lines()
        now = monotonic_ns()
        for line in lines:
            if self._trace:
                self._trace(seat, "<", line)
            message = parse_bot(line)
            if listen(seat, message) and seat in self._waiting:
                self._answer(seat, message, now)
        if channel.breach:
            self._break(seat, Failure("protocol", channel.breach))
        elif channel.ended:
            self._break(seat, Failure("crash", "its output ended before an answer"))

    def _answer(self, seat: int, content: BotMessage | Failure, now: int) -> None:
        started, deadline = self._waiting.pop(seat)
        late = now >= deadline and not self._channels[seat].floods
        starvation = self._witness.starvation(seat) if late else None
        # A tuple made from its fields at once takes half the time of a call of Answer.
        self._answers[seat] = tuple.__new__(Answer, (content, now - started, starvation))
        if self._waiting:
            self._look_later(seat, now)

    def _break(self, seat: int, failure: Failure) -> None:
        """Read no more from a seat; it fails now or when it is next asked."""
        self._forget(self._channels[seat].outlet)
        self._looks.pop(seat, None)
        self._broken[seat] = failure
        if seat in self._waiting:
            self._answer(seat, failure, monotonic_ns())

    def _send(self, seat: int, text: str) -> None:
        if self._trace:
            for line in text.removesuffix("\n").split("\n"):
                self._trace(seat, ">", line)
        channel = self._channels[seat]
        if not channel.send(text.encode()):
            self._seats[channel.inlet] = seat
            self._poll.register(channel.inlet, select.POLLOUT)
        if channel.breach:
            self._broken.setdefault(seat, Failure("protocol", channel.breach))

    def _write_on(self, channel: Channel) -> None:
        if channel.flush():
            self._forget(channel.inlet)

    def _forget(self, descriptor: int) -> None:
        if self._seats.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)
