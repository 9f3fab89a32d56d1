"""The sequential test: published figures, error rates, and real tests of real bots."""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.plan.formats import sprt as sprt_format
from arena.plan.meetings import WAIT, Field
from arena.plan.schedule import schedule
from arena.sprt import SCORES, Hypotheses, Sprt, elo_of, llr, score_of
from arena.store.results import Selection
from arena.store.store import Store
from arena.views.elo_words import elo_words
from tests.commands import arena, interrupt, start, wait_for
from tests.field_of_play import Outcomes, by_chance, play, tournament
from tests.simulation import sprt as simulation
from tests.simulation.sprt import HYPOTHESES, SAFE, SideBySide, pair_distribution, simulate


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "expected"),
    [
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_published_ratios(
    pairs: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    """The figures are those of tests on fishtest, as fastchess quotes them in its own tests."""
    assert llr(pairs, Hypotheses(elo0, elo1)) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    [
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95),
    ],
)
def test_published_differences(pairs: tuple[int, ...], elo: float, error: float) -> None:
    """The figures are those of fastchess's own tests of its pentanomial Elo (elo_test.cpp), whose
    error is half of the interval."""
    test = Sprt(Hypotheses())
    test.pairs = list(pairs)
    found, low, high = test.elo()
    assert found == pytest.approx(elo, abs=0.005)
    assert (high - low) / 2 == pytest.approx(error, abs=0.005)


COUNTS = st.lists(st.integers(0, 10_000), min_size=5, max_size=5).filter(any)


@given(COUNTS, st.floats(-100, 99), st.floats(0.1, 100))
def test_the_ratio_is_that_of_the_best_fitting_distributions(
    pairs: list[int], elo0: float, width: float
) -> None:
    """Each is found here by bisection, from its definition: most likely for its mean."""
    hypotheses = Hypotheses(elo0, elo0 + width)
    counts = [count or 1e-3 for count in pairs]
    logs = []
    for elo in (hypotheses.elo0, hypotheses.elo1):
        fitting = best_fit(counts, score_of(elo))
        assert sum(fitting) == pytest.approx(1)
        assert sum(p * s for p, s in zip(fitting, SCORES, strict=True)) == pytest.approx(
            score_of(elo)
        )
        logs.append(sum(n * math.log(p) for n, p in zip(counts, fitting, strict=True)))
    found = llr(pairs, hypotheses)
    assert found == pytest.approx(logs[1] - logs[0], rel=1e-6, abs=1e-6 * sum(counts))
    turned = Hypotheses(-hypotheses.elo1, -hypotheses.elo0)
    assert llr(pairs[::-1], turned) == pytest.approx(-found, rel=1e-6, abs=1e-6 * sum(counts))


def best_fit(counts: list[float], mean: float) -> list[float]:
    total = sum(counts)
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        tilt = (low + high) / 2
        found = [n / total / (1 + tilt * (s - mean)) for n, s in zip(counts, SCORES, strict=True)]
        if sum(p * (s - mean) for p, s in zip(found, SCORES, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    return found


def test_bounds_and_elo() -> None:
    low, high = Hypotheses(alpha=0.05, beta=0.1).bounds
    assert (low, high) == (pytest.approx(math.log(0.1 / 0.95)), pytest.approx(math.log(18)))
    for elo in (-300, -5, 0, 17):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    test = Sprt(Hypotheses())
    assert test.elo() == (0, -math.inf, math.inf)
    for points in [0, 0.5, 1, 1, 1.5, 2, 2, 2]:
        test.add(points)
    elo, below, above = test.elo()
    assert elo == pytest.approx(elo_of(10 / 16))
    assert below < elo < above


@pytest.mark.parametrize("pairs", [1, 3, 8, 200])
def test_pairs_that_all_ended_alike_bound_the_difference_exactly(pairs: int) -> None:
    """All won: below the lower end so many would be won in less than one of forty. All level: what
    may have been missed at either end has a probability of 1 - 0.025^(1/n)."""
    won, level, lost = Sprt(Hypotheses()), Sprt(Hypotheses()), Sprt(Hypotheses())
    won.pairs[4] = level.pairs[2] = lost.pairs[0] = pairs
    elo, low, high = won.elo()
    assert (elo, high) == (math.inf, math.inf)
    assert score_of(low) ** pairs == pytest.approx(0.025)
    assert lost.elo() == (-math.inf, -math.inf, pytest.approx(-low))
    elo, low, high = level.elo()
    assert (elo, low) == (0, pytest.approx(-high))
    assert (score_of(high) - score_of(low)) == pytest.approx(1 - 0.025 ** (1 / pairs))


def test_an_elo_difference_is_told_with_its_interval() -> None:
    assert elo_words(12.34, -0.04, 24) == "Elo +12.3 [+0.0, +24.0] (95%)"
    assert elo_words(math.inf, 92.9, math.inf) == "Elo +inf [+92.9, +inf] (95%)"
    assert elo_words(0, -math.inf, math.inf) == "Elo unknown"


def test_after_the_verdict_nothing_counts() -> None:
    test = Sprt(Hypotheses(0, 200))
    while not test.verdict:
        test.add(2)
    before = test.pairs[:], test.llr
    test.add(0)
    assert (test.pairs, test.llr, test.verdict) == (*before, "passed")


@pytest.mark.parametrize(("seed", "elo", "expected"), [(0, 0, 0.05), (1, 2.5, 0.5), (2, 5, 0.95)])
@pytest.mark.parametrize("kind", [(0.0, 0.0), (0.0, 0.25), (0.4, 0.25)])
@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_error_rates(seed: int, elo: float, expected: float, kind: tuple[float, float]) -> None:
    """2,000 runs each: at elo0, elo1 and in between, where either verdict is as probable."""
    runs = 2000
    found = simulate(runs, HYPOTHESES, pair_distribution(elo, *kind), seed).passed
    assert abs(found - expected) < 3 * math.sqrt(expected * (1 - expected) / runs)


@pytest.mark.parametrize(("elo", "expected"), [(0, 0.05), (20, 0.5), (40, 0.95)])
def test_error_rates_in_a_small_form(elo: float, expected: float) -> None:
    runs, hypotheses = 300, Hypotheses(0, 40)
    found = simulate(runs, hypotheses, pair_distribution(elo, 0.2, 0.25), seed=1).passed
    assert abs(found - expected) < 3 * math.sqrt(expected * (1 - expected) / runs)


def test_what_is_simulated_is_the_test() -> None:
    """Its ratios, pair by pair; and what one more pair may change, of which the simulation makes
    use when it draws several at once."""
    hypotheses, dice = Hypotheses(0, 20, 1e-9, 1e-9), np.random.default_rng(1)
    side_by_side = SideBySide(hypotheses, 20)
    alone = [Sprt(hypotheses) for _ in range(20)]
    before, most = np.zeros(20), np.full(20, np.inf)
    for _ in range(200):
        pairs = dice.multinomial(np.ones(20, dtype=int), pair_distribution(5, 0.4, 0.25))
        ratios, largest = side_by_side.add(pairs)
        for test, ends in zip(alone, pairs, strict=True):
            test.add(int(ends.argmax()) / 2)
        assert ratios == pytest.approx([test.llr for test in alone], abs=1e-9)
        assert (np.abs(ratios - before) <= SAFE * most).all()
        before, most = ratios, largest


def test_what_is_simulated_ends_when_the_test_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same verdict after as many pairs, and never between two that were drawn at once."""
    drawn: list[list[int]] = []

    class Noted(SideBySide):
        def add(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            drawn.extend(pairs.tolist())
            return super().add(pairs)

    monkeypatch.setattr(simulation, "SideBySide", Noted)
    hypotheses, ended, dice = Hypotheses(0, 20), Counter[str | None](), Random(1)
    for seed in range(20):
        drawn.clear()
        found = simulate(1, hypotheses, pair_distribution(10, 0.4, 0.25), seed)
        test = Sprt(hypotheses)
        for counts in drawn:
            points = [end / 2 for end, count in enumerate(counts) for _ in range(count)]
            for each in dice.sample(points, len(points)):
                test.add(each)
        assert (sum(test.pairs), test.verdict == "passed") == (found.pairs, found.passed == 1)
        assert test.verdict
        ended[test.verdict] += 1
    assert len(drawn) < found.pairs, "some are drawn at once"
    assert set(ended) == {"passed", "failed"}


# The format


def test_what_counts_is_the_same_whatever_is_played_at_once() -> None:
    terms = (("elo0", 0.0), ("elo1", 100.0), ("pairs", 500))
    for seed in range(20):
        plan = tournament(2, "sprt", terms=terms)
        alone = play(plan, by_chance(seed))
        assert len(alone) % 2 == 0
        for slots in (3, 16):
            found = play(plan, by_chance(seed), slots, Random(slots))
            assert {id_: found[id_] for id_ in alone} == alone
            assert play(plan, by_chance(seed), slots, Random(1), found) == found


def test_without_a_verdict_it_ends_after_its_pairs() -> None:
    plan = tournament(2, "sprt", terms=(("elo1", 1.0), ("pairs", 7)))
    assert len(play(plan, by_chance(1), 4)) == 14


def test_a_game_that_is_never_over_does_not_let_it_run_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprt_format, "LOOKAHEAD", 10)
    plan = tournament(2, "sprt", terms=(("elo1", 1.0),))
    outcomes: Outcomes = {}
    for game in schedule(plan, None, outcomes):
        if game is not WAIT and game.id != 5:
            outcomes[game.id] = (game.bots, (0.5, 0.5))
    assert sorted(outcomes) == [1, 2, 3, 4, *range(6, 27)]


@pytest.mark.parametrize(
    ("players", "games", "terms", "message"),
    [
        (3, 2, {}, "found 3 bots, expected 2 for sprt"),
        (2, 1, {}, "found 1 game in a meeting, expected `pairs: true`"),
        (2, 2, {"elo0": 5}, "found elo0 5 and elo1 5, expected elo0 < elo1"),
    ],
)
def test_what_cannot_be_tested_is_refused(
    players: int, games: int, terms: dict[str, float], message: str
) -> None:
    defaults = {key: term.default for key, term in sprt_format.TRAITS.terms.items()}
    field = Field(tuple("abc"[:players]), games=games, terms={**defaults, **terms})
    assert (sprt_format.objection(field) or "").startswith(message)


# The command

FAIR = f"{sys.executable} -S {Path(__file__).parent / 'bots' / 'fair.py'}"
COMMON = ("--game", "what-the-shell", "--time", "5s")


def test_a_better_bot_passes_and_what_was_played_beyond_does_not_count(tmp_path: Path) -> None:
    test = ("sprt", "greedy", "random", *COMMON, "--elo1", "150", "--concurrency", 4)
    done = arena(*test, cwd=tmp_path)
    first, *_ = done.stdout.splitlines()
    assert re.fullmatch(
        r"greedy passes against random: LLR \d\.\d\d in \[-2\.94, 2\.94\] after \d+ pairs", first
    )
    assert "LLR" in done.stderr
    again = arena(*test, "--concurrency", 1, "--quiet", "--format", "json", cwd=tmp_path)
    assert re.search(r"^Elo \+(inf|\d+\.\d) \[\+\d+\.\d, .*\] \(95%\)$", done.stdout, re.MULTILINE)
    found = json.loads(again.stdout)
    assert (found["verdict"], again.stderr) == ("passed", "")
    assert found["llr"] >= found["high"]
    with Store.open(tmp_path / "greedy-random.arena") as store:
        counted, surplus = list(store.results()), list(store.results(Selection(surplus=True)))
        assert [game.id for game in counted] == list(range(1, 2 * sum(found["pairs"]) + 1))
        assert found["surplus"] == len(surplus) == len(store.done()) - len(counted)
        assert sum(tally.games for tally in store.tallies()) == len(counted)
        assert sum(store.terminations().values()) == len(counted)
        assert all(a.pair <= b.pair for a, b in pairwise([*counted, *surplus]))
    listed = arena("games", "greedy-random.arena", "--surplus", "--format", "json", cwd=tmp_path)
    assert len(json.loads(listed.stdout)) == len(surplus)


@pytest.mark.parametrize(
    ("flag", "value", "expected"),
    [
        ("alpha", "0.7", "alpha: found 0.7, expected a number from 0.0001 to 0.4999"),
        ("beta", "0", "beta: found 0, expected a number from 0.0001 to 0.4999"),
        ("elo1", "nan", "elo1: found nan, expected a number from -1000 to 1000"),
        ("pairs", "0", "pairs: found 0, expected a whole number from 1 to 10000000"),
        ("elo0", "5", "found elo0 5 and elo1 5, expected elo0 < elo1"),
    ],
)
def test_terms_that_cannot_be_are_refused(
    tmp_path: Path, flag: str, value: str, expected: str
) -> None:
    done = arena("sprt", "greedy", "random", *COMMON, f"--{flag}", value, cwd=tmp_path, status=2)
    assert done.stderr == f"arena: {expected}\n"
    assert not list(tmp_path.iterdir())


def test_a_bot_that_is_no_better_fails(tmp_path: Path) -> None:
    done = arena(
        "sprt", "random", "greedy", *COMMON, "--elo1", "150", "--quiet", cwd=tmp_path, status=1
    )
    assert done.stdout.startswith("random fails against greedy: LLR -")


def test_a_test_without_a_verdict_goes_on_with_the_same_command_alone(tmp_path: Path) -> None:
    bots = (f"{FAIR}", f"{FAIR}")
    test = ("sprt", *bots, *COMMON, "--quiet", "--store", "t.arena")
    done = arena(*test, "--pairs", 2, cwd=tmp_path, status=1)
    assert done.stdout.startswith("no verdict on fair against fair-2: LLR ")
    other = arena(*test, "--pairs", 2, "--elo1", 6, cwd=tmp_path, status=2)
    assert "format.elo1: 5 in the run, 6 asked for" in other.stderr


def games_in(where: Path) -> int:
    with Store.open(where) as store:
        return len(store.done())


def test_an_interrupted_test_says_how_to_go_on(tmp_path: Path) -> None:
    where = tmp_path / "random-random-2.arena"
    test = start("sprt", "random", "random", *COMMON, "--format", "json", cwd=tmp_path)
    wait_for(lambda: where.exists() and games_in(where))
    interrupt(test)
    said, _ = test.communicate(timeout=60)
    assert test.returncode == 130
    assert said.endswith("\nnext: the same command goes on with the test\n")


@pytest.mark.thorough
def test_an_option_may_be_what_is_tested(tmp_path: Path) -> None:
    test = ("sprt", "mcts", "mcts", *COMMON, "--pairs", 1, "--quiet")
    options = ("--option", "playouts=3", "--option", "mcts.playouts=4")
    done = arena(*test, *options, cwd=tmp_path, status=1)
    assert "no verdict on mcts against mcts-2" in done.stdout
    other = arena(*test, "--option", "playouts=3", cwd=tmp_path, status=2)
    assert "playouts" in other.stderr
    timed = arena(*test, *options, "--time", "mcts-2=4s", cwd=tmp_path, status=2)
    assert "time" in timed.stderr


def test_a_changed_bot_is_refused(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    source = (Path(__file__).parent / "bots" / "plain.py").read_text()
    bot.write_text(source)
    test = ("sprt", f"{sys.executable} {bot}", "random", *COMMON, "--pairs", 1, "--quiet")
    arena(*test, cwd=tmp_path, status=1)
    bot.write_text(source + "\n# another version\n")
    done = arena(*test, cwd=tmp_path, status=2)
    assert "bot bot has changed since this run began" in done.stderr
    assert "a test is of one version of each: give another --store" in done.stderr
