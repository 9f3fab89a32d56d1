"""How a game ends: scores by seat, the word for it, and who committed which fault. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from arena.record import VOID, Fault
from engines.base import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """Scores and faults are in seat order."""

    scores: tuple[float, ...]
    termination: str
    faults: tuple[Fault | None, ...]
    void_reason: str = ""


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why an answer that came late is the host's doing."""

    text: str


def by_outcome(outcome: Outcome) -> Verdict:
    """The game ended by its rules."""
    return Verdict(outcome.scores, outcome.termination, (None,) * len(outcome.scores))


def by_turn_limit(seats: int) -> Verdict:
    """The game grew too long: a draw."""
    return Verdict((0.5,) * seats, "turn-limit", (None,) * seats)


def by_failures(seats: int, failed: Mapping[int, Fault | Excuse | None]) -> Verdict:
    """Seats gave no legal move in the same turn; None stands for one that resigned.

    A seat that the host made late is not at fault. If nobody else is, the game is void.
    """
    excuses = [why.text for why in failed.values() if isinstance(why, Excuse)]
    if len(excuses) == len(failed):
        return spoilt(seats, "; ".join(excuses))
    faults = {seat: why for seat, why in failed.items() if isinstance(why, Fault)}
    return lost_by(seats, faults, [seat for seat, why in failed.items() if why is None])


def lost_by(seats: int, faults: Mapping[int, Fault], resigned: Collection[int]) -> Verdict:
    """Seats failed or resigned in the same turn: the others win; if there are none, a draw."""
    losers = {*faults, *resigned}
    if len(losers) == seats:
        scores = [0.5] * seats
        word = "double-fault" if faults else "resign"
    else:
        scores = [float(seat not in losers) for seat in range(1, seats + 1)]
        word = next(iter(faults.values())).word if faults else "resign"
    by_seat = tuple(faults.get(seat) for seat in range(1, seats + 1))
    return Verdict(tuple(scores), word, by_seat)


def spoilt(seats: int, reason: str) -> Verdict:
    """The arena or the host spoilt the game: it is void."""
    return Verdict((), VOID, (None,) * seats, reason)
