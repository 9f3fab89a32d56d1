"""Checks of play: both games, every phase, all sizes, both seats, judged by the referee."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, islice

import engines
from arena.examiner.base import Check, Finding, advised, passed
from arena.examiner.exam import SHORT, Exam
from arena.record import JointMove, Record

SHELL, VELETAS = "what-the-shell", "veletas"
RULES = (SHELL, VELETAS)
"""The checks that say whether a bot keeps to the rules at all."""
GAMES = 3
"""Games in one process that show whether it forgets the last one."""
SETTLED = ("several-games",)
"""The check that says whether it plays game after game."""
WHOLE = 400
"""Turns of a game that may come to its end."""
SETUP = 4
"""Turns until the first move of Veletas, that move included."""
SEEDS = (0, 2**53 - 1)
"""The least and the greatest that there are."""
PLACED: JointMove = ((1, "c3,d4,e5/f6"),)
"""A first placement on Veletas' first board."""


def what_the_shell(exam: Exam) -> Finding:
    """A whole game."""
    return _told([exam.play(exam.spec(SHELL, turns=WHOLE))])


def placement(exam: Exam) -> Finding:
    """Both placements, on the first board."""
    for seat, opening in ((1, ()), (2, (PLACED, ((2, "white"),)))):
        exam.play(exam.spec(VELETAS, seat, opening=opening, turns=len(opening) + 1))
    return passed("shooters and a stone are placed, as the first player and as White")


def colour_choice(exam: Exam) -> Finding:
    """The choice itself, and what follows from either colour at either seat."""
    exam.play(exam.spec(VELETAS, 2, opening=(PLACED,), turns=2))
    for colour in ("black", "white"):
        for seat in (1, 2):
            opening = (PLACED, ((2, colour),))
            exam.play(exam.spec(VELETAS, seat, opening=opening, turns=SETUP + 1))
    return passed("it chooses, and plays either colour at either seat")


def veletas(exam: Exam) -> Finding:
    """A whole game on the first board."""
    return _told([exam.play(exam.spec(VELETAS, turns=WHOLE))])


def several_games(exam: Exam) -> Finding:
    """Games of each kind that the bot plays, in one process."""
    pids = []
    for game in islice(cycle(exam.games), GAMES):
        exam.play(exam.spec(game), keep=True)
        pids.append(exam.process().process.pid)
    exam.settled = True
    if len(set(pids)) > 1:
        return advised("its process ends after a game, so that each costs a start")
    return passed(f"{GAMES} games in one process")


def sizes(exam: Exam) -> Finding:
    """The beginning on every other board."""
    tried = []
    for name in exam.games:
        for variant in engines.load(name).variants[1:]:
            exam.play(exam.spec(name, variant=variant, turns=SETUP + SHORT))
            tried.append(" ".join([name, *(f"{key} {value}" for key, value in variant.items())]))
    return passed(", ".join(tried) if tried else "its games have one size")


def seats(exam: Exam) -> Finding:
    """The beginning at seat 2; other checks have seen seat 1."""
    return _told(exam.play(exam.spec(name, 2, turns=SETUP + SHORT)) for name in exam.games)


def turn_numbers(exam: Exam) -> Finding:
    """A game whose first turns were played before the bot was asked."""
    for name in exam.games:
        state, turns = engines.load(name).start(), []
        for _ in range(2):
            moves = {seat: next(state.legal(seat)) for seat in state.to_move}
            turns.append(tuple(moves.items()))
            state = state.play(moves)
        exam.play(exam.spec(name, state.to_move[0], opening=tuple(turns), turns=3))
    return passed("it answers `go 3` first where two turns were played before")


def seeds(exam: Exam) -> Finding:
    """The beginning with either extreme."""
    for seed in SEEDS:
        exam.play(exam.spec(exam.games[0], seed=seed, turns=1))
    return passed(f"{SEEDS[0]} and {SEEDS[1]} are taken")


def _told(records: Iterable[Record]) -> Finding:
    """How long the games were."""
    found = list(records)
    turns = sum(len(record.turns) for record in found)
    ends = ", ".join(record.termination for record in found)
    return passed(f"{turns} turns ({ends}), every move legal")


CHECKS = (
    Check(
        SHELL,
        "an illegal move loses the game at once",
        "10-what-the-shell",
        what_the_shell,
        needs=("ready",),
        game=SHELL,
    ),
    Check(
        "placement",
        "every game of Veletas begins with placements, and an illegal one loses it",
        "11-veletas",
        placement,
        needs=("ready",),
        game=VELETAS,
    ),
    Check(
        "colour-choice",
        "the second player chooses, so seat 1 may be White: the state says which, not the seat",
        "notation-1",
        colour_choice,
        needs=("placement",),
        game=VELETAS,
    ),
    Check(
        VELETAS,
        "an illegal move loses the game at once",
        "11-veletas",
        veletas,
        needs=("colour-choice",),
        game=VELETAS,
    ),
    Check(
        "several-games",
        "a process plays one game after another, and what it keeps of the last spoils the next",
        "before-it",
        several_games,
        needs=RULES,
    ),
    Check(
        "sizes",
        "a tournament chooses the board's size, and `newgame` says it",
        "11-veletas",
        sizes,
        needs=SETTLED,
        game=VELETAS,
    ),
    Check(
        "seats",
        "in a pair of games every bot plays at both seats",
        "before-it",
        seats,
        needs=SETTLED,
    ),
    Check(
        "turn-numbers",
        "only an answer with its `go`'s number counts, and openings and gaps make numbers jump",
        "a-turn",
        turn_numbers,
        needs=SETTLED,
    ),
    Check(
        "seeds",
        "a seed is a number below 2^53, which does not fit into 32 bits",
        "before-it",
        seeds,
        needs=SETTLED,
    ),
)
