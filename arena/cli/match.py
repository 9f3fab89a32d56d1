"""`arena match`: bots against each other, no file needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.flags import milliseconds
from arena.errors import ArenaError
from arena.limits import SANDBOXES, Limits

if TYPE_CHECKING:
    from arena.match import Score
    from arena.plan.tournament import Tournament

DEFAULT_TIME = 100


@click.command()
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True)
@click.option("--game", required=True, help="what-the-shell or veletas.")
@click.option("--size", type=int, help="The board's size, in a game that has several.")
@click.option("--games", type=click.IntRange(min=1), default=2, show_default=True, help="Per pair.")
@click.option(
    "--time",
    callback=milliseconds,
    metavar="DURATION",
    help="For each move, such as 100ms (the default).",
)
@click.option(
    "--bank", callback=milliseconds, metavar="DURATION", help="For the whole game, such as 60s."
)
@click.option(
    "--inc",
    callback=milliseconds,
    default="0s",
    metavar="DURATION",
    help="Added to the bank after each move.",
)
@click.option(
    "--margin",
    callback=milliseconds,
    default="20ms",
    metavar="DURATION",
    help="Forgiven; 20ms by default.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="BOT.NAME=VALUE",
    help="Set a bot's option, such as mcts.playouts=200; may be given several times.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--concurrency", type=click.IntRange(min=1), help="Games at once.")
@click.option(
    "--sandbox",
    type=click.Choice(SANDBOXES),
    default="none",
    show_default=True,
    help="Keep the bots in bubblewrap's sandbox: where it works, or always.",
)
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
    concurrency: int | None,
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

    plan = _plan(bots, game, size, terms)
    score = matches.play(plan, concurrency, trace, store)
    click.echo(json.dumps(_json(score)) if form == "json" else _text(score, store))
    if not score.complete:
        context.exit(1)


def _plan(bots: tuple[str, ...], game: str, size: int | None, terms: dict[str, Any]) -> Tournament:
    from arena.clock import Clock
    from arena.plan import tournament
    from arena.plan.bots import resolve, with_options

    given = {key: terms[key] for key in ("time", "bank") if terms[key] is not None}
    settings = {"time": None if "bank" in given else DEFAULT_TIME, **given}
    try:
        clock = Clock(**settings, inc=terms["inc"], margin=terms["margin"])
    except ValueError as error:
        raise ArenaError(str(error)) from None
    contest = tournament.contest(game, {} if size is None else {"size": size})
    entered = with_options(resolve(bots), terms["options"])
    plan = tournament.match(entered, contest, terms["games"], clock, terms["seed"])
    return plan.within(Limits(sandbox=terms["sandbox"]))


def _json(score: Score) -> dict[str, Any]:
    from arena.store.results import Result
    from arena.views import frames, output

    return {
        "bots": list(score.bots),
        "score": [score.points(bot) for bot in score.bots],
        "games": output.records(frames.games(map(Result.of, score.games))),
    }


def _text(score: Score, store: Path | None) -> str:
    lines = []
    width = max(map(len, score.bots))
    for bot in score.bots:
        wins, draws, losses = score.counts(bot)
        lines.append(f"{bot:{width}}  {score.points(bot):6g}   +{wins} ={draws} -{losses}")
    for record in score.games:
        for name, fault in zip(record.spec.bots, record.faults, strict=True):
            if fault:
                lines.append(f"game {record.spec.id}: {name}: {fault.word}: {fault.detail}")
                lines.append(f"  why: {_explained(store, record.spec.id)}")
    return "\n".join(lines)


def _explained(store: Path | None, game: int) -> str:
    """Where a fault is explained."""
    if store:
        return f"arena show {store} {game}"
    return f"the same command with --store match.arena, then arena show match.arena {game}"
