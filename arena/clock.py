"""Clocks: what a bot may spend, and the bill for what it spent. Pure; no clock is read here.

Settings are whole milliseconds, measured times nanoseconds (an account's bank too, so that
nothing is lost to rounding between turns).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MS = 1_000_000
"""Nanoseconds in a millisecond."""
STRIKES = 3
"""The strike that loses, where a grace is given."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a bot may spend, in milliseconds. None means that the term does not apply.

    `time` is per move and free; what exceeds it is taken from `bank`, which grows by `inc`
    after each move. At bank 0 (byo-yomi) there are `periods` of `period` each. `margin`
    forgives transport and is never charged. `first` replaces `time` on a bot's first turn.
    `startup` bounds each wait for a `ready`. An overrun of at most `grace` past the margin is
    a strike; the third loses. `nodes` is told to the bot and not measured.

    Raises ValueError for settings that no game can be played with.
    """

    time: int | None = 100
    bank: int | None = None
    inc: int = 0
    periods: int = 0
    period: int = 0
    nodes: int | None = None
    margin: int = 20
    first: int | None = None
    startup: int = 10_000
    grace: int = 0

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and value < 0:
                raise ValueError(f"{name} is {value}, but nothing on a clock is below 0")
        if bool(self.periods) != bool(self.period):
            raise ValueError("periods and period go together: how many, and how long each")
        if self.inc and self.bank is None:
            raise ValueError("found an inc without a bank, expected a bank for it to grow")
        if not (self.time or self.bank or self.periods):
            found = "none" if self.time is None else "time 0ms"
            raise ValueError(f"found {found}, but a clock needs a time, a bank or periods")
        if self.first == 0 and not (self.bank or self.periods):
            raise ValueError("found first 0ms, but a first turn needs a time, a bank or periods")

    @classmethod
    def kept(cls, terms: Mapping[str, int | None]) -> Clock:
        """The clock of these terms in a store. Older versions took an inc without a bank, which
        was one that was empty at first, and no time at all for a first turn, now the least."""
        settings: dict[str, Any] = dict(terms)
        if terms.get("inc") and terms.get("bank") is None:
            settings["bank"] = 0
        if terms.get("first") == 0 and not (terms.get("bank") or terms.get("periods")):
            settings["first"] = 1
        return cls(**settings)

    @property
    def steady(self) -> bool:
        """Whether it grants the same in every turn, whatever was used before."""
        return self.bank is self.first is None and not (self.periods or self.grace)

    def terms(self) -> dict[str, int]:
        """What `newgame` says of this clock: every term that is not nothing."""
        names = ("time", "bank", "inc", "periods", "period", "nodes", "margin", "first", "grace")
        return {name: value for name in names if (value := getattr(self, name))}


class Account(NamedTuple):
    """Where one seat's clock stands: nanoseconds in the bank and of the last turn, periods and
    strikes, turns taken."""

    bank: int = 0
    periods: int = 0
    strikes: int = 0
    turns: int = 0
    last: int | None = None


def open_account(clock: Clock) -> Account:
    """The account before the first turn."""
    return Account(bank=(clock.bank or 0) * MS, periods=clock.periods)


def _free(clock: Clock, account: Account) -> int:
    """Nanoseconds of this turn that cost nothing."""
    if clock.first is not None and account.turns == 0:
        return clock.first * MS
    return (clock.time or 0) * MS


def budget(clock: Clock, account: Account) -> int:
    """Nanoseconds that the bot may use in this turn: its free time, bank and periods."""
    return _free(clock, account) + account.bank + account.periods * clock.period * MS


def deadline(clock: Clock, account: Account) -> int:
    """Nanoseconds after which the flag falls in this turn."""
    grace = clock.grace if account.strikes < STRIKES - 1 else 0
    return budget(clock, account) + (clock.margin + grace) * MS


def bill(clock: Clock, account: Account, used: int) -> Account | None:
    """The account after a turn that took `used` nanoseconds, or None if the flag fell."""
    bank, periods, strikes, turns, _ = account
    over = used - _free(clock, account)
    if over > 0:
        if used > deadline(clock, account):
            return None
        if used > budget(clock, account) + clock.margin * MS:
            strikes += 1
        periods -= _periods_lost(clock, account, over - bank)
        bank = max(0, bank - over)
    return tuple.__new__(Account, (bank + clock.inc * MS, periods, strikes, turns + 1, used))


def _periods_lost(clock: Clock, account: Account, beyond: int) -> int:
    """Periods used up by `beyond` nanoseconds past the bank; the one it ends in starts anew."""
    if beyond <= 0 or account.periods == 0:
        return 0
    started = -(-beyond // (clock.period * MS))
    return min(started, account.periods) - 1


def go_terms(clock: Clock, account: Account, opponent: Account | None = None) -> dict[str, int]:
    """What `go` says: budgets rounded down, the last measured time rounded up."""
    terms: dict[str, int] = {}
    if free := _free(clock, account):
        terms["time"] = free // MS
    if clock.bank is not None:
        terms["bank"], terms["inc"] = account.bank // MS, clock.inc
        if opponent is not None:
            terms["opp"] = opponent.bank // MS
    if clock.periods:
        terms["periods"], terms["period"] = account.periods, clock.period
    if clock.nodes is not None:
        terms["nodes"] = clock.nodes
    if account.last is not None:
        terms["last"] = -(-account.last // MS)
    return terms
