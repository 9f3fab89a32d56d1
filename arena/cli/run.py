"""`arena run`: play a tournament file, or go on with it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.extras import needing
from arena.errors import ArenaError
from arena.words import typed

if TYPE_CHECKING:
    from arena.plan.tournament import Tournament
    from arena.workers.runner import GamePool

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("file", metavar="FILE.yaml|RUN", type=_PATH)
@click.option("--store", type=_PATH, help="The run's file; X.arena here by default.")
@click.option("--concurrency", type=click.IntRange(min=1), help="Games at once.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:8786, or local:N."
)
@click.option("--quiet", is_flag=True, help="Print nothing but notes and errors.")
@click.option("--rounds", type=click.IntRange(min=1), help="So many, whatever is said elsewhere.")
@click.option("--dry-run", is_flag=True, help="Only say what there is to play.")
@click.pass_context
def run(
    context: click.Context,
    file: Path,
    store: Path | None,
    concurrency: int | None,
    cluster: str | None,
    quiet: bool,
    rounds: int | None,
    dry_run: bool,
) -> None:
    """Play the tournament in FILE.yaml and keep its games in FILE.arena here, or go on with RUN.

    `arena run quickstart.yaml` plays a tournament that comes with the arena. The same command goes
    on with a run that was stopped: it plays exactly the missing games. Ctrl-C stops after the games
    in play, a second one at once (exit status 130). Where the file is not at hand, the run's store
    RUN does as well; --rounds gives it more rounds.

    With --cluster the games are played by the workers of a Dask cluster, or by N workers here.
    """
    from arena.run import outlook

    plan, where = _planned(file, store, rounds)
    if dry_run:
        click.echo(outlook(plan, where, concurrency))
    elif not play(plan, where, concurrency, quiet, cluster=cluster):
        if not quiet:
            click.echo(f"next: {_command(where, cluster)} plays the others")
        context.exit(130)
    elif not quiet:
        _print_tables(where)


def _command(where: Path, cluster: str | None) -> str:
    """The command that goes on with a run."""
    joined = f" --cluster {shlex.quote(cluster)}" if cluster else ""
    return f"arena run {typed(where)}{joined}"


def _planned(file: Path, store: Path | None, rounds: int | None) -> tuple[Tournament, Path]:
    """What to play, and where it is kept."""
    from arena import league
    from arena.plan.tournament_file import load
    from arena.run import SUFFIX, default_store
    from arena.store.database import is_database

    if is_database(file) or (file.suffix == SUFFIX and file.exists()):
        if store:
            raise ArenaError(f"{file} is a run's store, expected no --store beside it")
        return league.of_store(file, rounds), file
    where = store or default_store(file)
    return league.going_on(league.with_rounds(load(file), rounds), where), where


def play(
    plan: Tournament,
    where: Path,
    concurrency: int | None,
    quiet: bool,
    cluster: str | None = None,
    *,
    to_stderr: bool = False,
    changed: Callable[[str], None] | None = None,
) -> bool:
    """Play the missing games; whether all were played. `changed` is told of bots that have."""
    from rich.console import Console

    from arena import run as runs
    from arena.plan import building
    from arena.views import progress
    from arena.views.live import progress_of

    console = Console(stderr=to_stderr)
    note = progress.noting(console)
    for reason in building.outdated(entrant.bot for entrant in plan.playing.entrants):
        note(reason)
    with (
        _joined(cluster, plan, concurrency, note) as pool,
        runs.open_run(plan, where, changed or note) as store,
        progress.View(progress_of(plan, store, runs.total_of(plan, store)), console, quiet) as view,
    ):
        return not runs.play(plan, store, view.watcher(), concurrency, pool).stopped


def _joined(
    cluster: str | None,
    plan: Tournament,
    concurrency: int | None,
    note: Callable[[str], None],
) -> AbstractContextManager[GamePool | None]:
    """The pool of a cluster; None is this machine's own."""
    if cluster is None:
        return nullcontext()
    if concurrency:
        raise ArenaError("a cluster plays one game on each worker, expected no --concurrency")
    with needing("cluster", "--cluster"):
        from arena.cluster.joining import joined
    return joined(cluster, plan, note)


def _print_tables(where: Path) -> None:
    from arena.ending import ending
    from arena.store.store import Store
    from arena.views.output import to_table
    from arena.views.tables import rating_tables

    with Store.open(where) as store:
        for text in ending(store):
            click.echo(f"{text}\n")
        for table in rating_tables(store):
            click.echo(to_table(table.shown, table.title) + "\n")
    run = typed(where)
    click.echo(f"next: arena crosstable {run}, arena games {run}, arena show {run} 1")
