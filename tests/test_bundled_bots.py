"""The bots that come with the arena, as processes behind the referee: whole games, no faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

import engines
from arena.clock import Clock
from arena.plan import bots as plan
from arena.plan.openings import draw
from arena.plan.tournament import Openings
from arena.record import BotSpec, GameSpec, Info, Player, Record
from arena.referee.game import play
from arena.referee.livebot import close, launch
from arena.referee.warm import WarmBots
from tests.bundled import PATIENT, Variant, bot, every_variant, moves, spec
from tests.commands import arena

every_bot = pytest.mark.parametrize("name", ["random", "greedy", "mcts"])


@every_bot
@every_variant
def test_each_bot_plays_whole_games_without_a_fault(
    name: str, game: str, variant: Variant, bots: WarmBots
) -> None:
    options = {"playouts": 12} if name == "mcts" else {}
    record = play(spec(game, variant, bot(name, **options), bot(name, **options)), bots)
    assert record.faults == (None, None)
    assert record.termination in ("line", "sudden-death", "board-full", "majority")
    assert [(noise.unknown, noise.stale) for noise in record.noise] == [(0, 0), (0, 0)]
    assert record.stderr == ("", "")


@every_bot
@every_variant
def test_seeds_decide_the_game(name: str, game: str, variant: Variant, bots: WarmBots) -> None:
    options = {"playouts": 8} if name == "mcts" else {}
    one, two = bot(name, **options), bot("random")
    first = moves(play(spec(game, variant, one, two), bots))
    assert moves(play(spec(game, variant, one, two), bots)) == first
    assert moves(play(spec(game, variant, one, two, seed=2), bots)) != first


def test_the_seed_option_overrides_the_games(bots: WarmBots) -> None:
    one, two = bot("random", seed=3), bot("random", seed=4)
    games = [play(spec("veletas", (), one, two, seed=seed), bots) for seed in (1, 2)]
    assert moves(games[0]) == moves(games[1])


def fields(info: Info) -> dict[str, str]:
    """The fields of an `info` line."""
    return dict(field.split("=") for field in info.text.split())


@pytest.mark.parametrize("clock", [PATIENT, replace(PATIENT, nodes=9)], ids=["option", "clock"])
def test_mcts_does_as_many_playouts_as_it_may(clock: Clock, bots: WarmBots) -> None:
    mcts = bot("mcts") if clock.nodes else bot("mcts", playouts=9)
    record = play(spec("veletas", (("size", 7),), mcts, bot("random"), clock=clock), bots)
    assert {fields(info)["nodes"] for info in record.infos} == {"9"}


@every_variant
def test_mcts_keeps_to_its_time(game: str, variant: Variant, bots: WarmBots) -> None:
    hasty = Clock(time=50, margin=250)
    record = play(spec(game, variant, bot("mcts"), bot("random"), clock=hasty), bots)
    assert record.faults == (None, None)
    assert min(int(fields(info)["nodes"]) for info in record.infos) >= 1


@every_variant
def test_mcts_tells_the_result_that_it_expects(game: str, variant: Variant, bots: WarmBots) -> None:
    record = play(spec(game, variant, bot("mcts", playouts=12), bot("random")), bots)
    asked = [turn for turn in record.turns if any(reply.seat == 1 for reply in turn)]
    scores = [float(fields(info)["score"]) for info in record.infos]
    assert len(scores) == len(asked)
    assert all(0 <= score <= 1 for score in scores)


@every_bot
def test_each_bot_declares_what_its_description_says(name: str) -> None:
    described = {each.name: each for each in plan.bundled()}[name]
    running = launch(bot(name), {}, 10_000)
    close([running])
    declared = running.declared
    assert (declared.name, declared.author) == (described.name, described.author)
    assert declared.plays == described.games
    offered = {option.name for option in declared.options}
    assert offered == {"seed", "playouts", "exploration"} if name == "mcts" else {"seed"}


def contest(game: str, variant: Variant, ours: BotSpec, theirs: BotSpec) -> Iterator[GameSpec]:
    """Games in pairs: one opening of two random turns, seats swapped."""
    rules = engines.load(game)
    for id_ in count(1):
        pair = (id_ + 1) // 2
        players = [Player(each, PATIENT, 10 * id_ + n) for n, each in enumerate((ours, theirs))]
        opening = draw(rules, dict(variant), Openings(2), pair)
        seated = tuple(players if id_ % 2 else players[::-1])
        yield GameSpec(id_, game, variant, seated, pair, opening)


def share(record: Record, name: str) -> float:
    """What the bot of this name scored."""
    assert record.faults == (None, None), record.faults
    return record.scores[record.spec.bots.index(name)]


@every_variant
def test_greedy_beats_random(game: str, variant: Variant, bots: WarmBots) -> None:
    games = islice(contest(game, variant, bot("greedy"), bot("random")), 8)
    assert sum(share(play(each, bots), "greedy") for each in games) >= 7


@every_variant
def test_mcts_beats_greedy(game: str, variant: Variant, bots: WarmBots) -> None:
    games = islice(contest(game, variant, bot("mcts", playouts=60), bot("greedy")), 6)
    assert sum(share(play(each, bots), "mcts") for each in games) >= 4


PROMISES = [
    ("greedy", "random", "what-the-shell", 0, 0.95),
    ("greedy", "random", "veletas", 7, 0.90),
    ("greedy", "random", "veletas", 9, 0.90),
    ("greedy", "random", "veletas", 10, 0.95),
    ("mcts", "greedy", "what-the-shell", 0, 0.70),
    ("mcts", "greedy", "veletas", 7, 0.70),
    ("mcts", "greedy", "veletas", 9, 0.70),
    ("mcts", "greedy", "veletas", 10, 0.70),
]
"""Who beats whom at what, by how much: the share of the points in 200 games at 100 ms a move."""


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("ours", "theirs", "game", "size", "promised"), PROMISES)
def test_bots_are_as_strong_as_promised(
    ours: str, theirs: str, game: str, size: int, promised: float, tmp_path: Path
) -> None:
    sized = ("--size", size) if size else ()
    words = ("match", ours, theirs, "--game", game, *sized, "--games", 200, "--time", "100ms")
    result = json.loads(arena(*words, "--format", "json", cwd=tmp_path).stdout)
    assert result["score"][0] / len(result["games"]) >= promised
