"""A run's standings: points and tie-breaks, as its format orders them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from arena.plan import fixtures, formats
from arena.plan.fixtures import Fixtures
from arena.plan.meetings import Meeting, Pairing
from arena.plan.standing import Standing, standings
from arena.plan.tournament import Tournament
from arena.store.planned import planned, stages_of
from arena.store.store import Store
from arena.views import frames
from arena.views.tables import Table
from arena.words import counted


def standings_table(store: Store) -> Table:
    """The standings of the run; eyes are spared the columns that tell nothing in it."""
    plan = planned(store.header)
    frame = frames.rows(standings_of(store), Standing)
    games = int(frame["games"].sum()) // 2
    idle = [name for name in ("byes", "direct") if not frame[name].any()]
    if not formats.load(plan.format).TRAITS.elimination:
        idle.append("round")
    title = f"{plan.format}: {counted(games, 'game')}, points and tie-breaks"
    return Table(title, frame, frame.drop(columns=idle))


def standings_of(store: Store) -> tuple[Standing, ...]:
    """The bots in order."""
    plan = planned(store.header)
    traits, games = formats.load(plan.format).TRAITS, fixtures.field(plan).games
    meetings = _scheduled(plan, store) if traits.adaptive else _played(store)
    return standings(plan.names, meetings, games, traits.elimination)


def _scheduled(plan: Tournament, store: Store) -> Iterator[Meeting]:
    """The meetings that the format has decided on, byes among them; not what places newcomers."""
    course = Fixtures(plan, stages_of(store.header), store.scores()).through()
    return (meeting for meeting in course.book.meetings() if not meeting.pairing.places)


def _played(store: Store) -> Iterator[Meeting]:
    """The pairs that have games, each as a meeting."""
    for _, pair in groupby(store.results(), attrgetter("pair")):
        games = list(pair)
        first, second = games[0].bots
        scores = tuple(game.scores[game.bots.index(first)] for game in games)
        yield Meeting(Pairing(0, first, second), scores, len(scores))
