"""`arena ratings`, `games` and `crosstable` on real store files."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli import root
from arena.ratings.crosstable import crosstable
from arena.ratings.expected import Cell
from arena.record import Record
from arena.store.results import Tally
from arena.store.store import Store
from arena.views.frames import GAME_COLUMNS
from arena.views.matrix import matrix
from tests.run_records import DRAW, LOSS, WIN, header, record

SMALL, LARGE = (("size", 7),), (("size", 10),)
OPENING = (((1, "d4"), (2, "e5")), ((1, "a1"), (2, "b2")))
GAMES = [
    record(1, ("ada", "bob"), WIN, opening=OPENING),
    record(2, ("bob", "ada"), LOSS, "timeout", ("timeout", None)),
    record(3, ("ada", "cyd"), DRAW, "double-fault", ("crash", "timeout")),
    record(4, ("bob", "cyd"), WIN),
    record(5, ("ada", "bob"), LOSS, "majority", game="veletas", variant=SMALL),
    record(6, ("bob", "ada"), WIN, "majority", game="veletas", variant=SMALL),
    record(7, ("cyd", "bob"), WIN, "majority", game="veletas", variant=LARGE),
]


def write(path: Path, games: list[Record]) -> str:
    with Store.create(path, header()) as store:
        for game in games:
            store.save(game)
    return str(path)


@pytest.fixture
def run(tmp_path: Path) -> str:
    """A run of two games, one of them in two sizes."""
    return write(tmp_path / "cup.arena", GAMES)


@pytest.fixture
def plain(tmp_path: Path) -> str:
    """A run of one game."""
    return write(tmp_path / "plain.arena", GAMES[:4])


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(root, arguments)


def output(*arguments: str) -> str:
    done = arena(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def objects(*arguments: str) -> Any:
    return json.loads(output(*arguments, "--format", "json"))


def cells(text: str) -> list[list[str]]:
    """The words of a table's rows, its title and rule left out."""
    return [line.split() for line in text.splitlines()[1:] if "──" not in line]


# Ratings


def test_ratings_have_the_promised_names_in_their_order(plain: str) -> None:
    expected = "rank,bot,mu,sigma,exposure,games,wins,draws,losses,score,faults"
    assert [",".join(row) for row in objects("ratings", plain)] == [expected] * 3
    assert output("ratings", plain, "--format", "csv").splitlines()[0] == expected
    assert ",".join(cells(output("ratings", plain))[0]) == expected


def test_every_format_tells_the_same_ratings(plain: str) -> None:
    rows = objects("ratings", plain)
    assert [row["bot"] for row in rows] == ["ada", "bob", "cyd"]
    rounded = [
        [f"{row[name]:.2f}" if name in ("mu", "sigma", "exposure") else row[name] for name in row]
        for row in rows
    ]
    for row in rounded:
        row[9] = f"{row[9]:.3f}"
    assert cells(output("ratings", plain))[1:] == [[str(cell) for cell in row] for row in rounded]
    table = list(csv.DictReader(io.StringIO(output("ratings", plain, "--format", "csv"))))
    assert [{name: str(value) for name, value in row.items()} for row in rows] == table
    marked = output("ratings", plain, "--format", "md").splitlines()[4:]
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in marked] == [
        [str(cell) for cell in row] for row in rounded
    ]


def test_the_title_tells_what_a_table_rests_on(plain: str) -> None:
    assert output("ratings", plain).splitlines()[0] == (
        "all games: 4 games, TrueSkill, draw probability 0.0833 (estimated), tau 0"
    )
    given = output("ratings", plain, "--draw", "0.2", "--tau", "0.1", "--anchor", "bob")
    assert given.splitlines()[0] == (
        "all games: 4 games, TrueSkill, draw probability 0.2 (given), tau 0.1, bob fixed"
    )


def test_a_run_of_several_games_has_a_table_over_all_and_one_for_each(run: str) -> None:
    titles = [line.split(":")[0] for line in output("ratings", run).splitlines() if ":" in line]
    assert titles == ["all games", "what-the-shell", "veletas size=7", "veletas size=10"]
    marked = output("ratings", run, "--format", "md")
    assert [line.split(":")[0] for line in marked.splitlines() if line.startswith("**")] == [
        f"**{title}" for title in titles
    ]


def test_a_run_of_one_game_has_one_table(plain: str) -> None:
    assert output("ratings", plain).count("TrueSkill") == 1


@pytest.mark.parametrize(
    ("flags", "games"),
    [
        ([], {"ada": 5, "bob": 6, "cyd": 3}),
        (["--game", "what-the-shell"], {"ada": 3, "bob": 3, "cyd": 2}),
        (["--game", "veletas"], {"ada": 2, "bob": 3, "cyd": 1}),
        (["--game", "veletas", "--size", "7"], {"ada": 2, "bob": 2}),
        (["--size", "10"], {"bob": 1, "cyd": 1}),
    ],
)
def test_json_is_the_table_over_all_or_of_what_is_chosen(
    run: str, flags: list[str], games: dict[str, int]
) -> None:
    assert {row["bot"]: row["games"] for row in objects("ratings", run, *flags)} == games


def test_ratings_do_not_depend_on_the_order_in_which_games_were_stored(
    tmp_path: Path, run: str
) -> None:
    other = write(tmp_path / "other.arena", GAMES[::-1])
    for command in ("ratings", "games", "crosstable"):
        assert objects(command, other) == objects(command, run)


def test_numbers_stand_to_the_right(plain: str) -> None:
    lines = output("ratings", plain).splitlines()
    end = lines[1].index("sigma") + len("sigma")
    for line, row in zip(lines[3:], objects("ratings", plain), strict=True):
        assert line[:end].endswith(f"{row['sigma']:.2f}")


def test_a_run_without_games_has_an_empty_table(tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.arena", [])
    for command in ("ratings", "games", "crosstable"):
        assert objects(command, empty) == []
        assert output(command, empty).startswith("all games: 0 games")


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    odd = write(tmp_path / "odd.arena", [record(1, ("[red]a|b", ":smile:,"))])
    assert "[red]a|b" in output("ratings", odd)
    assert ":smile:," in output("ratings", odd)
    assert "| [red]a\\|b |" in output("ratings", odd, "--format", "md")
    rows = list(csv.DictReader(io.StringIO(output("ratings", odd, "--format", "csv"))))
    assert [row["bot"] for row in rows] == ["[red]a|b", ":smile:,"]


# Games


HOSTILE = "\x1b]0;taken\x07\x1b[2J\u202e\x9b1m\n"


@pytest.mark.parametrize("form", ["table", "md"])
def test_names_move_no_cursor(tmp_path: Path, form: str) -> None:
    path = write(tmp_path / "hostile.arena", [record(1, (HOSTILE, "ada"))])
    for words in (
        ["ratings", path, "--format", form],
        ["crosstable", path, "--format", form],
        ["games", path, "--format", form],
        ["games", path, "--bot", "eve"],
        ["show", path, "1"],
    ):
        result = arena(*words)
        told = result.output + result.stderr
        assert "?]0;taken??[2J" in told
        assert all(sign.isprintable() or sign == "\n" for sign in told)
    assert "arena: game 1 breaks the rules in turn 2: illegal move" in told  # it is not a real game


def test_a_game_has_the_promised_names_and_values(run: str) -> None:
    expected = "id,game,variant,bots,scores,termination,faults,turns,seed,pair,opening"
    assert ",".join(GAME_COLUMNS) == expected
    rows = objects("games", run)
    assert rows[0] == {
        "id": 1,
        "game": "what-the-shell",
        "variant": {},
        "bots": ["ada", "bob"],
        "scores": [1, 0],
        "termination": "line",
        "faults": [None, None],
        "turns": 3,
        "seed": [1001, 1002],
        "pair": 1,
        "opening": ["1:d4 2:e5", "1:a1 2:b2"],
    }
    assert rows[2]["scores"] == [0.5, 0.5]
    assert rows[2]["faults"] == ["crash", "timeout"]
    assert rows[6]["variant"] == {"size": 10}
    assert list(rows[0]) == list(GAME_COLUMNS)


def test_whole_scores_are_written_without_a_point(run: str) -> None:
    text = output("games", run, "--format", "json")
    assert '"scores": [1, 0]' in text
    assert '"scores": [0.5, 0.5]' in text


def test_csv_of_games_carries_lists_as_json(run: str) -> None:
    rows = list(csv.DictReader(io.StringIO(output("games", run, "--format", "csv"))))
    whole = objects("games", run)
    for name in ("variant", "bots", "scores", "faults", "seed", "opening"):
        assert [json.loads(row[name]) for row in rows] == [row[name] for row in whole]


@pytest.mark.parametrize(
    ("flags", "ids"),
    [
        (["--bot", "cyd"], [3, 4, 7]),
        (["--game", "veletas"], [5, 6, 7]),
        (["--size", "7"], [5, 6]),
        (["--termination", "majority"], [5, 6, 7]),
        (["--termination", "resign"], []),
        (["--fault", "timeout"], [2, 3]),
        (["--fault", "any", "--bot", "cyd"], [3]),
        (["--fault", "startup"], []),
        (["--limit", "2"], [1, 2]),
        (["--bot", "cyd", "--limit", "2"], [3, 4]),
    ],
)
def test_games_are_filtered(run: str, flags: list[str], ids: list[int]) -> None:
    assert [row["id"] for row in objects("games", run, *flags)] == ids


def test_the_table_of_games_reads_well(run: str) -> None:
    lines = output("games", run, "--limit", "3").splitlines()
    assert lines[0] == "all games: 3 games"
    assert "opening" not in lines[1]
    assert [" ".join(line.split()) for line in lines[3:]] == [
        "1 what-the-shell ada, bob 1, 0 line - 3 1",
        "2 what-the-shell bob, ada 0, 1 timeout timeout, - 3 1",
        "3 what-the-shell ada, cyd 0.5, 0.5 double-fault crash, timeout 3 2",
    ]


# Cross-tables


def test_a_crosstable_has_a_row_for_each_ordered_pair(run: str) -> None:
    found = objects("crosstable", run)
    assert [list(row) for row in found] == [
        ["bot", "opponent", "points", "games", "expected", "p"]
    ] * 6
    assert [tuple(row.values())[:4] for row in found] == [
        ("ada", "bob", 2.0, 4),
        ("ada", "cyd", 0.5, 1),
        ("bob", "ada", 2.0, 4),
        ("bob", "cyd", 1.0, 2),
        ("cyd", "ada", 0.5, 1),
        ("cyd", "bob", 1.0, 2),
    ]


def test_a_crosstable_for_eyes_has_a_column_for_each_bot(run: str) -> None:
    words = ("crosstable", run, "--game", "what-the-shell")
    expected = {row["bot"] + row["opponent"]: f"({row['expected']:.1f})" for row in objects(*words)}
    lines = [line.split() for line in output(*words).splitlines()[1:] if "──" not in line]
    assert lines[:4] == [
        ["bot", "ada", "bob", "cyd", "points", "games"],
        ["ada", "-", "2/2", expected["adabob"], "0.5/1", expected["adacyd"], "2.5", "3"],
        ["bob", "0/2", expected["bobada"], "-", "1/1", expected["bobcyd"], "1", "3"],
        ["cyd", "0.5/1", expected["cydada"], "0/1", expected["cydbob"], "-", "0.5", "2"],
    ]
    assert [" ".join(line) for line in lines[4:]] == [
        "In brackets: the points that the games of everyone else let one expect.",
        "No score stands out, and no cycle, at 5%, corrected for the 3 couples looked at.",
        "The nearest has p = 1.",
    ]


def test_a_crosstable_names_the_score_that_is_nearest_to_standing_out(tmp_path: Path) -> None:
    met = [(("ada", "bob"), WIN)] * 4 + [(("bob", "cyd"), WIN)] * 4 + [(("cyd", "ada"), WIN)] * 2
    games = [record(id_, bots, scores) for id_, (bots, scores) in enumerate(met, 1)]
    run = write(tmp_path / "near.arena", games)
    rows = [row for row in objects("crosstable", run) if row["points"] > row["expected"]]
    nearest = min(rows, key=lambda row: row["p"])
    assert 0.05 < nearest["p"] < 1
    told = output("crosstable", run).splitlines()
    assert told[-2].startswith("No score stands out")
    assert told[-1] == (
        f"The nearest: {nearest['bot']} scored {nearest['points']:g} of {nearest['games']} against "
        f"{nearest['opponent']}, where all other games let one expect {nearest['expected']:.1f}: "
        f"p = {nearest['p']:.2g}."
    )


def test_a_crosstable_is_pure_and_symmetric() -> None:
    kind = ("g", (), ("a", "b"))
    table = crosstable(
        [Tally(*kind, WIN, (None, None), 3), Tally(*kind, DRAW, (None, None), 1_000_000)]
    )
    assert table == (
        Cell("a", "b", 500_003.0, 1_000_003, pytest.approx(500_001.5), pytest.approx(1, abs=0.1)),
        Cell("b", "a", 500_000.0, 1_000_003, pytest.approx(500_001.5), pytest.approx(1, abs=0.1)),
    )
    assert matrix(table).rows == (
        ("a", "-", "500003/1000003", "500003", "1000003"),
        ("b", "500000/1000003", "-", "500000", "1000003"),
    )


def test_a_crosstable_takes_bots_that_are_called_like_its_columns(tmp_path: Path) -> None:
    games = [record(1, ("bot", "points"), WIN), record(2, ("games", "bot"), DRAW)]
    run = write(tmp_path / "words.arena", games)
    first = ["bot", "bot", "games", "points", "points", "games"]
    table = cells(output("crosstable", run))
    assert table[0] == first
    assert [(row[0], *row[-2:]) for row in table[1:4]] == [
        ("bot", "1.5", "2"),
        ("games", "0.5", "1"),
        ("points", "0", "1"),
    ]
    marked = output("crosstable", run, "--format", "md").splitlines()
    assert marked[2] == f"| {' | '.join(first)} |"
    assert {row["bot"] for row in objects("crosstable", run)} == {"bot", "points", "games"}


# Errors and help


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ratings", "nowhere.arena"], "no such file"),
        (["games", "RUN", "--bot", "adda"], "has no bot 'adda'; did you mean 'ada'?"),
        (["games", "RUN", "--bot", "x"], "expected one of: ada, bob, cyd"),
        (["ratings", "RUN", "--game", "chess"], "expected one of: what-the-shell, veletas"),
        (
            ["ratings", "RUN", "--game", "veletas", "--size", "8"],
            "no games of veletas size=8; expected one of: what-the-shell, veletas size=7, ",
        ),
        (["crosstable", "RUN", "--size", "8"], "has no games of size=8; expected one of: "),
        (["games", "RUN", "--termination", "majorty"], "did you mean 'majority'?"),
        (["ratings", "RUN", "--draw", "0"], "draw probability 0: expected a number above 0"),
        (["ratings", "RUN", "--anchor", "eve"], "anchor 'eve' has no games here"),
    ],
)
def test_a_mistake_is_one_line_and_exit_status_2(
    run: str, arguments: list[str], message: str
) -> None:
    done = arena(*(run if word == "RUN" else word for word in arguments))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("arena: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["ratings", "games", "crosstable"])
def test_a_missing_run_is_not_created(tmp_path: Path, command: str) -> None:
    assert arena(command, str(tmp_path / "none.arena")).exit_code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["ratings", "games", "crosstable"])
def test_help_answers_without_pandas(command: str) -> None:
    program = f"""
import sys
from arena.cli import root
try:
    root(["{command}", "--help"])
finally:
    assert not {{"pandas", "rich", "trueskill"}} & set(sys.modules), "imported for help"
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "--format" in done.stdout
