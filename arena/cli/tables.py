"""The commands that print the tables of a run: who won, how sure that is, and what else its
games tell."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.ratings import DEFAULT, METHODS
from arena.record import FAULTS
from arena.views.output import FORMATS, to_csv, to_json, to_markdown, to_table

if TYPE_CHECKING:
    from arena.store.results import Selection
    from arena.store.store import Store
    from arena.views.tables import Table

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: a run may be at play beside this

Command = Callable[..., Any]


def _bots(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text else ()


def _select(function: Command) -> Command:
    """Add what all these commands take."""
    for parameter in (
        click.option(
            "--format", "layout", type=click.Choice(FORMATS), default="table", show_default=True
        ),
        click.option(
            "--bots",
            default="",
            callback=_bots,
            metavar="BOT,BOT,...",
            help="Only games among these bots.",
        ),
        click.option("--size", type=int, metavar="N", help="Only games on boards of this size."),
        click.option("--game", metavar="GAME", help="Only this game, such as veletas."),
    ):
        function = parameter(function)
    return function


_RUN = click.argument("run", type=click.Path(path_type=Path))


@click.command()
@_RUN
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default=DEFAULT,
    show_default=True,
    help="TrueSkill game by game; its posterior given all games, whatever their order; or Elo.",
)
@click.option("--draw", type=float, metavar="P", help="Draw probability; else estimated.")
@click.option("--tau", type=float, metavar="T", help="TrueSkill's drift between games; 0.")
@click.option("--prior", type=float, metavar="S", help="How skills spread; else estimated.")
@click.option("--anchor", metavar="BOT", help="Fix this bot's rating, at 25 or at Elo 0.")
@_select
def ratings(run: Path, method: str, layout: str, **flags: Any) -> None:
    """Print the rating table of RUN, a run's store.

    A run of several games or sizes gets a table over all its games, then one for each. In CSV
    and JSON it is the first of these alone; choose another with --game and --size. The draw
    probability is the tournament's, if it gives one and --draw doesn't.
    """
    from arena.views.tables import rating_tables

    only = _selection(flags)
    given = {name: value for name, value in flags.items() if value is not None}
    _print(run, layout, lambda store: rating_tables(store, only, method, **given))


@click.command()
@_RUN
@_select
def crosstable(run: Path, layout: str, **flags: Any) -> None:
    """Print who scored what against whom in RUN, a run's store.

    Beside each score stands what all other games let one expect; what chance hardly explains is
    marked, and cycles (A beats B beats C beats A) are told. A run of several games or sizes gets
    a table over all its games, then one for each. In CSV and JSON it is the first of these
    alone, with a row for each bot and opponent.
    """
    from arena.views.tables import crosstables

    _print(run, layout, lambda store: crosstables(store, _selection(flags)))


@click.command()
@_RUN
@click.option("--format", "layout", type=click.Choice(FORMATS), default="table", show_default=True)
def standings(run: Path, layout: str) -> None:
    """Print the standings of RUN, a run's store: points, and what breaks ties.

    Ties are broken by Buchholz, Sonneborn-Berger, direct encounter and the file's order; in a
    knockout who went further comes first.
    """
    from arena.standings import standings_table

    _print(run, layout, lambda store: [standings_table(store)])


@click.command()
@_RUN
@click.argument("bot")
@click.argument("opponent")
@click.option("--by-host", is_flag=True, help="Their own games, for each machine that played.")
@_select
def compare(run: Path, bot: str, opponent: str, by_host: bool, layout: str, **flags: Any) -> None:
    """Print how BOT stands to OPPONENT in RUN, a run's store.

    Their own games and pairs, the likelihood of superiority, and what all games tell: the
    difference in Elo with its 95% interval, and the probability that BOT is better. With --by-host,
    whether it matters on which machine of a cluster they met.
    """
    from arena.views.tables import by_host_table, comparison

    def tables(store: Store) -> list[Table]:
        asked = store, bot, opponent, _selection(flags)
        return [by_host_table(*asked)] if by_host else comparison(*asked)

    _print(run, layout, tables)


@click.command()
@_RUN
@_select
def faults(run: Path, layout: str, **flags: Any) -> None:
    """Print which bot failed how often, and how, in RUN, a run's store."""
    from arena.views.tables import fault_tables

    _print(run, layout, lambda store: fault_tables(store, _selection(flags)))


@click.command()
@_RUN
@_select
def openings(run: Path, layout: str, **flags: Any) -> None:
    """Print which openings favour a seat in RUN, a run's store, the least balanced first."""
    from arena.views.tables import openings_table

    _print(run, layout, lambda store: [openings_table(store, _selection(flags))])


@click.command()
@_RUN
@_select
def time(run: Path, layout: str, **flags: Any) -> None:
    """Print how the bots of RUN, a run's store, use their clocks, in milliseconds."""
    from arena.views.tables import time_tables

    _print(run, layout, lambda store: time_tables(store, _selection(flags)))


@click.command()
@_RUN
@click.option("--bot", metavar="BOT", help="Only games that this bot played.")
@click.option("--termination", metavar="WORD", help="Only games that ended so, such as line.")
@click.option(
    "--fault", type=click.Choice([*FAULTS, "any"]), help="Only games in which a bot failed so."
)
@click.option("--surplus", is_flag=True, help="Games beyond a run's end, which don't count.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N of them.")
@_select
def games(run: Path, layout: str, limit: int | None, **flags: Any) -> None:
    """List the games of RUN, a run's store, in the order of its schedule.

    Filters add up. CSV and JSON also have the seeds and the openings.
    """
    from dataclasses import replace

    from arena.views.tables import games_table

    only = replace(_selection(flags), **flags)
    _print(run, layout, lambda store: [games_table(store, only, limit)])


def _selection(flags: dict[str, Any]) -> Selection:
    """The games that the flags mean; the flags that say so are taken out."""
    from arena.views.selecting import selection

    return selection(flags.pop("game"), flags.pop("size"), flags.pop("bots"))


def _print(run: Path, layout: str, make: Callable[[Store], list[Table]]) -> None:
    """Print tables for eyes, or the first one's frame for programs."""
    from arena.store.store import Store
    from arena.views.explain import lead_to_faults

    with Store.open(run) as store:
        tables = make(store)
    if layout == "json":
        click.echo(to_json(tables[0].frame))
    elif layout == "csv":
        click.echo(to_csv(tables[0].frame))
    elif layout == "md":
        click.echo("\n\n".join(_markdown(table) for table in tables))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo("\n\n".join(_text(table, width) for table in tables))
    if hint := lead_to_faults(run, tables[0].frame):
        click.echo(hint, err=True)


def _text(table: Table, width: int | None) -> str:
    return "\n".join([to_table(table.shown, table.title, width), *table.notes])


def _markdown(table: Table) -> str:
    return "\n\n".join([to_markdown(table.shown, table.title), *table.notes])
