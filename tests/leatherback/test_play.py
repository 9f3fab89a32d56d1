"""Leatherback behind the referee and without one: whole games, options, clocks, what it says."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.plan import bots as plan
from arena.referee.game import play
from arena.referee.livebot import close, launch
from arena.referee.warm import WarmBots
from tests.bundled import Variant, bot, every_variant, moves, spec
from tests.commands import arena
from tests.leatherback.talking import EMPTY, chosen, hears, new_game, talk, thoughts

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("leatherback")]

NEARLY_FULL = "/".join((["bwbwbwbwb"] * 2 + ["wbwbwbwbw"] * 2) * 2) + "/bwbwb.... -"
FAULTS = Path(__file__).parents[2] / "tournaments" / "strength" / "faults.yaml"


@every_variant
def test_whole_games_without_a_fault(game: str, variant: Variant, bots: WarmBots) -> None:
    record = play(
        spec(game, variant, bot("leatherback", nodes=60), bot("leatherback", nodes=90)), bots
    )
    assert record.faults == (None, None)
    assert record.termination in ("line", "sudden-death", "board-full", "majority")
    assert [(noise.unknown, noise.stale) for noise in record.noise] == [(0, 0), (0, 0)]
    assert record.stderr == ("", "")


@every_variant
@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_nodes_same_moves(
    game: str, variant: Variant, threads: int, bots: WarmBots
) -> None:
    one = bot("leatherback", nodes=40, threads=threads)
    first = moves(play(spec(game, variant, one, bot("random")), bots))
    assert moves(play(spec(game, variant, one, bot("random")), bots)) == first
    assert moves(play(spec(game, variant, one, bot("random"), seed=2), bots)) != first


@every_variant
def test_it_beats_greedy(game: str, variant: Variant, bots: WarmBots) -> None:
    points = 0.0
    for seed in range(6):
        seats = [bot("leatherback", nodes=400), bot("greedy")]
        ours = seed % 2
        record = play(
            spec(game, variant, *(seats[::-1] if ours else seats), seed // 2, turns=2), bots
        )
        assert record.faults == (None, None)
        points += record.scores[ours]
    assert points >= 4


@every_variant
def test_it_keeps_to_a_short_time(game: str, variant: Variant, bots: WarmBots) -> None:
    hasty = Clock(time=50, margin=250)
    record = play(spec(game, variant, bot("leatherback"), bot("random"), clock=hasty), bots)
    assert record.faults == (None, None)


@pytest.mark.parametrize("option", ["nodes", "clock"])
def test_it_searches_as_many_nodes_as_it_may(leatherback: Path, option: str) -> None:
    terms = "time=60000" + " nodes=77" * (option == "clock")
    lines = ["set nodes 77"] * (option == "nodes")
    said = hears(
        leatherback, [*lines, new_game("what-the-shell"), f"state {EMPTY}", f"go 1 {terms}"]
    )
    (thought,) = thoughts(said)
    assert thought["nodes"] == "77"
    assert set(thought) == {"depth", "score", "nodes", "pv"}
    assert int(thought["depth"]) >= 1
    assert 0 <= float(thought["score"]) <= 1
    assert thought["pv"].split(",")[0] == chosen(said)[0]


@pytest.mark.parametrize("selection", ["uct", "regret"])
@pytest.mark.parametrize("threads", [1, 2])
def test_no_node_is_taken_for_one_to_each_thread(
    leatherback: Path, selection: str, threads: int
) -> None:
    options = [f"set selection {selection}", f"set threads {threads}"]
    turn = [f"state {NEARLY_FULL}", "go 1 time=60000 nodes=0"]
    said = hears(leatherback, [*options, new_game("what-the-shell"), *turn])
    assert chosen(said)[0] in ("f1", "g1", "h1", "i1")
    assert thoughts(said)[0]["nodes"] == str(threads)


def test_the_seed_option_overrides_the_games(leatherback: Path) -> None:
    def drawn(seed: int, *options: str) -> list[str]:
        asked = [
            line for turn in range(1, 9) for line in (f"state {EMPTY}", f"go {turn} time=60000")
        ]
        return chosen(
            hears(
                leatherback,
                ["set nodes 20", *options, new_game("what-the-shell", seed=seed), *asked],
            )
        )

    assert drawn(1) != drawn(2)
    assert drawn(1, "set seed 3") == drawn(2, "set seed 3")


def test_a_win_at_once_is_seen(leatherback: Path) -> None:
    five = "........./" * 4 + "..bbbb.../........./..w..w.../...w...../......... -"
    said = hears(
        leatherback,
        ["set nodes 400", new_game("what-the-shell"), f"state {five}", "go 9 time=60000"],
    )
    assert chosen(said)[0] in ("b5", "g5")
    assert float(thoughts(said)[0]["score"]) > 0.6


def test_a_threat_is_mixed_over_both_ends(leatherback: Path) -> None:
    """Who always blocked the same end would be read."""
    five = "........./" * 4 + "..wwww.../........./..b..b.../...b...../......... -"
    asked = [line for turn in range(1, 30) for line in (f"state {five}", f"go {turn} time=60000")]
    said = hears(leatherback, ["set nodes 300", new_game("what-the-shell"), *asked])
    assert {"b5", "g5"} <= set(chosen(said))


def test_lower_levels_search_less(leatherback: Path) -> None:
    counts = []
    for level in range(4, 10):
        said = hears(
            leatherback,
            [
                f"set level {level}",
                new_game("veletas", size=7, seed=8),
                "state ......w/......./......./...S.../..S..../.S...../b...... b play b",
                "go 1 time=60000",
            ],
        )
        counts.append(int(thoughts(said)[0]["nodes"]))
    assert all(lower < higher for lower, higher in pairwise(counts))


def test_it_declares_what_its_description_says() -> None:
    described = {each.name: each for each in plan.bundled()}["leatherback"]
    running = launch(bot("leatherback"), {}, 10_000)
    close([running])
    declared = running.declared
    assert (declared.name, declared.author) == (described.name, described.author)
    assert declared.plays == described.games
    offered = {option.name for option in declared.options}
    assert offered == {"level", "threads", "memory", "nodes", "seed", "selection"}


@pytest.mark.parametrize(
    "option", ["level 11", "threads 0", "nodes many", "selection x", "colour red", "seed"]
)
def test_an_option_that_it_does_not_take_is_told_and_changes_nothing(
    leatherback: Path, option: str
) -> None:
    done = talk(
        leatherback,
        [
            f"set {option}",
            "set nodes 9",
            new_game("what-the-shell"),
            f"state {EMPTY}",
            "go 1 time=9999",
        ],
    )
    assert done.errors.startswith(f"option {option.split()[0]} cannot be ")
    assert thoughts(done.said)[0]["nodes"] == "9"


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_it_passes_the_examination(leatherback: Path, tmp_path: Path) -> None:
    arena("check", leatherback.parent.parent.parent, cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_no_fault_in_1000_games_at_50_ms(tmp_path: Path) -> None:
    """With a margin of 20 ms and a game on every processor."""
    arena("run", FAULTS, "--quiet", cwd=tmp_path)
    told = json.loads(arena("faults", "faults.arena", "--format", "json", cwd=tmp_path).stdout)
    found = [(row["bot"], row["games"], row["faults"]) for row in told]
    assert found == [("leatherback", 1000, 0), ("leatherback-2", 1000, 0)]
