"""Schedules: fair, lazy, the same every time, and never disturbed by an extension."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.clock import Clock
from arena.plan import openings
from arena.plan import schedule as module
from arena.plan.fixtures import Stage, count, stages
from arena.plan.formats import round_robin
from arena.plan.meetings import Book, Field, Pairing
from arena.plan.tournament import Contest, Entrant, Tournament, contest
from arena.record import BotSpec, GameSpec

PLAYERS = st.integers(2, 13)
ROUNDS = st.integers(1, 4)


def plan(players: int, rounds: int = 1, **more: object) -> Tournament:
    """A tournament of so many bots, all of them called by a number."""
    bots = [BotSpec(str(number), ("x",), "/") for number in range(players)]
    return Tournament(
        name="cup",
        contests=(Contest("what-the-shell"), contest("veletas", {"size": 7})),
        entrants=tuple(Entrant(bot, Clock()) for bot in bots),
        rounds=rounds,
        **more,  # type: ignore[arg-type]
    )


def pairings(players: int, rounds: int) -> list[Pairing]:
    """The round robin of players called by numbers."""
    return list(round_robin.pairings(field(players, rounds), Book({})))


def field(players: int, rounds: int) -> Field:
    return Field(tuple(map(str, range(players))), rounds)


def schedule(tournament: Tournament, stages: tuple[Stage, ...] | None = None) -> list[GameSpec]:
    """The whole schedule of a format that does not decide by results."""
    return [step for step in module.schedule(tournament, stages) if isinstance(step, GameSpec)]


@given(PLAYERS, ROUNDS)
def test_everyone_meets_everyone_once_in_each_round(players: int, rounds: int) -> None:
    found = pairings(players, rounds)
    meetings = Counter((p.round, frozenset((p.first, p.second))) for p in found)
    assert set(meetings.values()) == {1}
    assert len(meetings) == round_robin.count(field(players, rounds))
    assert len(meetings) == rounds * players * (players - 1) // 2
    assert [p.round for p in found] == sorted(p.round for p in found)


@given(PLAYERS)
def test_first_seats_are_shared_fairly(players: int) -> None:
    for rounds, most in ((1, 1), (2, 0)):
        balance: Counter[str | None] = Counter()
        for pairing in pairings(players, rounds):
            balance[pairing.first] += 1
            balance[pairing.second] -= 1
        assert max(map(abs, balance.values())) <= most


@given(PLAYERS)
def test_nobody_plays_twice_in_a_leg(players: int) -> None:
    found = pairings(players, 1)
    size = players // 2
    for leg in range(0, len(found), size):
        seen = [seat for p in found[leg : leg + size] for seat in (p.first, p.second)]
        assert len(set(seen)) == 2 * size


def test_a_table_of_four() -> None:
    found = [f"{p.first}{p.second}" for p in pairings(4, 1)]
    assert found == ["03", "12", "31", "20", "23", "01"]


@settings(max_examples=30)
@given(st.integers(2, 6), ROUNDS, st.booleans())
def test_ids_seats_seeds_and_openings(players: int, rounds: int, pairs: bool) -> None:
    tournament = plan(players, rounds, pairs=pairs)
    games = schedule(tournament)
    assert [game.id for game in games] == list(range(1, count(tournament) + 1))
    seeds = [player.seed for game in games for player in game.players]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert games == schedule(tournament)
    meetings = Counter((game.game, frozenset(game.bots)) for game in games)
    assert set(meetings.values()) == {rounds * (2 if pairs else 1)}
    if pairs:
        check_pairs(games)
    assert len({game.opening for game in games}) == games[-1].pair


def check_pairs(games: list[GameSpec]) -> None:
    for number, (one, two) in enumerate(zip(games[::2], games[1::2], strict=True), start=1):
        assert one.pair == two.pair == number
        assert one.bots == two.bots[::-1]
        assert (one.game, one.variant, one.opening) == (two.game, two.variant, two.opening)


def test_another_seed_changes_seeds_and_openings_and_nothing_else() -> None:
    for one, two in zip(schedule(plan(3)), schedule(plan(3, seed=2)), strict=True):
        assert one.opening != two.opening
        assert {player.seed for player in one.players}.isdisjoint(p.seed for p in two.players)
        assert (one.id, one.bots, one.pair) == (two.id, two.bots, two.pair)


def test_seeds_stay_what_they_are_across_versions() -> None:
    first = schedule(plan(2))[0]
    assert [player.seed for player in first.players] == [3600382420424606, 7291838560546823]


def test_each_bot_has_its_own_clock_at_either_seat() -> None:
    tournament = plan(2)
    slow = replace(tournament.entrants[1], clock=Clock(time=900))
    tournament = replace(tournament, entrants=(tournament.entrants[0], slow), turn_limit=77)
    for game in schedule(tournament):
        assert {p.bot.name: p.clock.time for p in game.players} == {"0": 100, "1": 900}
        assert game.turn_limit == 77


def test_it_is_lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = openings.draw

    def counted(*args: object) -> object:
        drawn.append(1)
        return draw(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module.openings, "draw", counted)
    endless = plan(50, rounds=10**6)
    specs = (step for step in module.schedule(endless) if isinstance(step, GameSpec))
    assert [game.id for game in islice(specs, 5)] == [1, 2, 3, 4, 5]
    assert len(drawn) == 3
    assert count(endless) == 10**6 * 1225 * 4


EDITS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.randoms()), max_size=3)


@settings(max_examples=50)
@given(st.integers(2, 4), EDITS, st.booleans())
def test_an_extension_keeps_what_was_scheduled_and_adds_what_is_missing(
    players: int, edits: list[tuple[int, int, object]], pairs: bool
) -> None:
    now = plan(players, pairs=pairs)
    grown = stages(now)
    games = schedule(now, grown)
    for more_bots, more_rounds, shuffler in edits:
        entrants = list(plan(len(now.entrants) + more_bots).entrants)
        shuffler.shuffle(entrants)  # type: ignore[attr-defined]
        now = replace(now, entrants=tuple(entrants), rounds=now.rounds + more_rounds)
        assert (stages(now, grown) == grown) == (more_bots == more_rounds == 0)
        grown = stages(now, grown)
        extended = schedule(now, grown)
        assert extended[: len(games)] == games
        games = extended
    assert [game.id for game in games] == list(range(1, count(now) + 1))
    meetings = Counter((game.game, frozenset(game.bots)) for game in games)
    everyone = len(now.entrants) * (len(now.entrants) - 1) // 2
    assert len(meetings) == 2 * everyone
    assert set(meetings.values()) == {now.rounds * (2 if pairs else 1)}


def test_a_later_stage_follows_the_earlier_ones_in_its_natural_order() -> None:
    grown = (Stage(("0", "1"), 1), Stage(("0", "2", "1"), 1))
    games = schedule(plan(3), grown)
    met = [game.bots for game in games][::4]
    natural = [p[1:] for p in round_robin.pairings(Field(("0", "2", "1")), Book({}))]
    assert met == [("0", "1"), *(pair for pair in natural if set(pair) != {"0", "1"})]
