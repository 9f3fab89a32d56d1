"""A standing league: bots come, are placed and go, and what was played stays."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.clock import Clock
from arena.plan import fixtures, formats
from arena.plan.fixtures import Fixtures, Stage, stages
from arena.plan.meetings import WAIT
from arena.plan.tournament import Entrant, League, Tournament
from arena.record import BotSpec
from arena.store.header import Header
from arena.store.store import Store
from tests.commands import arena
from tests.field_of_play import Outcomes, by_chance, by_rank, meetings, play, tournament

FAIR = Path(__file__).parent / "bots" / "fair.py"
Grown = tuple[Tournament, tuple[Stage, ...]]

# Without processes


def begun(plan: Tournament) -> Grown:
    return plan, stages(plan)


def after(outcomes: Outcomes) -> int:
    """The last pair of which a game is over."""
    return (max(outcomes, default=0) + 1) // 2


def with_bot(run: Grown, name: str, outcomes: Outcomes, games: int | None = None) -> Grown:
    plan, earlier = run
    newcomer = Entrant(BotSpec(name, ("x",), "/"), Clock())
    placed = () if games is None else ((name, games),)
    league = replace(plan.league, placed=(*plan.league.placed, *placed))
    plan = replace(plan, entrants=(*plan.entrants, newcomer), league=league)
    return plan, stages(plan, earlier, after(outcomes))


def without(run: Grown, name: str, outcomes: Outcomes) -> Grown:
    plan, earlier = run
    plan = replace(plan, league=replace(plan.league, retired=(*plan.league.retired, name)))
    return plan, stages(plan, earlier, after(outcomes))


def finish(run: Grown, outcomes: Outcomes, seed: int = 1) -> Outcomes:
    """The run's end, which is the same at any concurrency and after any kills."""
    plan, grown = run
    alone = play(plan, by_chance(seed), outcomes=outcomes, stages=grown)
    assert play(plan, by_chance(seed), 7, Random(3), outcomes, stages=grown) == alone
    rng, stormy = Random(1), dict(outcomes)
    for _ in range(10):
        stop = rng.randrange(6)
        stormy = play(plan, by_chance(seed), 4, rng, stormy, stop, grown)
    assert play(plan, by_chance(seed), 4, rng, stormy, stages=grown) == alone
    assert {id_: alone[id_] for id_ in outcomes} == outcomes
    return alone


def counts(outcomes: Outcomes) -> Counter[str]:
    return Counter(bot for bots, _ in outcomes.values() for bot in bots)


@pytest.mark.parametrize("name", ["round-robin", "gauntlet", "ladder", "swiss"])
def test_a_newcomer_is_placed_in_so_many_games(name: str) -> None:
    terms = {"ladder": (("games", 60), ("round", 12), ("sigma", 0.5))}.get(name, ())
    run = begun(tournament(5, name, rounds=1 if name == "ladder" else 3, terms=terms))
    first = finish(run, {})
    placed = with_bot(run, "n", first, 14)
    then = finish(placed, first)
    assert counts(then)["n"] == 14
    assert len(then) == len(first) + 14
    halfway = play(placed[0], by_chance(1), 3, None, first, 6, placed[1])
    last = finish(with_bot(placed, "o", halfway, 10), halfway)
    assert counts(last)["o"] >= 10
    assert counts(last)["n"] >= 14


def test_a_placed_bot_meets_those_near_it_and_joins_later_rounds() -> None:
    run = begun(tournament(6, "round-robin", rounds=6))
    first = play(run[0], by_rank)
    plan, grown = with_bot(run, "aa", first, 20)
    then = play(plan, by_rank, outcomes=first, stages=grown)
    met = counts({id_: game for id_, game in then.items() if "aa" in game[0]})
    assert met["a"] + met["b"] > met["e"] + met["f"]
    longer = replace(plan, rounds=7)
    last = play(longer, by_rank, outcomes=then, stages=stages(longer, grown, after(then)))
    assert counts(last)["aa"] == 20 + 2 * 6
    assert counts(last)["a"] == counts(then)["a"] + 2 * 6


def test_a_bot_that_joins_without_a_number_catches_up() -> None:
    run = begun(tournament(4, "round-robin", rounds=3))
    first = play(run[0], by_chance(1), 3, stop_after=11)
    then = finish(with_bot(run, "n", first), first)
    assert counts(then) == Counter(dict.fromkeys("abcdn", 2 * 3 * 4))


def test_a_retired_bots_missing_games_are_not_played_and_all_others_are() -> None:
    run = begun(tournament(5, "round-robin", rounds=2))
    whole = finish(run, {})
    first = play(run[0], by_chance(1), 3, stop_after=13)
    then = finish(without(run, "c", first), first)
    assert then == {id_: g for id_, g in whole.items() if "c" not in g[0] or id_ in first}


@pytest.mark.parametrize("stop", [0, 12, 17, 31])
def test_a_ladder_goes_on_without_the_retired_from_its_next_round(stop: int) -> None:
    terms = (("games", 120), ("round", 12), ("sigma", 0.5))
    run = begun(tournament(6, "ladder", terms=terms))
    first = play(run[0], by_chance(1), 3, Random(stop), stop_after=stop)
    then = finish(without(run, "c", first), first)
    end_of_round = -(-max(first, default=0) // 12) * 12
    assert not [id_ for id_, (bots, _) in then.items() if id_ > end_of_round and "c" in bots]
    assert max(then) == 120
    grown = finish(with_bot(without(run, "c", first), "n", then), then)
    assert grown == then


def test_a_swiss_goes_on_after_a_withdrawal() -> None:
    run = begun(tournament(6, "swiss", rounds=5))
    first = play(run[0], by_chance(1), 2, stop_after=14)
    left = without(run, "c", first)
    then = finish(left, first)
    rounds = Counter(m.pairing.round for m in meetings(left[0], then, left[1]))
    assert rounds == {0: 3, 1: 3, 2: 3, 3: 3, 4: 3}
    late = [m.pairing for m in meetings(left[0], then, left[1]) if m.pairing.round > 2]
    assert "c" not in {name for pairing in late for name in pairing[1:]}
    assert sum(pairing.second is None for pairing in late) == 2


def met(run: Grown) -> list[str]:
    """Who meets whom in a run that is decided before its first game."""
    return ["".join(sorted(step.seats)) for step in Fixtures(*run) if step is not WAIT]


def test_a_gauntlets_challengers_are_those_that_it_began_with() -> None:
    run = begun(tournament(3, "gauntlet"))
    grown, earlier = with_bot(run, "n", {})
    assert met((grown, earlier)) == ["ab", "ac", "an"]
    turned = replace(grown, entrants=grown.entrants[::-1])
    assert met((turned, stages(turned, run[1]))) == ["ab", "ac", "an"]
    assert fixtures.count(turned, run[1]) == 6


def test_nobody_takes_a_retired_challengers_place() -> None:
    run = begun(tournament(5, "gauntlet", terms=(("challengers", 2),)))
    one = without(run, "a", {})
    assert met(one) == met(run)
    assert fixtures.count(*one) == 2 * 3
    none, earlier = without(one, "b", {})
    objection = formats.load("gauntlet").objection(fixtures.field(none, earlier))
    assert objection == "found no challenger that still plays, expected one"


def test_a_gauntlet_of_an_older_version_goes_on_with_the_challenger_that_its_file_named() -> None:
    plan, earlier = with_bot(begun(tournament(3, "gauntlet")), "n", {})
    older = (*earlier[:1], Stage(("n", "a", "b", "c"), 1))
    assert met((plan, older)) == ["ab", "ac", "an", "bn", "cn"]


def test_games_of_a_placed_bot_that_retires_count_once() -> None:
    run = begun(tournament(3, "round-robin"))
    whole = fixtures.count(*with_bot(run, "n", {}, 4))
    assert (whole, fixtures.count(*without(with_bot(run, "n", {}, 4), "n", {}))) == (16, 6)


def test_a_league_that_does_not_change_has_no_new_stage() -> None:
    plan, grown = begun(tournament(3, "round-robin"))
    assert stages(plan, grown, 3) == grown
    assert len(stages(replace(plan, league=League(retired=("a",))), grown, 3)) == 2


# The commands


def begin(folder: Path, more: str = "rounds: 1", two: str = f"{sys.executable} -S {FAIR}") -> Path:
    """A small run that is played."""
    bots = [f"  - {{name: one, command: {sys.executable} -S {FAIR}}}"]
    bots.append(f"  - {{name: two, command: {two}}}")
    lines = ["games: what-the-shell", "clock: {time: 3s}", more, "bots:", *bots]
    (folder / "cup.yaml").write_text("\n".join(lines) + "\n")
    arena("run", "cup.yaml", "--quiet", cwd=folder)
    return folder / "cup.arena"


def games(path: Path) -> Counter[str]:
    with Store.open(path) as store:
        return Counter(bot for result in store.results() for bot in result.bots)


def header(path: Path) -> Header:
    with Store.open(path) as store:
        return store.header


def test_a_league_grows_and_shrinks_by_commands(tmp_path: Path) -> None:
    run = begin(tmp_path)
    done = arena("add", run, "random", "--games", 5, "--name", "guest", cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == f"guest joins {run}; next: arena run {run}"
    arena("run", run, "--quiet", cwd=tmp_path)
    assert games(run)["guest"] == 4
    arena("retire", run, "two", cwd=tmp_path)
    arena("run", run, "--rounds", 2, "--quiet", cwd=tmp_path)
    assert games(run) == {"one": 2 + 2 + 2, "two": 2 + 2, "guest": 4 + 2}
    before = games(run)
    arena("run", "cup.yaml", "--rounds", 2, "--quiet", cwd=tmp_path)
    assert games(run) == before
    arena("verify", run, cwd=tmp_path)
    rows = json.loads(arena("ratings", run, "--format", "json", cwd=tmp_path).stdout)
    assert {row["bot"] for row in rows} == {"one", "two", "guest"}
    gone = arena("retire", run, "two", cwd=tmp_path, status=2)
    assert "has no bot 'two' that plays; expected one or guest" in gone.stderr
    last = arena("retire", run, "one", cwd=tmp_path, status=2)
    assert "has 2 bots that play, expected 2 to be left" in last.stderr


@pytest.mark.thorough
def test_the_same_bot_is_refused_and_another_version_gets_a_name(tmp_path: Path) -> None:
    run = begin(tmp_path)
    bot = tmp_path / "mine.py"
    bot.write_text(FAIR.read_text())
    mine = f"{sys.executable} -S {bot}"
    arena("add", run, mine, cwd=tmp_path)
    twice = arena("add", run, mine, cwd=tmp_path, status=2)
    assert "found a bot that plays there already, as 'mine'" in twice.stderr
    bot.write_text(FAIR.read_text() + "\n# better\n")
    version = arena("add", run, mine, cwd=tmp_path)
    assert "note: mine is the name of another bot or version there: this one is mine-2" in (
        version.stdout
    )
    assert "mine-2 joins" in version.stdout


@pytest.mark.thorough
def test_what_cannot_join_is_told(tmp_path: Path) -> None:
    run = begin(tmp_path, more="format: knockout")
    closed = arena("add", run, "random", cwd=tmp_path, status=2)
    assert "is a run of knockout, whose bots do not come and go" in closed.stderr
    (tmp_path / "other").mkdir()
    run = begin(tmp_path / "other")
    before = header(run)
    few = arena("add", run, "random", "--games", 1, cwd=tmp_path, status=2)
    assert "found 1 game, expected at least 2: one meeting" in few.stderr
    broken = arena("add", run, f"{sys.executable} -c pass", cwd=tmp_path, status=2)
    assert "cannot play" in broken.stderr
    text = arena("add", run, "random", "--option", "seed", cwd=tmp_path, status=2)
    assert "found 'seed', expected NAME=VALUE" in text.stderr
    assert header(run) == before


@pytest.mark.parametrize("name", ["x" * 41, "two\nlines", " a", ""])
def test_a_name_that_no_file_may_give_is_refused(name: str, tmp_path: Path) -> None:
    named = arena("add", "x.arena", "random", "--name", name, cwd=tmp_path, status=2)
    assert "expected a name of at most 40 characters" in named.stderr
    assert named.stderr.count("\n") == 1


@pytest.mark.thorough
def test_runs_are_merged(tmp_path: Path) -> None:
    paths = []
    for number, python in enumerate(("-S", "-S -B"), 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths.append(begin(folder, two=f"{sys.executable} {python} {FAIR}"))
    done = arena("merge", "all.arena", *paths, cwd=tmp_path)
    note = f"note: two of {paths[1]} is another bot, version or clock: it is two-2 here"
    assert note in done.stdout
    assert done.stdout.endswith("all.arena has 4 games; next: arena ratings all.arena\n")
    assert games(tmp_path / "all.arena") == {"one": 4, "two": 2, "two-2": 2}
    arena("verify", "all.arena", cwd=tmp_path)
    table = json.loads(arena("standings", "all.arena", "--format", "json", cwd=tmp_path).stdout)
    assert {row["bot"]: row["games"] for row in table} == {"one": 4, "two": 2, "two-2": 2}
    for command, *words in (("run",), ("add", "random"), ("retire", "one")):
        refused = arena(command, "all.arena", *words, cwd=tmp_path, status=2)
        assert "all.arena was merged from other runs, and has nothing left" in refused.stderr
    there = arena("merge", "all.arena", *paths, cwd=tmp_path, status=2)
    assert "all.arena exists already; expected a new file" in there.stderr
    twice = arena("merge", "more.arena", paths[0], paths[0], cwd=tmp_path, status=2)
    assert "are the same run, expected it once" in twice.stderr
    assert not list(tmp_path.glob("more*"))
