"""`arena rules`, as people type it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import root
from arena.views.board import board

DATA = Path(__file__).parent / "data"
EMPTY = "/".join(["." * 9] * 9) + " -"
HATCHING = "....o..../" + "/".join(["." * 9] * 7) + "/bww...... e9"
LAST_SHOT = ".ww.SbB/.bwwbbw/...wbw./wbw..b./wwbwb../Sb.bb.w/.wbwbb. b play w"


def rules(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["rules", *arguments])


def printed(*arguments: str) -> list[str]:
    result = rules(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def refused(*arguments: str) -> str:
    """The one line of a refusal; nothing else is printed."""
    result = rules(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_start_prints_a_state_that_the_others_take() -> None:
    assert printed("start", "what-the-shell") == [EMPTY]
    (state,) = printed("start", "veletas", "--size", "7")
    assert state == "/".join(["." * 7] * 7) + " b place1 -"
    assert printed("show", "veletas", state)[-1] == "to move: seat 1 (First player)"


def test_show_draws_a_board() -> None:
    assert printed("show", "what-the-shell", HATCHING) == [
        "    a b c d e f g h i",
        "  9 . . . . o . . . .  9   eggs e9",
        "  8 . . . . . . . . .  8",
        "  7 . . . . . . . . .  7",
        "  6 . . . . . . . . .  6",
        "  5 . . . . . . . . .  5",
        "  4 . . . . . . . . .  4",
        "  3 . . . . . . . . .  3",
        "  2 . . . . . . . . .  2",
        "  1 b w w . . . . . .  1",
        "    a b c d e f g h i",
        "to move: seat 1 (Black), seat 2 (White)",
    ]


def test_boards_of_other_games_are_drawn_with_numbered_fields() -> None:
    assert board("chess-with-dice", "ab/cd 6 black").splitlines() == [
        "    a b",
        "  2 a b  2   2 6",
        "  1 c d  1   3 black",
        "    a b",
    ]


def test_a_wide_board_keeps_its_columns() -> None:
    (state,) = printed("start", "veletas")
    drawn = printed("show", "veletas", state)
    assert drawn[:3] == [
        "    a b c d e f g h i j",
        " 10 . . . . . . . . . . 10   side b",
        "  9 . . . . . . . . . .  9   phase place1",
    ]


def test_moves_lists_them_by_seat() -> None:
    full_but_two = "/".join([*["bbww" * 2 + "b", "wwbb" * 2 + "w"] * 4, "bbww" * 2 + "b"])
    state = ".." + full_but_two[2:] + " -"
    assert printed("moves", "what-the-shell", state) == [
        "seat 1 (Black): a9 b9",
        "seat 2 (White): a9 b9",
    ]


def test_moves_that_are_too_many_are_not_listed() -> None:
    (state,) = printed("start", "veletas")
    (line,) = printed("moves", "veletas", state)
    assert line.startswith("seat 1 (First player): too many to list, such as b2,b3,b4/")


def test_play_prints_the_state_what_happened_and_who_is_to_move() -> None:
    assert printed("play", "what-the-shell", HATCHING, "d1", "a9") == [
        "w...b..../" + "/".join(["." * 9] * 7) + "/b..b..... -",
        "Black plays d1",
        "White plays a9",
        "Black's d1 captures c1, b1 (to a1)",
        "the egg on e9 hatches for Black",
        "to move: seat 1 (Black), seat 2 (White)",
    ]


def test_play_tells_the_outcome() -> None:
    lines = printed("play", "what-the-shell", EMPTY[:-11] + "bbbb..... -", "e1", "a9")
    assert lines[-2:] == ["Black has 5 winning turtles", "over: seat 1 (Black) wins (line)"]
    lines = printed("play", "veletas", LAST_SHOT, "a2-a1/a2")
    assert lines[0].endswith(" over w")
    assert lines[-1] == "over: seat 2 (Black) wins (majority)"


def test_play_tells_a_draw() -> None:
    full = "/".join(["wbwbwbwbw", "wbwbwbwbw", "bwbwbwbwb", "bwbwbwbwb"] * 2 + ["wbwbwbwb."])
    lines = printed("play", "what-the-shell", f"{full} -", "i1", "i1")
    assert lines[-1] == "over: a draw (board-full)"


def test_perft_counts_joint_moves() -> None:
    assert printed("perft", "what-the-shell", EMPTY, "0") == ["1"]
    assert printed("perft", "what-the-shell", EMPTY, "1") == [str(81 * 81)]
    after_two = 81 * 80 * 79 * 79 + 81 * 80 * 80
    assert printed("perft", "what-the-shell", EMPTY, "2") == [str(after_two)]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("start", "chess"), "no game is called 'chess'; there are what-the-shell, veletas"),
        (("start", "what-the-shell", "--size", "9"), "What the Shell has no variants, so no size"),
        (("show", "what-the-shell", "x -"),
         "no state of what-the-shell: 'x -': ROWS has 1 ranks, expected 9"),
        (("play", "what-the-shell", HATCHING, "a1", "e5"),
         "illegal move of seat 1 (Black): 'a1': a black turtle stands on a1"),
        (("play", "what-the-shell", HATCHING, "e5", "z5"),
         "malformed move of seat 2 (White): 'z5': a move is one square, a1 to i9"),
        (("play", "what-the-shell", EMPTY, "e5"),
         "expected 2 moves, of seat 1 (Black), seat 2 (White); got 1"),
        (("play", "what-the-shell", EMPTY[:-11] + "bbbbb.... -", "e5", "e6"),
         "no move can be played: over: seat 1 (Black) wins (line)"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_that_quotes_it(arguments: tuple[str, ...], line: str) -> None:
    assert refused(*arguments) == f"arena: {line}"


def test_bad_sizes_of_veletas_are_refused() -> None:
    assert "size=8" in refused("start", "veletas", "--size", "8")


def test_moves_of_a_position_that_is_over_say_so() -> None:
    lines = printed("moves", "what-the-shell", EMPTY[:-11] + "bbbbb.... -")
    assert lines == ["over: seat 1 (Black) wins (line)"]


def test_check_prints_a_verdict_a_line() -> None:
    lines = printed("check", str(DATA / "what-the-shell_cases.jsonl"))
    assert lines[0] == "ok   what-the-shell/place_two"
    assert lines[-1] == "all 100 vectors pass"
    assert len(lines) == 101


def test_check_fails_with_status_1(tmp_path: Path) -> None:
    good = (DATA / "what-the-shell_cases.jsonl").read_text().splitlines()[0]
    bad = good.replace('"outcome": "play"', '"outcome": "draw"')
    file = tmp_path / "mixed.jsonl"
    file.write_text(f"{good}\n{bad}\n\nnonsense\n[1]\n")
    result = rules("check", str(file))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "ok   what-the-shell/place_two",
        "FAIL what-the-shell/place_two: the outcome is 'play', expected 'draw'",
        "FAIL mixed.jsonl:4: is no JSON: Expecting value: line 1 column 1 (char 0)",
        "FAIL mixed.jsonl:5: is no JSON object",
    ]
    assert result.stderr == "arena: 3 of 4 vectors fail\n"


def test_check_refuses_files_without_vectors(tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text("\n")
    assert refused("check", str(file)) == f"arena: no vectors in {file}, expected JSON lines"


def test_check_leaves_out_large_perft_counts_and_says_so() -> None:
    lines = printed("check", "--perft-limit", "1000", str(DATA / "veletas_perft.jsonl"))
    assert "(20202 sequences of 2 turns not counted, " in "\n".join(lines)


@pytest.mark.parametrize("command", ["start", "show", "moves", "play", "perft", "check"])
def test_every_command_has_help(command: str) -> None:
    assert printed(command, "--help")[0].startswith("Usage: root rules")
