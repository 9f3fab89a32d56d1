"""`arena match`: bots against each other, no file needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import flags
from arena.limits import Limits
from arena.words import typed

if TYPE_CHECKING:
    from arena.match import Score
    from arena.plan.tournament import Tournament
    from arena.views.progress import View


@click.command()
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True)
@flags.game
@click.option("--games", type=click.IntRange(min=1), default=2, show_default=True, help="Per pair.")
@flags.terms
@click.option("--trace", type=click.Path(path_type=Path), help="Write every protocol line here.")
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="Keep the games in this new file, for show, feed and the tables.",
)
@click.option("--format", "form", type=click.Choice(("table", "json")), default="table")
@click.pass_context
def match(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    game: str,
    size: int | None,
    games: int,
    options: tuple[str, ...],
    seed: int,
    concurrency: int | None,
    sandbox: str,
    trace: Path | None,
    store: Path | None,
    form: str,
    **terms: Any,
) -> None:
    """Play bots against each other and print the score.

    BOT is a folder with a bot.yaml, a bundled bot's name (see `arena bots`) or a command line.
    Several bots play a round robin. An even number of games is played in pairs: the same random
    opening, seats swapped.
    """
    from arena import match as matches
    from arena.plan import tournament
    from arena.plan.bots import resolve, with_options

    contest, entered = flags.contest(game, size), with_options(resolve(bots), options)
    plan = tournament.match(entered, contest, games, seed=seed)
    plan = plan.with_clocks(flags.clocks(entered, **terms)).within(Limits(sandbox=sandbox))
    flags.note_outdated(entered)
    with _view(plan) as view:
        score = matches.play(plan, concurrency, trace, store, view.watcher())
    click.echo(json.dumps(_json(score)) if form == "json" else _text(score, store))
    if not score.complete:
        click.echo(_incomplete(score, store), err=True)
        context.exit(130 if score.stopped else 1)


def _view(plan: Tournament) -> View:
    """What is seen while it is played: on a terminal how far it is, elsewhere remarks alone."""
    from rich.console import Console

    from arena.plan import fixtures
    from arena.views.progress import Progress, View

    console = Console(stderr=True)
    return View(Progress(fixtures.count(plan), ()), console, quiet=not console.is_terminal)


def _incomplete(score: Score, store: Path | None) -> str:
    """How many games were played, and how to play the others."""
    why = "interrupted" if score.stopped else "some games stayed void"
    told = f"note: {why}: {len(score.games)} of {score.total} games were played"
    return f"{told}\nnext: arena run {typed(store)} plays the others" if store else told


def _json(score: Score) -> dict[str, Any]:
    from dataclasses import asdict

    from arena.store.results import Result
    from arena.views import frames, output

    return {
        "bots": list(score.bots),
        "score": [score.points(bot) for bot in score.bots],
        "faults": [score.faults(bot) for bot in score.bots],
        "comparisons": [output.finite(asdict(found)) for found in score.comparisons()],
        "games": output.records(frames.games(map(Result.of, score.games))),
    }


def _text(score: Score, store: Path | None) -> str:
    from arena.views.elo_words import compared_words

    lines = []
    width = max(map(len, score.bots))
    for bot in score.bots:
        wins, draws, losses = score.counts(bot)
        results = f"{score.points(bot):6.12g}   +{wins} ={draws} -{losses}"
        lines.append(f"{bot:{width}}  {results}   {score.faults(bot)} faults")
    lines += map(compared_words, score.comparisons())
    for record in score.games:
        for name, fault in zip(record.spec.bots, record.faults, strict=True):
            if fault:
                lines.append(f"game {record.spec.id}: {name}: {fault.word}: {fault.detail}")
                lines.append(f"  why: {_explained(store, record.spec.id)}")
    return "\n".join(lines)


def _explained(store: Path | None, game: int) -> str:
    """Where a fault is explained."""
    if store:
        return f"arena show {typed(store)} {game}"
    return f"the same command with --store match.arena, then arena show match.arena {game}"
