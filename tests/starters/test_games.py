"""Each starter plays whole games through the referee, and loses none by a fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena import match
from arena.clock import Clock
from arena.plan import tournament
from arena.plan.bots import from_folder, resolve
from tests.engines.positions import GAMES
from tests.starters.talking import Starter

CLOCK = Clock(time=2000, margin=1000)
"""No game here is about time: a machine that has much else to do must not decide it."""


ALL = tuple(tournament.contest(game.name, variant) for game, variant in GAMES)
"""Each game in each of its sizes."""
SMALL = (tournament.contest("what-the-shell"), tournament.contest("veletas", {"size": 7}))


def play(starter: Starter, games: int, contests: tuple[tournament.Contest, ...]) -> None:
    """Play so many games of each against `random`, from the first placement on."""
    bots = (from_folder(starter.folder), *resolve(["random"]))
    plan = tournament.match(bots, contests[0], games, CLOCK, openings=tournament.NO_OPENINGS)
    score = match.play(replace(plan, contests=contests))
    assert len(score.games) == games * len(contests)
    for record in score.games:
        assert record.faults == (None, None), record.spec
        assert {noise.unknown + noise.stale for noise in record.noise} == {0}, record.spec


def test_two_games_of_each(starter: Starter) -> None:
    play(starter, 2, SMALL)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_games_of_each(starter: Starter) -> None:
    play(starter, 100, ALL)
