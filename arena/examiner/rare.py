"""Checks of what is rare in games: endings, and placements that only some seeds bring."""

from __future__ import annotations

from itertools import cycle, islice
from random import Random

import engines
from arena.examiner.base import Check, Finding, passed
from arena.examiner.exam import Exam
from arena.examiner.games import SETTLED, SHELL, VELETAS
from arena.examiner.positions import LAST_SHOOTERS, SHELL_ENDINGS
from engines.base import State

PLACEMENTS = 240
"""Enough to see a fault in one of forty all but certainly (it is missed once in 400 times)."""
BOARDS = engines.load(VELETAS).variants


def endings(exam: Exam) -> Finding:
    """A turn in each of the rare positions."""
    for start in SHELL_ENDINGS.values():
        exam.play(exam.spec(SHELL, start=start, turns=1))
    return passed(f"{', '.join(SHELL_ENDINGS)}: all legal")


def last_shooters(exam: Exam) -> Finding:
    """A turn in each of the endings, as either colour."""
    for start in LAST_SHOOTERS:
        for seat, side in ((1, "b"), (2, "w")):
            exam.play(exam.spec(VELETAS, seat, start=start.format(side=side), turns=1))
    return passed("few shots are left, and claimed shooters see more: all legal")


def many_placements(exam: Exam) -> Finding:
    """Placements of either player on every board, each with a seed of its own."""
    rng = Random(1)
    with exam.session() as session:
        for number, variant in enumerate(islice(cycle(BOARDS), PLACEMENTS), 1):
            state = engines.load(VELETAS).start(**variant)
            if number % 2:
                state = _drawn(_drawn(state, rng), rng)
            (seat,), start = state.to_move, str(state)
            spec = exam.spec(
                VELETAS, seat, variant=variant, clock=exam.hurried, seed=number, start=start
            )
            game = session.begin(spec, seat, str(number))
            game.turn()
            game.finish()
    return passed(f"{PLACEMENTS} placements, each from a seed of its own, are legal")


def _drawn(state: State, rng: Random) -> State:
    """The state after a turn at random."""
    return state.play({seat: state.random_move(seat, rng) for seat in state.to_move})


CHECKS = (
    Check(
        "endings",
        "full boards, sudden death and eggs are rare until they decide a game",
        "rules",
        endings,
        needs=SETTLED,
        game=SHELL,
    ),
    Check(
        "last-shooters",
        "claimed shooters never move or fire, and in the end they see most of what is left",
        "rules-1",
        last_shooters,
        needs=SETTLED,
        game=VELETAS,
    ),
    Check(
        "many-placements",
        "a placement that is illegal once in fifty times loses one game in fifty",
        "11-veletas",
        many_placements,
        needs=(*SETTLED, "sizes"),
        game=VELETAS,
    ),
)
