"""Formats: who meets whom, the same whatever is played at once, stopped and gone on with."""

from __future__ import annotations

from collections import Counter, defaultdict
from importlib.util import find_spec
from itertools import combinations
from random import Random

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st
from trueskill import Rating

from arena.errors import RunError
from arena.plan import fixtures, formats
from arena.plan import skills as skills_of_runs
from arena.plan.formats import gauntlet, swiss
from arena.plan.meetings import Book, Field, Meeting, Pairing
from arena.plan.skills import Couples, Skills, told
from arena.plan.standing import standings
from arena.plan.tournament import Tournament, difference
from arena.ratings.base import Settings
from arena.ratings.fold import rate
from arena.skill import START, Skill, margin, quality, update
from tests.field_of_play import Outcomes, all_level, by_chance, by_rank, meetings, play, tournament
from tests.run_records import result

SOME = {
    "gauntlet": {"terms": (("challengers", 2.0),), "rounds": 3},
    "knockout": {"terms": (("best_of", 2.0), ("extra", 3.0))},
    "ladder": {"terms": (("games", 150), ("round", 12), ("sigma", 2.5))},
    "round-robin": {"rounds": 2},
    "swiss": {"rounds": 4},
}
"""Settings for a tournament of each format but sprt, which has tests of its own; a new format
needs some here."""


def test_formats_are_found_by_their_files() -> None:
    assert set(formats.names()) == {*SOME, "sprt"}


@pytest.mark.parametrize("name", SOME)
def test_every_format_keeps_the_contract(name: str) -> None:
    module = formats.load(name)
    plan = tournament(7, name, **SOME[name])
    field = fixtures.field(plan)
    assert module.objection(field) is None
    done = meetings(plan, play(plan, by_rank))
    if module.TRAITS.adaptive:
        assert sum(each.games > 0 for each in done) <= module.count(field)
    else:
        assert len(list(module.pairings(field, Book({})))) == module.count(field)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("pairs", [True, False])
def test_a_run_is_the_same_whatever_is_played_at_once_and_ends_first(
    name: str, pairs: bool
) -> None:
    for seed in range(5):
        plan = tournament(5 + seed, name, pairs=pairs, **SOME[name])
        alone = play(plan, by_chance(seed))
        for slots in (2, 3, 16):
            assert play(plan, by_chance(seed), slots, Random(slots)) == alone


@pytest.mark.parametrize("name", SOME)
def test_a_run_that_is_killed_again_and_again_ends_as_if_it_had_not(name: str) -> None:
    plan = tournament(6, name, **SOME[name])
    calm = play(plan, by_chance(1))
    rng, stormy = Random(1), {}
    for _ in range(60):
        stormy = play(plan, by_chance(1), 4, rng, stormy, stop_after=rng.randrange(4))
    assert play(plan, by_chance(1), 4, rng, stormy) == calm


def test_results_of_another_schedule_are_refused() -> None:
    plan = tournament(4, "knockout")
    outcomes = play(plan, by_rank)
    outcomes[1] = (("b", "c"), (1.0, 0.0))
    with pytest.raises(
        RunError, match="game 1 was b against c, but the results before it ask for a ag"
    ):
        meetings(plan, outcomes)


@pytest.mark.parametrize("name", ["knockout", "sprt"])
def test_some_take_no_more_bots(name: str) -> None:
    reason = difference(tournament(2, name), tournament(3, name))
    assert reason == f"bots: the file has 'c', but a {name} takes no more bots"


# Gauntlet


@given(st.integers(1, 3), st.integers(1, 6), st.integers(1, 4))
def test_challengers_meet_all_others_in_each_round(
    challengers: int, others: int, rounds: int
) -> None:
    field = Field(
        tuple(map(str, range(challengers + others))), rounds, 2, {"challengers": challengers}
    )
    found = list(gauntlet.pairings(field, Book({})))
    met = Counter((p.round, frozenset(p[1:])) for p in found)
    assert len(met) == len(found) == gauntlet.count(field) == rounds * challengers * others
    assert all(len({*map(str, range(challengers))} & pair) == 1 for _, pair in met)
    seats = Counter(pairing.first for pairing in found)
    for player in map(str, range(challengers)):
        assert abs(2 * seats[player] - rounds * others) <= 1


# Knockout


def bracket(players: int, **terms: float) -> list[Meeting]:
    plan = tournament(players, "knockout", terms=tuple(terms.items()))
    return meetings(plan, play(plan, by_rank))


def test_the_better_seeds_meet_last() -> None:
    found = [(m.pairing.round, "".join(sorted(m.pairing[1:]))) for m in bracket(8)]
    first, second, final = (
        [(0, "ah"), (0, "de"), (0, "bg"), (0, "cf")],
        [(1, "ad"), (1, "bc")],
        [(2, "ab")],
    )
    assert found == [*first, *second, *final]


@given(st.integers(2, 40))
@settings(max_examples=25, deadline=None)
def test_each_tie_puts_one_out_and_byes_go_to_the_first_seeds(players: int) -> None:
    found = bracket(players, best_of=1)
    byes = [each.pairing for each in found if each.games == 0]
    assert len(found) - len(byes) == players - 1
    assert {bye.round for bye in byes} <= {0}
    names = [entrant.bot.name for entrant in tournament(players, "knockout").entrants]
    assert {bye.first for bye in byes} == set(names[: len(byes)])


def test_a_tie_ends_when_it_is_decided() -> None:
    assert len(bracket(2, best_of=5)) == 3
    assert len(bracket(2, best_of=4)) == 3


def test_a_level_tie_gets_extra_meetings_and_then_goes_to_the_better_seed() -> None:
    plan = tournament(3, "knockout", terms=(("best_of", 2.0), ("extra", 3.0)))
    found = meetings(plan, play(plan, all_level))
    assert [m.pairing.round for m in found] == [0, *[0] * 5, *[1] * 5]
    assert {m.pairing[1:] for m in found if m.pairing.round} == {("a", "b"), ("b", "a")}
    table = standings(plan.names, found, 2, elimination=True)
    assert [row.bot for row in table] == ["a", "b", "c"]


def test_an_extra_meeting_decides() -> None:
    plan = tournament(2, "knockout", terms=(("best_of", 1.0), ("extra", 5.0)))
    found = meetings(plan, play(plan, lambda game: 0.5 if game.id < 5 else by_rank(game)))
    assert [m.points for m in found] == [1.0, 1.0, 2.0]


# Swiss


def swiss_rounds(players: int, rounds: int, seed: int = 0) -> list[list[Meeting]]:
    plan = tournament(players, "swiss", rounds=rounds)
    found = meetings(plan, play(plan, by_chance(seed)))
    return [[m for m in found if m.pairing.round == number] for number in range(rounds)]


@given(st.integers(2, 13), st.integers(0, 9))
@settings(max_examples=25, deadline=None)
def test_nobody_meets_twice_until_it_is_forced(players: int, seed: int) -> None:
    everyone = players - 1 + players % 2
    found = swiss_rounds(players, everyone + 1, seed)
    for number, meetings_ in enumerate(found):
        busy = [name for m in meetings_ for name in m.pairing[1:] if name]
        assert sorted(busy) == sorted(tournament(players, "swiss").names)
        assert sum(m.games == 0 for m in meetings_) == players % 2, number
    # A round is forced to repeat only if no perfect matching of unmet pairs is left: never in
    # the first half of the rounds.
    early = [frozenset(m.pairing[1:]) for each in found[: (everyone + 1) // 2] for m in each]
    assert len(set(early)) == len(early)


def test_byes_go_round() -> None:
    byes = [m.pairing.first for each in swiss_rounds(7, 7) for m in each if m.games == 0]
    assert len(byes) == len(set(byes)) == 7


def test_like_points_meet_and_upper_halves_meet_lower_ones() -> None:
    plan = tournament(8, "swiss", rounds=3)
    found = [frozenset(m.pairing[1:]) for m in meetings(plan, play(plan, by_rank))]
    assert found[:4] == [{"a", "e"}, {"b", "f"}, {"c", "g"}, {"d", "h"}]
    assert set(map(frozenset, found[4:8])) == set(map(frozenset, ("ac", "bd", "eg", "fh")))
    assert frozenset("ab") in found[8:]


def test_two_bots_play_on_when_a_rematch_is_forced() -> None:
    assert [[m.pairing.round for m in each] for each in swiss_rounds(2, 3)] == [[0], [1], [2]]


def test_swiss_without_its_library_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_spec("networkx")
    monkeypatch.setattr(swiss, "find_spec", lambda name: None)
    reason = swiss.objection(Field(("a", "b")))
    assert reason
    assert reason.startswith("found no library networkx")
    assert "pip install 'engine-arena[swiss]'" in reason


# Ladder


def ladder(players: int, games: int, number: int, sigma: float) -> Tournament:
    terms = (("games", games), ("round", number), ("sigma", sigma))
    return tournament(players, "ladder", terms=terms)


@pytest.mark.parametrize("players", [2, 3, 4, 9, 20])
@pytest.mark.parametrize("number", [1, 6, 40])
def test_nobody_has_more_than_twice_its_fair_share(players: int, number: int) -> None:
    plan = ladder(players, 300, number, 0.1)
    for referee in (by_chance(players), by_rank):
        found = meetings(plan, play(plan, referee))
        assert len(found) == 150
        counts = Counter(name for m in found for name in m.pairing[1:])
        assert max(counts.values()) <= 2 * (2 * len(found) / players)
        assert set(counts) == set(plan.names)


some_skill = st.just(START) | st.builds(Skill, st.floats(-50, 50), st.floats(0.1, 9))


@given(st.lists(some_skill, min_size=2, max_size=9), st.data())
def test_the_meeting_that_tells_most_is_found(skills: list[Skill], data: st.DataObject) -> None:
    players = [f"p{number}" for number in range(len(skills))]
    now, couples = dict(zip(players, skills, strict=True)), Couples(players)
    for _ in range(3):
        couples.renew(now)
        free = data.draw(st.sets(st.sampled_from(players), min_size=2))
        in_order = [player for player in players if player in free]
        expected = max(
            combinations(in_order, 2), key=lambda pair: told(*(now[one] for one in pair))
        )
        assert couples.best(free) == expected
        now |= {player: data.draw(some_skill) for player in expected}


def test_a_choice_reckons_anew_only_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned: list[None] = []

    def counted(one: Skill, two: Skill) -> float:
        reckoned.append(None)
        return quality(one, two)

    monkeypatch.setattr(skills_of_runs, "quality", counted)
    players, games = 60, 400
    play(ladder(players, games, 40, 0.1), by_chance(1))
    assert len(reckoned) < games / 2 * 10 * players


def test_it_ends_when_every_sigma_is_under_the_target() -> None:
    plan = ladder(6, 5000, 10, 1.5)
    outcomes = play(plan, by_chance(2))
    before = dict(sorted(outcomes.items())[:-10])
    assert len(outcomes) < 1000
    assert max(sigmas(outcomes)) < 1.5 < max(sigmas(before))


def sigmas(outcomes: Outcomes) -> list[float]:
    """How uncertain TrueSkill is of each bot after these games."""
    ordered = [outcomes[id_] for id_ in sorted(outcomes)]
    apart = margin((sum(scores == (0.5, 0.5) for _, scores in ordered) + 1) / (len(ordered) + 20))
    skills: defaultdict[str, Skill] = defaultdict(lambda: START)
    for bots, scores in ordered:
        won, lost = bots if scores[0] >= scores[1] else bots[::-1]
        skills[won], skills[lost] = update(skills[won], skills[lost], scores[0] == 0.5, apart)
    return [skill.sigma for skill in skills.values()]


def test_it_tells_more_than_a_round_robin_of_as_many_games() -> None:
    """The better always wins, so that most games of a round robin tell little."""
    everyone = play(tournament(8, "round-robin", rounds=3), by_rank)
    chosen = play(ladder(8, len(everyone), 8, 0.1), by_rank)
    assert len(chosen) == len(everyone)
    assert sum(sigmas(chosen)) < 0.9 * sum(sigmas(everyone))


def test_match_quality_is_that_of_the_package() -> None:
    for one, two in (((25, 8.3), (25, 8.3)), ((30, 2), (21, 7)), ((10, 1), (40, 1))):
        ours = quality(Skill(*one), Skill(*two))
        assert ours == pytest.approx(trueskill.quality_1vs1(Rating(*one), Rating(*two)))


@pytest.mark.parametrize("draw", [None, 0.1])
def test_skills_during_a_run_are_those_of_the_table(draw: float | None) -> None:
    plan = tournament(5, "swiss", rounds=40)
    outcomes = play(plan, by_chance(4))
    skills = Skills(fixtures.Fixtures(plan, None, outcomes).through().book, draw)
    skills.update()
    results = (result(id_, *outcomes[id_]) for id_ in sorted(outcomes))
    for row in rate(results, Settings(draw=draw)).rows:
        assert skills.skill(row.bot).mu == pytest.approx(row.mu)
        assert skills.skill(row.bot).sigma == pytest.approx(row.sigma)


# Standings


def meeting(number: int, first: str, second: str | None, *scores: float) -> Meeting:
    return Meeting(Pairing(number, first, second), scores, 2 if second else 0)


def test_tie_breaks() -> None:
    """Points b 5, a 4, d 3, c 3, e 3; Buchholz and Sonneborn-Berger worked out by hand."""
    found = [
        meeting(0, "a", "c", 1, 1),
        meeting(0, "b", "d", 1, 1),
        meeting(0, "e", None),
        meeting(1, "a", "b", 0.5, 0.5),
        meeting(1, "c", "e", 1, 0),
        meeting(1, "d", None),
        meeting(2, "a", "d", 0, 1),
        meeting(2, "b", "e", 1, 1),
        meeting(2, "c", None),
    ]
    table = standings("abcde", found, 2)
    told = [
        (row.rank, row.bot, row.points, row.games, row.byes, row.buchholz, row.sonneborn_berger)
        for row in table
    ]
    assert told == [
        (1, "b", 5.0, 6, 0, 3 + 4 + 3, 2 * 3 + 1 * 4 + 2 * 3),
        (2, "a", 4.0, 6, 0, 3 + 5 + 3, 2 * 3 + 1 * 5 + 1 * 3),
        (3, "d", 3.0, 4, 1, 5 + 3 + 4, 0 + 2 * 3 + 1 * 4),
        (4, "e", 3.0, 4, 1, 3 + 3 + 5, 2 * 3 + 1 * 3),
        (5, "c", 3.0, 4, 1, 4 + 3 + 3, 0 + 1 * 3 + 2 * 3),
    ]


def test_direct_encounters_break_the_last_tie() -> None:
    """c and a are level in points and both sums, and c has beaten a."""
    found = [
        meeting(0, "a", "b", 1, 1),
        meeting(0, "c", "d", 0, 0),
        meeting(1, "a", "c", 0, 0),
        meeting(1, "b", "d", 0, 0),
        meeting(2, "a", "d", 0, 1),
        meeting(2, "b", "c", 0, 1),
    ]
    table = standings("abcd", found, 2)
    told = [(r.bot, r.points, r.buchholz, r.sonneborn_berger, r.direct) for r in table]
    assert told == [("d", 5, 7, 11, 0), ("c", 3, 9, 7, 2), ("a", 3, 9, 7, 0), ("b", 1, 11, 3, 0)]


def test_a_cycle_is_left_to_the_order_of_the_file() -> None:
    found = [meeting(0, "a", "b", 1, 1), meeting(1, "b", "c", 1, 1), meeting(2, "c", "a", 1, 1)]
    assert [row.bot for row in standings("cab", found, 2)] == ["c", "a", "b"]


def test_points_are_those_of_the_games() -> None:
    plan = tournament(7, "swiss", rounds=4)
    outcomes = play(plan, by_chance(3))
    points: Counter[str] = Counter()
    for bots, scores in outcomes.values():
        for bot, score in zip(bots, scores, strict=True):
            points[bot] += score
    table = standings(plan.names, meetings(plan, outcomes), 2)
    assert {row.bot: row.points - 2 * row.byes for row in table} == points
