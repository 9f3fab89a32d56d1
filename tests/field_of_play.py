"""Runs of formats without processes: games end in any order, some runs are stopped and go on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from arena.clock import Clock
from arena.plan.fixtures import Fixtures, Stage
from arena.plan.meetings import WAIT, Meeting
from arena.plan.schedule import schedule
from arena.plan.tournament import NO_OPENINGS, Contest, Entrant, Tournament
from arena.record import BotSpec, GameSpec

Outcomes = dict[int, tuple[tuple[str, ...], tuple[float, ...]]]
Referee = Callable[[GameSpec], float]
"""What seat 1 of a game scores; the same game always comes to the same."""


def tournament(players: int, format_: str, **more: object) -> Tournament:
    """A tournament of so many bots, called a, b, c, …, the strongest first."""
    bots = [BotSpec(name_of(number), ("x",), "/") for number in range(players)]
    return Tournament(
        name="cup",
        contests=(Contest("what-the-shell"),),
        entrants=tuple(Entrant(bot, Clock()) for bot in bots),
        format=format_,
        openings=NO_OPENINGS,
        **more,  # type: ignore[arg-type]
    )


def name_of(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"z{number}"


def by_rank(game: GameSpec) -> float:
    """The bot whose name comes first wins."""
    return float(game.bots[0] < game.bots[1])


def by_chance(seed: int) -> Referee:
    """The bot whose name comes first wins more often than not."""

    def score(game: GameSpec) -> float:
        rng = Random(f"{seed} {game.id} {game.bots}")
        if rng.random() < 0.2:
            return 0.5
        return by_rank(game) if rng.random() < 0.7 else 1 - by_rank(game)

    return score


def all_level(game: GameSpec) -> float:
    """Every game is drawn."""
    return 0.5


def play(
    plan: Tournament,
    referee: Referee,
    slots: int = 1,
    order: Random | None = None,
    outcomes: Outcomes | None = None,
    stop_after: int | None = None,
    stages: tuple[Stage, ...] | None = None,
) -> Outcomes:
    """What comes of a run that plays `slots` games at once, which end in any `order`; it goes on
    with `outcomes`, and is killed after so many games."""
    outcomes = {} if outcomes is None else dict(outcomes)
    specs = schedule(plan, stages, outcomes, frozenset(outcomes))
    order = order or Random(0)
    playing: list[GameSpec] = []
    waits, played = False, 0
    while True:
        while len(playing) < slots and not (waits and playing):
            step = next(specs, None)
            waits = step is WAIT
            if step is None:
                break
            if step is not WAIT:
                playing.append(step)
        if not playing or played == stop_after:
            return outcomes
        game = playing.pop(order.randrange(len(playing)))
        score = referee(game)
        outcomes[game.id] = (game.bots, (score, 1 - score))
        played += 1


def meetings(
    plan: Tournament, outcomes: Outcomes, stages: tuple[Stage, ...] | None = None
) -> list[Meeting]:
    """The meetings of a run and what came of them."""
    return list(Fixtures(plan, stages, outcomes).through().book.meetings())
