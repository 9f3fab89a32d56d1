"""Leatherback behind the referee and without one: whole games, options, clocks, what it says."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import engines
from arena.clock import Clock
from arena.plan import bots as plan
from arena.plan.openings import draw
from arena.plan.tournament import Openings
from arena.record import BotSpec, GameSpec, Player, Record
from arena.referee.game import play
from arena.referee.livebot import close, launch
from arena.referee.warm import WarmBots
from tests.commands import arena
from tests.leatherback.talking import EMPTY, hears, moves, new_game, thoughts

pytestmark = pytest.mark.thorough

VARIANTS = {
    "what-the-shell": ("what-the-shell", ()),
    "veletas7": ("veletas", (("size", 7),)),
    "veletas9": ("veletas", (("size", 9),)),
    "veletas10": ("veletas", (("size", 10),)),
}
every_variant = pytest.mark.parametrize("variant", VARIANTS)
PATIENT = Clock(time=20_000, margin=1000)


@pytest.fixture(scope="module")
def bots(leatherback: Path) -> Iterator[WarmBots]:
    assert leatherback.exists()
    warm = WarmBots()
    yield warm
    warm.close()


def bot(name: str, **options: object) -> BotSpec:
    (spec,) = plan.resolve([name])
    return replace(spec, options=tuple((key, str(value)) for key, value in options.items()))


def game(
    variant: str, one: BotSpec, two: BotSpec, seed: int = 1, clock: Clock = PATIENT, turns: int = 0
) -> GameSpec:
    name, sizes = VARIANTS[variant]
    two = replace(two, name=f"{two.name}-2") if two.name == one.name else two
    players = (Player(one, clock, 2 * seed), Player(two, clock, 2 * seed + 1))
    opening = draw(engines.load(name), dict(sizes), Openings(turns), seed) if turns else ()
    return GameSpec(seed, name, sizes, players, seed, opening)


def played(record: Record) -> list[tuple[str, ...]]:
    assert record.faults == (None, None), record.faults
    return [tuple(reply.move for reply in turn) for turn in record.turns]


@every_variant
def test_whole_games_without_a_fault(variant: str, bots: WarmBots) -> None:
    record = play(game(variant, bot("leatherback", nodes=60), bot("leatherback", nodes=90)), bots)
    assert record.faults == (None, None)
    assert record.termination in ("line", "sudden-death", "board-full", "majority")
    assert [(noise.unknown, noise.stale) for noise in record.noise] == [(0, 0), (0, 0)]
    assert record.stderr == ("", "")


@pytest.mark.thorough
@every_variant
@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_nodes_same_moves(variant: str, threads: int, bots: WarmBots) -> None:
    one = bot("leatherback", nodes=40, threads=threads)
    first = played(play(game(variant, one, bot("random")), bots))
    assert played(play(game(variant, one, bot("random")), bots)) == first
    assert played(play(game(variant, one, bot("random"), seed=2), bots)) != first


@pytest.mark.thorough
@every_variant
def test_it_beats_greedy(variant: str, bots: WarmBots) -> None:
    points = 0.0
    for seed in range(6):
        seats = [bot("leatherback", nodes=400), bot("greedy")]
        ours = seed % 2
        record = play(game(variant, *(seats[::-1] if ours else seats), seed // 2, turns=2), bots)
        assert record.faults == (None, None)
        points += record.scores[ours]
    assert points >= 4


@pytest.mark.thorough
@every_variant
def test_it_keeps_to_a_short_time(variant: str, bots: WarmBots) -> None:
    hasty = Clock(time=50, margin=250)
    record = play(game(variant, bot("leatherback"), bot("random"), clock=hasty), bots)
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
    assert thought["pv"].split(",")[0] == moves(said)[0]


def test_the_seed_option_overrides_the_games(leatherback: Path) -> None:
    def drawn(seed: int, *options: str) -> list[str]:
        asked = [
            line for turn in range(1, 9) for line in (f"state {EMPTY}", f"go {turn} time=60000")
        ]
        return moves(
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
    assert moves(said)[0] in ("b5", "g5")
    assert float(thoughts(said)[0]["score"]) > 0.6


def test_a_threat_is_mixed_over_both_ends(leatherback: Path) -> None:
    """Who always blocked the same end would be read."""
    five = "........./" * 4 + "..wwww.../........./..b..b.../...b...../......... -"
    asked = [line for turn in range(1, 30) for line in (f"state {five}", f"go {turn} time=60000")]
    said = hears(leatherback, ["set nodes 300", new_game("what-the-shell"), *asked])
    assert {"b5", "g5"} <= set(moves(said))


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


def test_it_declares_what_its_description_says(leatherback: Path) -> None:
    described = {each.name: each for each in plan.bundled()}["leatherback"]
    running = launch(bot("leatherback"), {}, 10_000)
    close([running])
    declared = running.declared
    assert leatherback.exists()
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
    heard = (
        f"set {option}\nset nodes 9\n{new_game('what-the-shell')}\nstate {EMPTY}\ngo 1 time=9999\n"
    )
    done = subprocess.run([leatherback], input=heard, capture_output=True, text=True, timeout=100)
    assert done.stderr.startswith(f"option {option.split()[0]} cannot be ")
    assert thoughts(done.stdout.splitlines())[0]["nodes"] == "9"


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_it_passes_the_examination(leatherback: Path, tmp_path: Path) -> None:
    arena("check", leatherback.parent.parent.parent, cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@every_variant
def test_no_fault_in_250_games_at_50_ms(variant: str, leatherback: Path, tmp_path: Path) -> None:
    """1,000 games in all, with a margin of 20 ms and a game on every processor."""
    name, sizes = VARIANTS[variant]
    size = [word for key, value in sizes for word in (f"--{key}", value)]
    words = ("--games", 250, "--time", "50ms", "--margin", "20ms", "--store", "run.arena")
    arena("match", "leatherback", "leatherback", "--game", name, *size, *words, cwd=tmp_path)
    faults = arena("faults", "run.arena", "--format", "csv", cwd=tmp_path).stdout
    assert leatherback.exists()
    assert not [
        cell for line in faults.splitlines()[1:] for cell in line.split(",")[2:] if int(cell)
    ]
