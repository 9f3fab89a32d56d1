"""`arena ratings`, `arena crosstable` and `arena games`: the tables of a run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from arena.record import FAULTS
from arena.store.results import Selection
from arena.views.output import FORMATS, to_csv, to_json, to_markdown, to_table

if TYPE_CHECKING:
    from arena.views.tables import Table

Command = Callable[..., Any]


def _select(function: Command) -> Command:
    """Add what all three commands take."""
    for parameter in (
        click.option(
            "--format", "layout", type=click.Choice(FORMATS), default="table", show_default=True
        ),
        click.option("--size", type=int, metavar="N", help="Only games on boards of this size."),
        click.option("--game", metavar="GAME", help="Only this game, such as veletas."),
        click.argument("run"),
    ):
        function = parameter(function)
    return function


@click.command()
@_select
@click.option("--draw", type=float, metavar="P", help="Draw probability; else estimated.")
@click.option("--tau", type=float, default=0.0, show_default=True, help="Drift between games.")
@click.option("--anchor", metavar="BOT", help="Fix this bot's rating at 25.")
def ratings(
    run: str,
    game: str | None,
    size: int | None,
    layout: str,
    draw: float | None,
    tau: float,
    anchor: str | None,
) -> None:
    """Print the rating table of RUN, a run's store.

    A run of several games or sizes gets a table over all its games, then one for each. In CSV
    and JSON it is the first of these alone; choose another with --game and --size.
    """
    from arena.ratings.base import Settings
    from arena.store.store import Store
    from arena.views.tables import rating_tables

    only = Selection(game=game, variant=_variant(size))
    with Store.open(run) as store:
        tables = rating_tables(store, only, Settings(draw, tau, anchor))
    _write(tables, layout)
    if tables[0].frame["faults"].any():
        _hint(f"arena games {run} --fault any lists the games that ended by a fault")


@click.command()
@_select
def crosstable(run: str, game: str | None, size: int | None, layout: str) -> None:
    """Print who scored what against whom in RUN, a run's store.

    A run of several games or sizes gets a table over all its games, then one for each. In CSV
    and JSON it is the first of these alone, with a row for each bot and opponent.
    """
    from arena.store.store import Store
    from arena.views.tables import crosstables

    with Store.open(run) as store:
        _write(crosstables(store, Selection(game=game, variant=_variant(size))), layout)


@click.command()
@_select
@click.option("--bot", metavar="BOT", help="Only games that this bot played.")
@click.option("--termination", metavar="WORD", help="Only games that ended so, such as line.")
@click.option(
    "--fault", type=click.Choice([*FAULTS, "any"]), help="Only games in which a bot failed so."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N of them.")
def games(
    run: str,
    game: str | None,
    size: int | None,
    layout: str,
    bot: str | None,
    termination: str | None,
    fault: str | None,
    limit: int | None,
) -> None:
    """List the games of RUN, a run's store, in the order of its schedule.

    Filters add up. CSV and JSON also have the seeds and the openings.
    """
    from arena.store.store import Store
    from arena.views.tables import games_table

    only = Selection(bot, game, _variant(size), termination, fault)
    with Store.open(run) as store:
        table = games_table(store, only, limit)
    _write([table], layout)
    faulty = table.frame["id"][[any(faults) for faults in table.frame["faults"]]].tolist()
    if faulty:
        _hint(f"arena show {run} {faulty[0]} explains its fault, as it does those of other games")


def _variant(size: int | None) -> tuple[tuple[str, int], ...]:
    return () if size is None else (("size", size),)


def _hint(text: str) -> None:
    """Say what to do next, beside the table and not in it."""
    click.echo(text, err=True)


def _write(tables: list[Table], layout: str) -> None:
    """Print tables for eyes, or the first one's frame for programs."""
    if layout == "json":
        click.echo(to_json(tables[0].frame))
    elif layout == "csv":
        click.echo(to_csv(tables[0].frame))
    elif layout == "md":
        click.echo("\n\n".join(to_markdown(table.shown, table.title) for table in tables))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo("\n\n".join(to_table(table.shown, table.title, width) for table in tables))
