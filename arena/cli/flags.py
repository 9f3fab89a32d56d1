"""Flags that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from arena import durations
from arena.errors import ArenaError
from arena.limits import SANDBOXES

if TYPE_CHECKING:
    from arena.clock import Clock
    from arena.plan.tournament import Contest
    from arena.record import BotSpec

Command = Callable[..., Any]
DEFAULT_TIME = 100
PLAYED = "played.arena"
"""Where games with people are kept unless another store is named."""


def milliseconds(_: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """A flag's callback that reads a duration with its unit, such as `100ms` or `2s`."""
    if text is None:
        return None
    try:
        return durations.parse(text)
    except ValueError as error:
        raise click.BadParameter(f"found {text!r}, expected {error}", param=parameter) from None


_GAME = (
    click.option("--game", required=True, help="what-the-shell or veletas."),
    click.option("--size", type=int, help="The board's size, in a game that has several."),
)
_TERMS = (
    click.option(
        "--time",
        callback=milliseconds,
        metavar="DURATION",
        help="For each move, such as 100ms (the default).",
    ),
    click.option(
        "--bank", callback=milliseconds, metavar="DURATION", help="For the whole game, such as 60s."
    ),
    click.option(
        "--inc",
        callback=milliseconds,
        default="0s",
        metavar="DURATION",
        help="Added to the bank after each move.",
    ),
    click.option(
        "--margin",
        callback=milliseconds,
        default="20ms",
        metavar="DURATION",
        help="Forgiven; 20ms by default.",
    ),
    click.option(
        *("--option", "options"),
        multiple=True,
        metavar="[BOT.]NAME=VALUE",
        help="Sets an option of all bots, or of the one called BOT.",
    ),
    click.option("--seed", type=int, default=1, show_default=True),
    click.option("--concurrency", type=click.IntRange(min=1), help="Games at once."),
    click.option(
        "--sandbox",
        type=click.Choice(SANDBOXES),
        default="none",
        show_default=True,
        help="Keep the bots in bubblewrap's sandbox: where it works, or always.",
    ),
)


def game(function: Command) -> Command:
    """Add the flags that say which game is played."""
    return _with(_GAME, function)


def terms(function: Command) -> Command:
    """Add the flags that say how it is played."""
    return _with(_TERMS, function)


def _with(options: tuple[Callable[[Command], Command], ...], function: Command) -> Command:
    for option in reversed(options):
        function = option(function)
    return function


def contest(game: str, size: int | None) -> Contest:
    """The contest that the flags of `game` say."""
    from arena.plan import tournament

    return tournament.contest(game, {} if size is None else {"size": size})


def note_outdated(bots: Iterable[BotSpec]) -> None:
    """Say of which of the bots the files have changed since they were built."""
    from arena.plan import building

    for reason in building.outdated(bots):
        click.echo(f"note: {reason}", err=True)


def clock(
    time: int | None = None, bank: int | None = None, inc: int = 0, margin: int = 20
) -> Clock:
    """The clock that the flags of `terms` say; with a bank no time per move unless it is given."""
    from arena.clock import Clock

    if time is None and bank is None:
        time = DEFAULT_TIME
    try:
        return Clock(time=time, bank=bank, inc=inc, margin=margin)
    except ValueError as error:
        raise ArenaError(str(error)) from None
