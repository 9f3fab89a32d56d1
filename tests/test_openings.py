"""Openings: random turns that leave the game going, balanced ones, and files of states."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from arena.errors import ArenaError, RunError
from arena.plan.openings import draw, pick
from arena.plan.schedule import schedule
from arena.plan.tournament import (
    MAX_RANDOM_TURNS,
    NO_OPENINGS,
    Openings,
    difference,
    from_dict,
    to_dict,
)
from arena.plan.tournament_file import load
from arena.record import GameSpec, JointMove
from engines.base import Game, State
from tests.commands import arena

CONTESTS = [("what-the-shell", {}), ("veletas", {"size": 7}), ("veletas", {"size": 10})]


def after(game: Game, variant: dict[str, int], opening: tuple[JointMove, ...]) -> State:
    """The state after an opening, each of its moves judged by the rules."""
    state = game.start(**variant)
    for turn in opening:
        assert tuple(seat for seat, _ in turn) == state.to_move
        state = state.play({seat: state.parse_move(seat, move) for seat, move in turn})
    return state


@given(st.sampled_from(CONTESTS), st.integers(0, MAX_RANDOM_TURNS), st.booleans(), st.integers(0))
def test_an_opening_is_legal_of_its_length_and_leaves_the_game_going(
    contest: tuple[str, dict[str, int]], turns: int, after_placement: bool, seed: int
) -> None:
    name, variant = contest
    game = engines.load(name)
    opening = draw(game, variant, Openings(turns, after_placement), seed)
    assert opening == draw(game, variant, Openings(turns, after_placement), seed)
    assert after(game, variant, opening).outcome is None
    setup = 3 if after_placement and name == "veletas" else 0
    assert len(opening) == turns + setup


def test_placements_count_unless_after_placement() -> None:
    game = engines.load("veletas")
    counted = after(game, {"size": 7}, draw(game, {"size": 7}, Openings(2), 1))
    assert counted.in_setup
    for turns in (0, 2):
        beyond = draw(game, {"size": 7}, Openings(turns, after_placement=True), 1)
        assert len(beyond) == 3 + turns
        assert not after(game, {"size": 7}, beyond).in_setup


def test_no_openings_are_empty() -> None:
    assert draw(engines.load("veletas"), {}, NO_OPENINGS, 1) == ()


def test_other_seeds_give_other_openings() -> None:
    game = engines.load("what-the-shell")
    drawn = {draw(game, {}, Openings(), seed) for seed in range(200)}
    assert len(drawn) > 195


def test_an_opening_that_always_ends_the_game_is_one_line() -> None:
    with pytest.raises(RunError, match="what-the-shell: 81 random turns always end the game"):
        draw(engines.load("what-the-shell"), {}, Openings(81), 1)


# Balanced openings


def playouts(state: State, seed: int, games: int = 200) -> float:
    """What seat 1 scores in random games."""
    rng, points = Random(seed), 0.0
    for _ in range(games):
        end = state
        while end.outcome is None:
            end = end.play({seat: end.random_move(seat, rng) for seat in end.to_move})
        points += end.outcome.scores[0]
    return points / games


def test_balanced_openings_favour_a_seat_less() -> None:
    """After twenty random turns of What the Shell one side often is ahead."""
    game = engines.load("what-the-shell")
    favour = {}
    for balanced in (False, True):
        asked = Openings(random_turns=20, balanced=balanced)
        ends = [after(game, {}, draw(game, {}, asked, seed)) for seed in range(12)]
        favour[balanced] = sum(abs(playouts(end, 1) - 0.5) for end in ends) / len(ends)
        assert draw(game, {}, asked, 1) == draw(game, {}, asked, 1)
    assert favour[True] < 0.7 * favour[False]


# A file of states


def test_states_come_without_replacement_in_an_order_of_the_seed() -> None:
    states = tuple("abcdefg")
    for seed in range(3):
        twice = [pick(states, number, seed) for number in range(14)]
        assert sorted(twice[:7]) == sorted(twice[7:]) == list(states)
        assert twice[:7] != twice[7:]
    assert [pick(states, n, 1) for n in range(7)] != [pick(states, n, 2) for n in range(7)]
    assert [pick(states, number, 0) for number in range(7)] == list("cgbdefa")


SHELL = [
    "b......../........./........./........./........./........./........./........./......w.. -"
]
SHELL.append(SHELL[0].replace("b", "w", 1).replace("......w..", "......b.."))


def written(folder: Path, book: str, games: str = "[what-the-shell]") -> Path:
    (folder / "book.txt").write_text(book)
    file = folder / "cup.yaml"
    file.write_text(f"games: {games}\nbots: [random, greedy]\nopenings: {{file: book.txt}}\n")
    return file


def test_each_pair_has_a_state_of_the_file(tmp_path: Path) -> None:
    veletas = str(engines.load("veletas").start(size=7))
    book = f"# a book\n{SHELL[0]}  # with a remark\n\n{veletas}\r\n{SHELL[1]}\n"
    plan = load(written(tmp_path, book, "[what-the-shell, {game: veletas, size: 7}]"))
    assert plan.openings.states == (tuple(SHELL), (veletas,))
    assert from_dict(json.loads(json.dumps(to_dict(plan)))) == plan
    games = [spec for spec in schedule(replace(plan, rounds=2)) if isinstance(spec, GameSpec)]
    starts = {(spec.game, spec.pair): spec.start for spec in games}
    assert sorted(starts[pair] or "" for pair in starts if pair[0] == "what-the-shell") == sorted(
        SHELL
    )
    assert {starts[pair] for pair in starts if pair[0] == "veletas"} == {veletas}
    assert all(spec.opening == () and spec.start == starts[spec.game, spec.pair] for spec in games)


@pytest.mark.parametrize(
    ("book", "message"),
    [
        ("\n# none\n", "book.txt: found no state of what-the-shell, expected at least one"),
        ("nonsense\n", "book.txt:1: 'nonsense': "),
        (f"{SHELL[0]}\n\n{SHELL[0]}\n", "book.txt:3: found the state of line 1 again"),
        (SHELL[0].replace("/.........", "/bbbbbbbbb") + "\n", "book.txt:1: "),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line(tmp_path: Path, book: str, message: str) -> None:
    with pytest.raises(ArenaError) as caught:
        load(written(tmp_path, book))
    assert f"cup.yaml:3: openings.file: {tmp_path}/{message}" in str(caught.value)


def test_states_of_another_size_and_missing_files_are_refused(tmp_path: Path) -> None:
    small = str(engines.load("veletas").start(size=7))
    with pytest.raises(ArenaError, match="found size 7, expected veletas size 10"):
        load(written(tmp_path, small, "veletas"))
    file = written(tmp_path, small, "veletas")
    (tmp_path / "book.txt").unlink()
    with pytest.raises(ArenaError, match=r"book\.txt: cannot be read: No such file"):
        load(file)
    file.write_text(file.read_text().replace("{file: book.txt}", "{file: x, random_turns: 2}"))
    with pytest.raises(ArenaError, match="random_turns: found this beside a file"):
        load(file)


def test_another_book_is_another_run(tmp_path: Path) -> None:
    old = load(written(tmp_path, SHELL[0]))
    new = load(written(tmp_path, SHELL[1]))
    assert re.fullmatch(
        r"openings.file: 1 state \(hash \w{8}\) in the run, 1 state \(hash \w{8}\) asked for",
        difference(old, new) or "",
    )


def test_a_run_from_a_book_is_what_the_rules_make_of_it(tmp_path: Path) -> None:
    written(tmp_path, "\n".join(SHELL))
    arena("run", "cup.yaml", "--quiet", cwd=tmp_path)
    arena("verify", "cup.arena", cwd=tmp_path)
    listed = json.loads(arena("openings", "cup.arena", "--format", "json", cwd=tmp_path).stdout)
    assert {row["start"] for row in listed} <= set(SHELL)
