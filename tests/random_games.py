"""Whole games that were never played by bots: the reference engine's own random moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from arena.plan.meetings import Outcome
from arena.plan.schedule import schedule
from arena.plan.tournament import Contest, Tournament, match
from arena.record import BotSpec, GameSpec, Noise, Record, Reply
from arena.rules.retrace import first_state


def plan(contest: Contest | None = None, games: int = 40, bots: int = 2) -> Tournament:
    """A tournament of bots that nobody starts."""
    entered = [BotSpec(f"bot{number}", ("bot",), "/") for number in range(1, bots + 1)]
    return match(entered, contest or Contest("what-the-shell"), games)


def played(spec: GameSpec, rng: Random, used: Callable[[], int]) -> Record:
    """The game of `spec` by random moves, each of which takes `used()` nanoseconds."""
    state, turns = first_state(spec), []
    for joint in spec.opening:
        moves = {seat: state.parse_move(seat, move) for seat, move in joint}
        turns.append(tuple(Reply(seat, move, None) for seat, move in moves.items()))
        state = state.play(moves)
    while state.outcome is None:
        moves = {seat: state.random_move(seat, rng) for seat in state.to_move}
        turns.append(tuple(Reply(seat, str(move), used()) for seat, move in moves.items()))
        state = state.play(moves)
    return Record(
        spec=spec,
        scores=state.outcome.scores,
        termination=state.outcome.termination,
        faults=(None, None),
        turns=tuple(turns),
        stderr=("", ""),
        noise=(Noise(), Noise()),
        final=str(state),
    )


def record(spec: GameSpec) -> Record:
    """A game that is the same each time; some rows of a store are small, some go over several
    pages."""
    rng = Random(spec.id)
    return replace(
        played(spec, rng, lambda: rng.randrange(10**9)),
        stderr=("", rng.randbytes(rng.choice((0, 20, 4000))).hex()),
        noise=(Noise(), Noise(stale=1)),
        started=1_700_000_000.0 + spec.id,
        seconds=0.25,
    )


def records(tournament: Tournament) -> Iterator[Record]:
    """All games of a tournament, whose format may decide by results."""
    outcomes: dict[int, Outcome] = {}
    for spec in schedule(tournament, outcomes=outcomes):
        if isinstance(spec, GameSpec):
            game = record(spec)
            outcomes[spec.id] = (spec.bots, game.scores)
            yield game
