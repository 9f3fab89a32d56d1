"""Whole games in which much happens, made without bots: for pages that show them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import engines
from arena.clock import MS, Clock
from arena.record import BotSpec, GameSpec, Info, Player, Record, Reply
from engines.base import Move, Seat, State

TRIES = 8
"""Joint moves of which the liveliest is played."""
MOST = 50
"""Turns after which a game is no longer kept going."""
WORTH = {"laid": 3, "hatched": 3, "vanished": 6}
"""How lively events are; others count 1."""


def lively(
    id_: int,
    game: str = "what-the-shell",
    size: int = 7,
    bots: tuple[str, str] = ("ada", "bob"),
    clock: Clock | None = None,
) -> Record:
    """A game that is kept going while it can be, the same each time for the same number."""
    variant = (("size", size),) if game == "veletas" else ()
    rng, state = Random(id_), engines.load(game).start(**dict(variant))
    players = tuple(
        Player(BotSpec(name, (name,), "."), clock or Clock(time=100, bank=2000), seat)
        for seat, name in enumerate(bots, 1)
    )
    turns: list[tuple[Reply, ...]] = []
    while state.outcome is None:
        moves = _moves(state, rng, ends=len(turns) >= MOST)
        turns.append(tuple(Reply(s, m, rng.randrange(150 * MS)) for s, m in moves.items()))
        state = state.play(moves)
    return Record(
        spec=GameSpec(id_, game, variant, players, pair=0),
        scores=state.outcome.scores,
        termination=state.outcome.termination,
        faults=(None, None),
        turns=tuple(turns),
        infos=tuple(
            Info(turn, seat, f"score={rng.random():.2f} depth=3")
            for turn in range(1, len(turns) + 1)
            for seat in (1, 2)
        ),
        final=str(state),
    )


def _moves(state: State, rng: Random, ends: bool) -> Mapping[Seat, Move]:
    """The moves with most events that don't end the game, if there are any; `ends`: any moves."""
    drawn = [_drawn(state, rng) for _ in range(1 if ends else TRIES)]
    lasting = [moves for moves in drawn if state.play(moves).outcome is None]
    return max(lasting or drawn, key=lambda moves: _worth(state, moves))


def _worth(state: State, moves: Mapping[Seat, Move]) -> int:
    return sum(WORTH.get(event.word, 1) for event in state.events(moves))


def _drawn(state: State, rng: Random) -> Mapping[Seat, Move]:
    """Moves at random; where both move, they sometimes collide."""
    moves = {seat: state.random_move(seat, rng) for seat in state.to_move}
    if len(moves) == 2 and rng.random() < 0.2:
        moves[2] = moves[1]
    return moves
