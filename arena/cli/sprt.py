"""`arena sprt`: is the new version better?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import click

from arena.cli import flags
from arena.cli.run import play
from arena.errors import ArenaError
from arena.limits import Limits


@click.command()
@click.argument("new")
@click.argument("old")
@flags.game
@click.option("--elo0", type=float, default=0.0, show_default=True, help="NEW fails if no better.")
@click.option("--elo1", type=float, default=5.0, show_default=True, help="NEW passes if so good.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="A pass at elo0.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="A failure at elo1.")
@click.option("--pairs", type=int, default=100_000, show_default=True, help="At most.")
@flags.terms
@click.option(
    "--store", type=click.Path(path_type=Path), help="The test's file; else NEW-OLD.arena."
)
@click.option("--quiet", is_flag=True, help="Print only the verdict.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text")
@click.pass_context
def sprt(
    context: click.Context,
    /,
    new: str,
    old: str,
    game: str,
    size: int | None,
    options: tuple[str, ...],
    seed: int,
    concurrency: int | None,
    sandbox: str,
    store: Path | None,
    quiet: bool,
    form: str,
    **terms: Any,
) -> None:
    """Test whether the bot NEW is stronger than the bot OLD, until it is known.

    A sequential probability ratio test on pairs of games. Elo differences are those of the
    scores; alpha is the probability that NEW passes if it is elo0 better, beta that it fails if
    it is elo1 better. The same command goes on with a test that was stopped. Exit status: 0 NEW
    passes, 1 it fails or there is no verdict, 130 interrupted.
    """
    from arena import trial
    from arena.plan.bots import resolve, with_options

    told = {key: terms.pop(key) for key in ("time", "bank", "inc", "margin")}
    bots = with_options(resolve((new, old)), options)
    plan = trial.plan(bots, flags.contest(game, size), terms, seed)
    plan = plan.with_clocks(flags.clocks(bots, **told))
    where = store or Path("-".join(plan.names).replace("/", "-") + ".arena")
    within = plan.within(Limits(sandbox=sandbox))
    if not play(within, where, concurrency, quiet, to_stderr=True, changed=_refuse):
        if not quiet:
            click.echo("next: the same command goes on with the test", err=True)
        context.exit(130)
    found = trial.told(where)
    click.echo(json.dumps(found.to_dict()) if form == "json" else found)
    if found.verdict != "passed":
        context.exit(1)


def _refuse(note: str) -> NoReturn:
    """A test is of one version of each bot."""
    raise ArenaError(f"{note}; a test is of one version of each: give another --store")
