"""Every rules vector passes, and the checker finds what does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engines
from arena.rules.vectors import Vector, check, check_file
from engines.perft import perft

DATA = Path(__file__).parents[1] / "data"
FILES = sorted(DATA.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_vector_passes(path: Path) -> None:
    verdicts = list(check_file(path, perft_limit=200_000))
    assert [str(verdict) for verdict in verdicts if verdict.problem] == []
    assert len(verdicts) == len(path.read_text().splitlines()) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_perft_counts_to_ten_million_pass() -> None:
    verdicts = check_file(DATA / "veletas_perft.jsonl", perft_limit=10_000_000)
    assert [str(verdict) for verdict in verdicts if verdict.problem] == []


def vector_with(identity: str, **changes: object) -> Vector:
    """A vector of the files with some fields changed; None takes a field away."""
    lines = (line for path in FILES for line in path.read_text().splitlines())
    vector = next(
        v for v in (json.loads(line, object_hook=Vector) for line in lines) if v["id"] == identity
    )
    vector.update(changes)
    return Vector({key: value for key, value in vector.items() if value is not None})


PERFT = "veletas/perft_7_late"


@pytest.mark.parametrize(
    ("identity", "changes", "problem"),
    [
        ("what-the-shell/place_two", {"final": "x"}, "the last state is '........./"),
        ("what-the-shell/place_two", {"outcomes": ["sudden"]}, "outcomes is ['play'], expected"),
        ("what-the-shell/place_two", {"counts": {"b": 0, "w": 1}}, "counts is {'b': 0, 'w': 0}"),
        ("what-the-shell/place_two", {"moves": [["e5", "e0"]]}, "'e0': a move is one square"),
        ("what-the-shell/place_two", {"moves": [["e5"]]}, "the number of moves in a turn is 1"),
        ("what-the-shell/place_two", {"moves": 7}, "a field does not fit its kind (TypeError"),
        ("what-the-shell/place_two", {"start": "x -"}, "'x -': ROWS has 1 ranks, expected 9"),
        ("what-the-shell/place_two", {"final": None}, "has no field 'final'"),
        ("what-the-shell/place_two", {"kind": "try"}, "no kind 'try' for what-the-shell, expected"),
        ("what-the-shell/place_two", {"game": "go"}, "no game is called 'go'"),
        ("what-the-shell/chain_of_two", {"trace": [{"captures": [], "hatched": [], "chain": []}]},
         "what happened in turn 1 is {'captures': [['b', 'd1', ['b1', 'c1'], 'a1']]"),
        ("what-the-shell/illegal_own_turtle", {"illegal": "both"}, "who is refused is 'black'"),
        ("what-the-shell/game000", {"states_sha256": "0"}, "states_sha256 is '7274d386"),
        ("what-the-shell/game000", {"checkpoints": {"3": "x"}}, "the state after turn 3 is"),
        ("veletas/quiet_turn", {"claims": [["a1", "b"]]}, "claims is [], expected [['a1', 'b']]"),
        ("veletas/quiet_turn", {"winner": "b"}, "winner is None, expected 'b'"),
        ("veletas/setup7_first", {"legal": ["a4/d4"]}, "'a4/d4': "),
        ("veletas/setup7_first", {"illegal": ["b2/a1"]}, "'b2/a1' is taken for legal"),
        ("veletas/lines_from_a_shooter", {"n_legal": 487}, "n_legal is 488, expected 487"),
        (PERFT, {"counts": {"1": 128}}, "the count at depth 1 is more than 128, expected 128"),
        (PERFT, {"counts": {"1": 130}}, "the count at depth 1 is 129, expected 130"),
        (PERFT, {"stationary": 9}, "stationary is 8, expected 9"),
    ],
)  # fmt: skip
def test_a_wrong_vector_fails_and_says_why(
    identity: str, changes: dict[str, object], problem: str
) -> None:
    verdict = check(vector_with(identity, **changes), identity)
    assert verdict.problem is not None
    assert verdict.problem.startswith(problem)


@pytest.mark.parametrize(("game", "depth"), [("what-the-shell", 2), ("veletas", 1)])
def test_counting_ends_where_a_count_is_passed(game: str, depth: int) -> None:
    found = perft(engines.load(game).start(), depth, most=100)
    assert 100 < found < 100_000, "there are millions"


def test_perft_counts_above_the_limit_are_left_out_and_named() -> None:
    verdict = check(vector_with(PERFT), PERFT, perft_limit=1000)
    assert verdict.problem is None
    assert verdict.note.startswith("20202 sequences of 2 turns not counted, 3576489 ")
