"""Flags that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from arena import durations
from arena.errors import ArenaError
from arena.limits import SANDBOXES
from arena.words import any_of, did_you_mean
from engines.base import quoted

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
    return None if text is None else _duration(text, parameter)


def _by_bot(
    _: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str | None, int]:
    """A flag's callback that reads durations for all bots, `100ms`, and for one, `BOT=2s`: by the
    bot's name, None for all."""
    told = [text.rpartition("=") for text in texts]
    return {bot if sign else None: _duration(text, parameter) for bot, sign, text in told}


def _duration(text: str, parameter: click.Parameter) -> int:
    try:
        return durations.parse(text)
    except ValueError as error:
        raise click.BadParameter(f"found {text!r}, expected {error}", param=parameter) from None


def _clock_term(flag: str, help_: str) -> Callable[[Command], Command]:
    """A flag for a term of all bots' clocks, or of one's."""
    metavar = "[BOT=]DURATION"
    return click.option(flag, multiple=True, callback=_by_bot, metavar=metavar, help=help_)


_GAME = (
    click.option("--game", required=True, help="what-the-shell or veletas."),
    click.option("--size", type=int, help="The board's size, in a game that has several."),
)
_TERMS = (
    _clock_term("--time", "For each move, such as 100ms (the default); BOT=1s is for BOT alone."),
    _clock_term("--bank", "For the whole game, such as 60s."),
    _clock_term("--inc", "Added to the bank after each move."),
    _clock_term("--margin", "Forgiven; 20ms by default."),
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


def clocks(bots: Sequence[BotSpec], **told: Mapping[str | None, int]) -> tuple[Clock, ...]:
    """The bots' clocks that the flags of `terms` say: what is told of a bot alone goes before what
    is told of all. With a bank there is no time per move unless it is given."""
    names = [bot.name for bot in bots]
    for term, values in told.items():
        for name in values:
            if name is not None and name not in names:
                near = did_you_mean(name, names)
                raise ArenaError(f"{term}: found {quoted(name)}, expected {any_of(names)}{near}")
    return tuple(_clock(_terms_of(name, told)) for name in names)


def _terms_of(bot: str, told: Mapping[str, Mapping[str | None, int]]) -> dict[str, int]:
    found = {term: values.get(bot, values.get(None)) for term, values in told.items()}
    return {term: value for term, value in found.items() if value is not None}


def _clock(terms: dict[str, int]) -> Clock:
    from arena.clock import Clock

    settings: dict[str, Any] = {"time": None if "bank" in terms else DEFAULT_TIME, **terms}
    try:
        return Clock(**settings)
    except ValueError as error:
        raise ArenaError(str(error)) from None
