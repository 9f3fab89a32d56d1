"""One person's game against one bot in this terminal, from sitting down to the last word."""

from __future__ import annotations

import getpass
import select
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan import building
from arena.plan.bots import from_text, setting
from arena.plan.tournament import Contest, Entrant, Tournament
from arena.sitting.console import Sitting
from arena.sitting.house import House
from arena.sitting.manners import NO_CLOCK, bot_clock, clock_of, person_name
from arena.sitting.roster import with_settings
from arena.sitting.sight import Person, SeatedBot, Sitter
from arena.workers.bot_check import check_bots

_LOOK = 0.2
"""Seconds after which it is looked whether the game has ended meanwhile."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the game is played with: the person's clock (nothing: none), milliseconds for the
    bot's moves, settings of its options such as `playouts=200`, and the seed of its chance."""

    time: int | None = None
    bank: int | None = None
    inc: int = 0
    thinks: int = 1000
    settings: tuple[str, ...] = ()
    seed: int | None = None

    @property
    def clock(self) -> Clock:
        """The person's clock. Raises ArenaError for one that nobody can play with."""
        if self.time is None and self.bank is None and not self.inc:
            return NO_CLOCK
        return clock_of(self.time, self.bank, self.inc)


def play(
    contest: Contest, bot: str, seat: int, name: str | None, terms: Terms, store: Path
) -> None:
    """Play in this terminal. Raises ArenaError for a bot that cannot."""
    person = Person(person_name(_own_name() if name is None else name), terms.clock)
    chosen = with_settings(from_text(bot, Path.cwd()), dict(map(setting, terms.settings)))
    opponent = SeatedBot(chosen, bot_clock(terms.thinks))
    if person.name == opponent.name:
        raise ArenaError(f"{person.name} is the bot's name: choose another (--name)")
    entrants = (Entrant(opponent.bot, opponent.clock),)
    check_bots(Tournament("play", (contest,), entrants))
    sitters: tuple[Sitter, ...] = (person, opponent) if seat == 1 else (opponent, person)
    console = Console(highlight=False)
    for reason in building.outdated((chosen,)):
        console.print(f"note: {reason}", markup=False, soft_wrap=True)
    with House(store) as house:
        place = house.open(contest, sitters, seed=terms.seed)
        Sitting(house, place, seat, console, _ask).play()


def _own_name() -> str:
    """The name of whoever runs this process."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        raise ArenaError("this machine has no name for you, expected one (--name)") from None


def _ask(prompt: str, is_over: Callable[[], bool]) -> str:
    """Read a line, or nothing if it is over before one comes. Without a terminal the prompt ends
    its line, so that output stays readable."""
    waits = sys.stdin.isatty()
    print(prompt, end="" if waits else "\n", flush=True)
    # An interrupt just before a read that blocks would go unheard until the next line.
    while waits and not select.select([sys.stdin], [], [], _LOOK)[0]:
        if is_over():
            print()
            return ""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
