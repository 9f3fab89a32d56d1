"""Whether two bots are one is decided alike wherever bots come together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league import add
from arena.merge import merge
from arena.plan.tournament import Contest, match
from arena.record import BotSpec
from arena.run import header_of
from arena.sitting.keeping import keep
from arena.store.planned import planned
from arena.store.store import Store
from tests.run_records import record

ADA = BotSpec("ada", ("ada",), "/", (("depth", "3"), ("seed", "1")))
TURNED = replace(ADA, options=ADA.options[::-1])
PONDERING = replace(ADA, ponder=True)
BOB = BotSpec("bob", ("bob",), "/")


def run_of(path: Path, bot: BotSpec, seed: int) -> Path:
    plan = match([bot, BOB], Contest("what-the-shell"), seed=seed)
    Store.create(path, header_of(plan)).close()
    return path


def names(path: Path) -> tuple[str, ...]:
    with Store.open(path) as store:
        return planned(store.header).names


@pytest.mark.parametrize(
    ("other", "found"), [(TURNED, ("ada", "bob")), (PONDERING, ("ada", "bob", "ada-2"))]
)
def test_runs_are_merged_by_who_is_the_same(
    other: BotSpec, found: tuple[str, ...], tmp_path: Path
) -> None:
    runs = [run_of(tmp_path / f"{seed}.arena", bot, seed) for seed, bot in ((1, ADA), (2, other))]
    merge(tmp_path / "all.arena", runs, print)
    assert names(tmp_path / "all.arena") == found


def test_a_bot_whose_options_are_given_in_another_order_is_there_already(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run.arena", ADA, 1)
    with pytest.raises(ArenaError, match="found a bot that plays there already, as 'ada'"):
        add(path, TURNED, None, print)


@pytest.mark.parametrize(
    ("other", "found"), [(TURNED, ("Ann", "ada")), (PONDERING, ("Ann", "ada", "ada-2"))]
)
def test_games_with_people_are_kept_by_who_is_the_same(
    other: BotSpec, found: tuple[str, ...], tmp_path: Path
) -> None:
    for bot in (ADA, other):
        game = record(1, ("Ann", "ada"))
        person, player = game.spec.players
        players = (person, replace(player, bot=bot))
        keep(
            tmp_path / "x.arena",
            replace(game, spec=replace(game.spec, players=players)),
            frozenset({1}),
        )
    assert names(tmp_path / "x.arena") == found
