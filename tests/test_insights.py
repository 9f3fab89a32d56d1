"""What else a run's games tell: methods, pools, `compare`, `faults`, `openings` and `time`."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from math import inf
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from arena import notebook
from arena.cli import root
from arena.clock import MS, Clock
from arena.plan.tournament import Ratings
from arena.ratings import METHODS, bradley_terry, fold, posterior
from arena.ratings.compare import Comparison
from arena.ratings.expected import Cell
from arena.record import FAULTS, Record, Reply
from arena.store.store import Store
from arena.views.elo_words import chance_words
from arena.views.frames import GAME_COLUMNS
from arena.views.opening_book import OpeningRow
from arena.views.time_use import TimeRow, time_use
from tests.run_records import DRAW, LOSS, WIN, header, record

ROOT = Path(__file__).parent.parent
SMALL = (("size", 7),)
OPENING = (((1, "d4"), (2, "e5")), ((1, "a1"), (2, "b2")))
GAMES = [
    record(1, ("ada", "bob"), WIN, opening=OPENING),
    record(2, ("bob", "ada"), WIN, "timeout", (None, "timeout"), opening=OPENING),
    record(3, ("ada", "bob"), DRAW, "double-fault", ("crash", "timeout")),
    record(4, ("bob", "ada"), LOSS),
    record(5, ("bob", "cyd"), WIN),
    record(6, ("cyd", "bob"), LOSS),
    record(7, ("ada", "dan"), WIN, "majority", game="veletas", variant=SMALL),
    record(8, ("dan", "ada"), LOSS, "illegal", ("illegal", None), "veletas", SMALL),
]
COLUMNS = {
    "ratings": [field.name for field in fields(fold.Row)],
    "ratings --method posterior": [field.name for field in fields(posterior.Row)],
    "ratings --method elo": [field.name for field in fields(bradley_terry.Row)],
    "crosstable": [field.name for field in fields(Cell)],
    "compare": [field.name for field in fields(Comparison)],
    "faults": ["bot", "games", "faults", "share", *FAULTS, "stray"],
    "openings": [field.name for field in fields(OpeningRow)],
    "time": [field.name for field in fields(TimeRow)],
    "games": list(GAME_COLUMNS),
}
FRAMES: dict[str, Callable[[str], pd.DataFrame]] = {
    "ratings": notebook.ratings,
    "ratings --method posterior": lambda run: notebook.ratings(run, "posterior"),
    "ratings --method elo": lambda run: notebook.ratings(run, "elo"),
    "crosstable": notebook.crosstable,
    "compare": lambda run: notebook.compare(run, "ada", "bob"),
    "faults": notebook.faults,
    "openings": notebook.openings,
    "time": notebook.time,
    "games": notebook.games,
}


def write(path: Path, games: list[Record], **settings: object) -> str:
    with Store.create(path, header(**settings)) as store:
        for game in games:
            store.save(game)
    return str(path)


@pytest.fixture
def run(tmp_path: Path) -> str:
    return write(tmp_path / "cup.arena", GAMES)


def words(command: str, run: str) -> list[str]:
    name, *flags = command.split()
    return [name, run, *(["ada", "bob"] if name == "compare" else []), *flags]


def output(*arguments: str) -> str:
    done = CliRunner().invoke(root, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def objects(*arguments: str) -> Any:
    return json.loads(output(*arguments, "--format", "json"))


# All tables


@pytest.mark.parametrize("command", COLUMNS)
def test_every_table_has_its_names_in_every_format_and_stands_in_the_docs(
    command: str, run: str
) -> None:
    rows = objects(*words(command, run))
    assert rows
    assert [list(row) for row in rows] == [COLUMNS[command]] * len(rows)
    table = csv.reader(io.StringIO(output(*words(command, run), "--format", "csv")))
    assert next(table) == COLUMNS[command]
    page = (ROOT / "docs/ratings.md").read_text()
    assert not [name for name in COLUMNS[command] if f"`{name}`" not in page]


@pytest.mark.parametrize("command", COLUMNS)
def test_frames_hold_what_the_commands_export(command: str, run: str) -> None:
    frame = FRAMES[command](run)
    assert list(frame.columns) == COLUMNS[command]
    exported = objects(*words(command, run))
    assert len(frame) == len(exported)
    for name in COLUMNS[command]:
        for value, row in zip(frame[name].tolist(), exported, strict=True):
            infinite = value in (inf, -inf)
            assert value == row[name] or ((infinite or pd.isna(value)) and row[name] is None)


@pytest.mark.parametrize("command", [name for name in COLUMNS if name != "games"])
def test_what_eyes_see_is_what_programs_get(command: str, run: str) -> None:
    """Every number of the table for eyes is one of the exported ones, rounded."""
    rows = objects(*words(command, run))
    exact = [value for row in rows for value in row.values() if isinstance(value, int | float)]
    if command == "crosstable":
        exact += [sum(row["points"] for row in rows if row["bot"] == bot) for bot in ("ada", "bob")]
    shown = output(*words(command, run), "--format", "md").split("\n\n")[1]
    for cell in re.findall(r"(?<=[ |])-?\d+\.\d+(?=[ |)])", shown):
        assert any(
            abs(value - float(cell)) <= 0.5001 * 10 ** -len(cell.split(".")[1]) for value in exact
        )


@pytest.mark.parametrize("method", METHODS)
def test_every_method_counts_the_same_games(method: str, run: str) -> None:
    counts = {
        row["bot"]: [row[name] for name in ("games", "wins", "draws", "losses", "faults")]
        for row in objects("ratings", run, "--method", method)
    }
    assert counts == {
        "ada": [6, 4, 1, 1, 2],
        "bob": [6, 3, 1, 2, 1],
        "cyd": [2, 0, 0, 2, 0],
        "dan": [2, 0, 0, 2, 1],
    }


def test_a_pool_of_bots_is_rated_by_its_own_games(run: str) -> None:
    for method in METHODS:
        rows = objects("ratings", run, "--method", method, "--bots", "bob, cyd")
        assert {row["bot"]: row["games"] for row in rows} == {"bob": 2, "cyd": 2}
    assert len(objects("crosstable", run, "--bots", "ada,bob,cyd")) == 4
    assert [row["id"] for row in objects("games", run, "--bots", "ada,dan")] == [7, 8]
    assert len(notebook.ratings(run, bots=["bob", "cyd"])) == 2
    title = output("ratings", run, "--bots", "bob,cyd").splitlines()[0]
    assert title.startswith("all games among bob, cyd: 2 games, TrueSkill")


@pytest.mark.parametrize("command", ["ratings", "ratings --method posterior"])
def test_the_draw_probability_is_the_tournaments_unless_a_flag_says_another(
    tmp_path: Path, command: str
) -> None:
    run = write(tmp_path / "told.arena", GAMES, ratings=Ratings(draw_probability=0.3))
    silent = write(tmp_path / "silent.arena", GAMES)
    assert "draw probability 0.3 (given)" in output(*words(command, run))
    assert "draw probability 0.2 (given)" in output(*words(command, run), "--draw", "0.2")
    assert "draw probability 0.0714 (estimated)" in output(*words(command, silent))
    assert objects(*words(command, run)) == objects(*words(command, silent), "--draw", "0.3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ratings", "RUN", "--method", "elo", "--tau", "1"], "method elo takes no tau; it takes"),
        (["ratings", "RUN", "--method", "posterior", "--tau", "1"], "takes no tau"),
        (["ratings", "RUN", "--prior", "5"], "method trueskill takes no prior"),
        (
            ["ratings", "RUN", "--method", "posterior", "--prior", "0"],
            "expected a number from 0.001",
        ),
        (["ratings", "RUN", "--method", "posterior", "--prior", "1e-200"], "from 0.001 to 10000"),
        (["ratings", "RUN", "--method", "posterior", "--prior", "1e300"], "from 0.001 to 10000"),
        (["ratings", "RUN", "--tau", "1e200"], "tau 1e+200: expected a number from 0 to 10000"),
        (["ratings", "RUN", "--method", "elo", "--anchor", "eve"], "anchor 'eve' has no games"),
        (["ratings", "RUN", "--bots", "ada,bobb"], "no bot 'bobb'; did you mean 'bob'?"),
        (["compare", "RUN", "ada", "eve"], "has no bot 'eve'; expected one of: ada, bob, cyd, dan"),
        (["compare", "RUN", "ada", "ada"], "found ada twice, expected two bots to compare"),
        (["compare", "RUN", "ada", "dan", "--bots", "ada,bob"], "bot 'dan' has no games here"),
        (["compare", "RUN", "ada", "dan", "--size", "9"], "no games of size=9"),
        (["compare", "RUN", "ada", "cyd", "--game", "veletas"], "bot 'cyd' has no games here"),
        (["faults", "RUN", "--game", "chess"], "expected one of: what-the-shell, veletas"),
        (["time", "nowhere.arena"], "no such file"),
    ],
)
def test_a_mistake_is_one_line_and_exit_status_2(
    run: str, arguments: list[str], message: str
) -> None:
    done = CliRunner().invoke(root, [run if word == "RUN" else word for word in arguments])
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.startswith("arena: ")
    assert done.stderr.count("\n") == 1


# Cross-tables


def test_cycles_and_odd_scores_are_told_under_the_table(tmp_path: Path) -> None:
    ring = [("ada", "bob"), ("bob", "cyd"), ("cyd", "ada")] * 12
    pairs = [(couple, couple[::-1]) for couple in ring]
    games = [
        record(2 * number + place, couple, WIN if place == 1 else LOSS)
        for number, both in enumerate(pairs)
        for place, couple in enumerate(both, 1)
    ]
    run = write(tmp_path / "ring.arena", games)
    text = output("crosstable", run)
    assert "24/24 (" in text
    assert ")!" in text
    assert "ada scored 24 of 24 against bob, where all other games let one expect " in text
    assert "ada beats bob (12 pairs to 0), bob beats cyd (12 pairs to 0), cyd beats ada" in text
    assert text.splitlines()[-1] == (
        "What stands out (!) does so at 5%, corrected for the 3 couples looked at."
    )
    assert output("crosstable", run, "--format", "md").splitlines()[-1] == text.splitlines()[-1]


def test_a_cross_table_of_two_has_nothing_to_expect(run: str) -> None:
    assert "(" not in output("crosstable", run, "--bots", "ada,bob").splitlines()[3]


# Compare


def test_compare_tells_their_own_games_and_what_all_games_tell(run: str) -> None:
    (found,) = objects("compare", run, "ada", "bob")
    own = [found[name] for name in ("games", "wins", "draws", "losses", "score")]
    assert own == [4, 2, 1, 1, 0.625]
    assert (found["pairs_won"], found["pairs_lost"]) == (1, 0), "one pair was level"
    assert found["los"] == pytest.approx(0.75)
    ratings = {row["bot"]: row["elo"] for row in objects("ratings", run, "--method", "elo")}
    assert found["elo"] == pytest.approx(ratings["ada"] - ratings["bob"])
    skills = {row["bot"]: row["mu"] for row in objects("ratings", run, "--method", "posterior")}
    assert found["mu"] == pytest.approx(skills["ada"] - skills["bob"])
    (turned,) = objects("compare", run, "bob", "ada")
    assert turned["better"] == pytest.approx(1 - found["better"])
    assert turned["elo_low"] == pytest.approx(-found["elo_high"])


def test_compare_heads_what_is_of_their_own_games_and_what_is_of_all(run: str) -> None:
    (found,) = objects("compare", run, "ada", "bob")
    own, _, pool = output("compare", run, "ada", "bob").partition("\n\n")
    head, *rows, sentence = own.splitlines()
    assert head == "all games: ada against bob, by their own games"
    assert [row.split()[0] for row in rows[2:]] == COLUMNS["compare"][2:10]
    assert sentence == "Probability that ada is the likelier to win a pair (los): 75.0%."
    head, *rows, sentence = pool.splitlines()
    assert head == f"all games: ada against bob, by all {len(GAMES)} games"
    assert [row.split()[0] for row in rows[2:]] == COLUMNS["compare"][10:]
    ends = f"[{found['elo_low']:+.1f}, {found['elo_high']:+.1f}] (95%)"
    better = f"Probability that ada is better: {found['better']:.1%}."
    assert sentence == f"Elo {found['elo']:+.1f} {ends}. {better}"


@pytest.mark.parametrize(
    ("chance", "words"), [(0.98, "98.0%"), (0.99951, ">99.9%"), (1, ">99.9%"), (1e-9, "<0.1%")]
)
def test_no_chance_is_rounded_to_certainty(chance: float, words: str) -> None:
    assert chance_words(chance) == words


def test_of_who_lost_every_game_the_interval_has_one_end(tmp_path: Path) -> None:
    """Infinity is no JSON: there it is null."""
    games = [record(id_, ("ada", "bob"), WIN) for id_ in range(1, 12)]
    run = write(tmp_path / "swept.arena", games)
    (found,) = objects("compare", run, "bob", "ada")
    assert found["elo_low"] is None
    assert found["elo"] < found["elo_high"] < 0
    assert notebook.compare(run, "bob", "ada")["elo_low"].item() == -inf
    assert "-inf" in output("compare", run, "bob", "ada")


def test_bots_that_never_met_are_compared_by_the_games_of_others(run: str) -> None:
    (found,) = objects("compare", run, "ada", "cyd")
    assert (found["games"], found["score"], found["los"]) == (0, None, pytest.approx(0.5))
    assert found["better"] > 0.5
    assert re.search(r"score +-$", output("compare", run, "ada", "cyd"), re.MULTILINE)


# Faults


def test_faults_are_counted_by_word_and_never_exceed_games(run: str) -> None:
    rows = objects("faults", run)
    told = {row["bot"]: {word: row[word] for word in FAULTS if row[word]} for row in rows}
    assert told == {
        "ada": {"timeout": 1, "crash": 1},
        "bob": {"timeout": 1},
        "cyd": {},
        "dan": {"illegal": 1},
    }
    for row in rows:
        assert row["faults"] == sum(row[word] for word in FAULTS) <= row["games"]
        assert row["share"] == pytest.approx(row["faults"] / row["games"])
    assert [row["bot"] for row in rows] == ["dan", "ada", "bob", "cyd"]
    rated = {row["bot"]: row["faults"] for row in objects("ratings", run)}
    assert rated == {row["bot"]: row["faults"] for row in rows}
    assert len(objects("games", run, "--fault", "any")) == 3


# Openings


def test_an_opening_that_favours_a_seat_comes_first(tmp_path: Path) -> None:
    even = [record(id_, scores=WIN if id_ % 2 else LOSS) for id_ in range(1, 11)]
    sharp = [record(id_, scores=WIN, opening=OPENING) for id_ in range(11, 31)]
    run = write(tmp_path / "book.arena", even + sharp)
    first, second = objects("openings", run)
    assert first["opening"] == ["1:d4 2:e5", "1:a1 2:b2"]
    assert (first["seat_1"], first["draws"], first["seat_2"], first["score"]) == (20, 0, 0, 1.0)
    assert first["p"] == pytest.approx(2 * 2 * 0.5**20), "two openings are looked at"
    assert (second["opening"], second["score"], second["p"]) == ([], 0.5, 1.0)
    title = output("openings", run).splitlines()[0]
    assert title == "all games: 30 games, 2 openings, seat 1 scored 0.833 per game"


def test_positions_to_start_from_are_openings_too(tmp_path: Path) -> None:
    games = [record(id_) for id_ in (1, 2)]
    games[1] = replace(games[1], spec=replace(games[1].spec, start="somewhere"))
    run = write(tmp_path / "starts.arena", games)
    assert {row["start"] for row in objects("openings", run)} == {None, "somewhere"}
    assert "somewhere" in output("openings", run)


def test_eyes_are_shown_the_least_balanced_openings_only(tmp_path: Path) -> None:
    games = [record(n, opening=(((1, f"a{n}"), (2, f"b{n}")),)) for n in range(1, 26)]
    run = write(tmp_path / "many.arena", games)
    assert len(objects("openings", run)) == 25
    text = output("openings", run)
    assert len(text.splitlines()) == 3 + 20 + 1
    assert text.splitlines()[-1] == "The 20 least balanced; --format csv and json have all."


# Time


def played(clock: Clock, *used: int | None) -> Record:
    """A game in which both seats have this clock and used so many milliseconds in each turn."""
    game = record(1)
    players = tuple(replace(player, clock=clock) for player in game.spec.players)
    turns = tuple(
        tuple(Reply(seat, "d4", None if ms is None else ms * MS) for seat in (1, 2)) for ms in used
    )
    return replace(game, spec=replace(game.spec, players=players), turns=turns)


def test_time_is_told_by_turns_on_the_clock() -> None:
    game = played(Clock(time=100), None, *range(1, 101))
    row = time_use([game])[0]
    assert (row.games, row.turns, row.timeouts) == (1, 100, 0)
    assert (row.mean, row.median, row.p95, row.max) == (50.5, 50, 95, 100)
    assert row.peak == 1.0


def test_the_peak_is_of_what_the_bank_still_held() -> None:
    game = played(Clock(time=None, bank=1000, inc=0), 500, 400)
    assert time_use([game])[0].peak == pytest.approx(0.8), "400 of the 500 that were left"


def test_a_turn_that_lost_on_time_counts() -> None:
    game = replace(
        record(1, scores=LOSS, faults=("timeout", None), turns=0),
        last_replies=(Reply(1, "", 130 * MS),),
    )
    row = next(row for row in time_use([game]) if row.bot == "ada")
    assert (row.turns, row.max, row.timeouts) == (1, 130, 1)
    assert row.peak == pytest.approx(1.3)


def test_a_bot_without_a_turn_has_used_no_time() -> None:
    row = time_use([record(1, turns=0)])[0]
    assert (row.turns, row.mean, row.max, row.peak) == (0, 0, 0, 0)


def test_time_is_read_from_the_games(run: str) -> None:
    rows = {row["bot"]: row for row in objects("time", run)}
    assert rows["ada"]["turns"] == 18
    assert rows["ada"]["max"] == pytest.approx(99.0)
    assert rows["ada"]["timeouts"] == 1
    assert len(objects("time", run, "--bots", "bob,cyd")) == 2
