"""Leatherback's rules are written independently of the reference engines, and agree with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engines
from engines.base import State
from tests.bundled import Variant, every_variant
from tests.leatherback.replaying import (
    Question,
    disagreements,
    listed,
    playing,
    setting,
)

pytestmark = pytest.mark.thorough

DATA = Path(__file__).parent.parent / "data"
VECTORS = sorted(DATA.glob("*.jsonl"))
LISTED = 25
"""The legal moves are compared in one of so many positions."""


@pytest.mark.parametrize("file", VECTORS, ids=lambda file: file.stem)
def test_the_vectors_agree(leatherback: Path, file: Path) -> None:
    agree_on(leatherback, file, perft_limit=2_000_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_perft_counts_agree(leatherback: Path) -> None:
    agree_on(leatherback, DATA / "veletas_perft.jsonl", perft_limit=10**12)


def agree_on(leatherback: Path, file: Path, perft_limit: int) -> None:
    vectors = [json.loads(line) for line in file.read_text().splitlines()]
    assert vectors
    questions = [each for vector in vectors for each in asked(vector, perft_limit)]
    assert not disagreements(leatherback, questions)


def asked(vector: dict[str, Any], perft_limit: int) -> Iterator[Question]:
    """All that a vector says, as questions."""
    game = engines.load(vector["game"])
    state = game.parse(vector["start"])
    yield setting(game.name, state)
    for text in vector.get("legal", ()):
        yield f"refuses {text}", "no"
    for text in vector.get("illegal") or () if vector["game"] == "veletas" else ():
        yield f"refuses {text}", "yes"
    if vector["kind"] == "illegal":
        yield f"refuses {' '.join(vector['move'])}", "yes"
        return
    yield listed(state)
    for depth, count in vector.get("counts", {}).items() if vector["kind"] == "perft" else ():
        if count <= perft_limit:
            yield f"perft {depth}", str(count)
    for texts in vector.get("moves", [vector["move"]] if "move" in vector else []):
        texts = [texts] if isinstance(texts, str) else texts
        seats = state.to_move
        moves = {
            seat: state.parse_move(seat, text) for seat, text in zip(seats, texts, strict=True)
        }
        state = state.play(moves)
        yield playing(texts, state)
    if "final" in vector:
        assert str(state) == vector["final"]


@every_variant
def test_random_games_agree(leatherback: Path, game: str, variant: Variant) -> None:
    assert not disagreements(leatherback, games(game, variant, 50))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@every_variant
def test_ten_thousand_random_games_agree(leatherback: Path, game: str, variant: Variant) -> None:
    for start in range(0, 10_000, 250):
        assert not disagreements(leatherback, games(game, variant, 250, start))


def games(game: str, variant: Variant, number: int, start: int = 0) -> Iterator[Question]:
    for seed in range(start, start + number):
        rng = Random(f"{game} {variant} {seed}")
        state = engines.load(game).start(**dict(variant))
        yield setting(game, state)
        crowd = set(rng.sample(sorted(state.legal(1)), 30)) if game == "what-the-shell" else None
        while state.outcome is None:
            if rng.randrange(LISTED) == 0:
                yield listed(state)
            moves = {seat: drawn(state, seat, rng, crowd) for seat in state.to_move}
            state = state.play(moves)
            yield playing(list(moves.values()), state)


def drawn(state: State, seat: int, rng: Random, crowd: set[str] | None) -> Any:
    """A random move; in What the Shell on a crowded part of the board, so that much happens."""
    if crowd and rng.random() < 0.9:
        near = [move for move in state.legal(seat) if move in crowd]
        if near:
            return rng.choice(near)
    return state.random_move(seat, rng)


def test_crowded_games_show_every_rule() -> None:
    """Else random games would prove little."""
    turns = [answer for _, answer in games("what-the-shell", (), 50)]
    ends = {answer.partition("| ")[2].split(" ")[0] for answer in turns}
    assert {"line", "sudden-death"} <= ends
    assert any("o" in answer.split(" ")[0] for answer in turns)


@pytest.mark.parametrize("line", ["", "hello", "perft x", "veletas ./. b play b", "play"])
def test_what_makes_no_sense_is_said_so(leatherback: Path, line: str) -> None:
    (difference,) = disagreements(leatherback, [(line, "")])
    assert "error: found " in difference
