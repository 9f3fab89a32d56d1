"""Tournament files: what they say, what is refused, and what may be changed later."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import resources
from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan.tournament import (
    NO_OPENINGS,
    Contest,
    Entrant,
    Openings,
    Ratings,
    Tournament,
    contest,
    difference,
    from_dict,
    match,
    to_dict,
)
from arena.plan.tournament_file import load
from arena.record import BotSpec
from tests.test_yaml_file import outcome, soup

BASE = "games: what-the-shell\nbots: [sh, cat]\n"
VELETAS_10 = Contest("veletas", (("size", 10),))


def write(folder: Path, text: str) -> Path:
    path = folder / "cup.yaml"
    path.write_text(text)
    return path


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Tournament]:
    return lambda text: load(write(tmp_path, text))


@pytest.fixture
def refusal(tmp_path: Path) -> Callable[[str], str]:
    def refuse(text: str) -> str:
        with pytest.raises(ArenaError) as caught:
            load(write(tmp_path, text))
        assert str(caught.value).isprintable()
        return str(caught.value).removeprefix(f"{tmp_path}/")

    return refuse


Read = Callable[[str], Tournament]


def test_the_shortest_file_has_sensible_defaults(read: Read) -> None:
    plan = read(BASE)
    assert plan == Tournament(
        name="cup", contests=(Contest("what-the-shell"),), entrants=plan.entrants
    )
    assert plan.names == ("sh", "cat")
    assert [entrant.clock for entrant in plan.entrants] == [Clock(), Clock()]
    assert (plan.rounds, plan.pairs, plan.openings.random_turns) == (1, True, 2)


def test_every_key_is_read(read: Read, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bot.yaml").write_text(
        "name: deep\nrun: '{python} x.py'\noptions: {depth: 3, net: small}\n"
    )
    plan = read(
        "name: Spring Cup\n"
        "games: [what-the-shell, {game: veletas, size: 7}, veletas]\n"
        "bots:\n"
        "  - deep\n"
        "  - {folder: deep, name: deeper, options: {depth: 9, fast: true}, ponder: true}\n"
        "  - {command: sh -c x, name: shell, clock: {time: 50ms, margin: 5ms}}\n"
        "  - {bot: cat, clock: 1s}\n"
        "format: round-robin\nrounds: 3\npairs: false\n"
        "openings: {random_turns: 4, after_placement: true}\n"
        "clock: {time: 100ms, bank: 60s, inc: 1s, first: 2s, startup: 5s, grace: 10ms}\n"
        "concurrency: 2\nseed: 7\nturn_limit: 300\nratings: {draw_probability: 0.1}\n"
    )
    clock = Clock(time=100, bank=60_000, inc=1000, first=2000, startup=5000, grace=10)
    command, folder = (sys.executable, "x.py"), str(tmp_path / "deep")
    deeper = (("depth", "9"), ("net", "small"), ("fast", "true"))
    assert plan == Tournament(
        name="Spring Cup",
        contests=(Contest("what-the-shell"), Contest("veletas", (("size", 7),)), VELETAS_10),
        entrants=(
            Entrant(BotSpec("deep", command, folder, (("depth", "3"), ("net", "small"))), clock),
            Entrant(BotSpec("deeper", command, folder, deeper, ponder=True), clock),
            Entrant(
                BotSpec("shell", ("sh", "-c", "x"), str(tmp_path)),
                replace(clock, time=50, margin=5),
            ),
            Entrant(BotSpec("cat", ("cat",), str(tmp_path)), replace(clock, time=1000)),
        ),
        format="round-robin",
        rounds=3,
        pairs=False,
        openings=Openings(4, after_placement=True),
        concurrency=2,
        seed=7,
        turn_limit=300,
        ratings=Ratings(0.1),
    )


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("50ms", Clock(time=50)),
        ("{time: 2s}", Clock(time=2000)),
        ("{bank: 60s, inc: 1s}", Clock(time=None, bank=60_000, inc=1000)),
        ("{periods: 3, period: 5s}", Clock(time=None, periods=3, period=5000)),
        ("{nodes: 5000}", Clock(nodes=5000)),
        ("{time: none, bank: 1s}", Clock(time=None, bank=1000)),
    ],
)
def test_clocks(read: Read, text: str, clock: Clock) -> None:
    assert read(f"{BASE}clock: {text}\n").entrants[0].clock == clock


def test_a_bots_clock_changes_only_what_it_names(read: Read) -> None:
    bots = "bots: [sh, {bot: cat, clock: {time: none, bank: 9s}}]\n"
    plan = read(f"games: veletas\n{bots}clock: {{time: 50ms, margin: 7ms}}\n")
    assert plan.entrants[1].clock == Clock(time=None, bank=9000, margin=7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games: veletas\n", "cup.yaml:1: found no key 'bots', expected one"),
        ("bots: [sh, cat]\n", "cup.yaml:1: found no key 'games', expected one"),
        (f"{BASE}roundz: 2\n", "cup.yaml:3: roundz: found a key that is not known, 'roundz'; did"),
        (f"{BASE}rounds: two\n", "cup.yaml:3: rounds: found 'two', expected a whole number from 1"),
        (f"{BASE}rounds: 0\n", "cup.yaml:3: rounds: found 0, expected a whole number from 1"),
        (f"{BASE}pairs: 2\n", "cup.yaml:3: pairs: found 2, expected true or false"),
        (f"{BASE}seed: -1\n", "cup.yaml:3: seed: found -1, expected a whole number from 0"),
        (f"{BASE}name: 2024\n", "cup.yaml:3: name: found 2024 (to YAML a number), expected a name"),
        (f"{BASE}format: swis\n", "format: found 'swis', expected a format: gauntlet, knockout, "),
        (f"{BASE}format: {{best_of: 3}}\n", "format: found no key 'name', expected one, such as"),
        (f"{BASE}format: {{name: knockout, bestof: 3}}\n", "format.bestof: found a key that is"),
        (f"{BASE}format: {{name: knockout, best_of: 0}}\n", "best_of: found 0, expected a whole"),
        (f"{BASE}format: knockout\nrounds: 2\n", "rounds: found rounds, but a knockout has none"),
        (f"{BASE}format: {{name: gauntlet, challengers: 2}}\n", "found 2 bots and as many chall"),
        (f"{BASE}concurrency: x\n", "concurrency: found 'x', expected auto or a whole number"),
        (f"{BASE}concurrency: 0\n", "concurrency: found 0, expected a whole number from 1"),
        (f"{BASE}turn_limit: 2\n", "cup.yaml:3: turn_limit: found 2, expected more turns than"),
        (f"{BASE}ratings: {{draw_probability: 0}}\n", "found 0, expected a number from 0.0001"),
        (f"{BASE}clock: 100\n", "cup.yaml:3: clock: found 100, expected a duration with its unit"),
        (f"{BASE}clock: {{tme: 1s}}\n", "cup.yaml:3: clock.tme: found a key that is not known"),
        (f"{BASE}clock: {{time: 1}}\n", "cup.yaml:3: clock.time: found 1, expected a duration"),
        (f"{BASE}clock: {{time: none}}\n", "clock: found none, but a clock needs a time"),
        (f"{BASE}clock: {{periods: 3}}\n", "clock: periods and period go together"),
        (f"{BASE}clock: {{inc: 1s}}\n", "clock: found an inc without a bank"),
        (f"{BASE}openings: some\n", "openings: found 'some', expected none or a mapping"),
        (
            f"{BASE}openings: {{random_turns: 21}}\n",
            "found 21, expected a whole number from 0 to",
        ),
        (
            f"{BASE}openings: {{random_turns: 0}}\n",
            "openings.random_turns: found 0, expected at least 1, since both games of a pair of "
            "what-the-shell would be the same (or say `openings: none`",
        ),
        ("games: []\nbots: [sh, cat]\n", "cup.yaml:1: games: found an empty list, expected at"),
        ("games: chess\nbots: [sh, cat]\n", "cup.yaml:1: games: found 'chess', expected a game: w"),
        ("games: velets\nbots: [sh, cat]\n", "did you mean 'veletas'?"),
        ("games: [veletas, {size: 7}]\nbots: []\n", "games[2]: found no key 'game', expected one"),
        ("games: [{game: veletas, sise: 7}]\nbots: []\n", "games[1].sise: found a key that is"),
        (
            "games: [{game: veletas, size: 8}]\nbots: []\n",
            "games[1]: found veletas with size 8, expected size 10",
        ),
        (
            "games: {game: veletas, size: [7, 9]}\nbots: []\n",
            "games.size: found a list, expected one number; several are several games: "
            "[{game: veletas, size: 7}, {game: veletas, size: 9}]",
        ),
        ("games: [{game: veletas, size: 7ms}]\nbots: []\n", "games[1].size: found '7ms', expected"),
        ("games: [{game: what-the-shell, size: 9}]\nbots: []\n", "games[1].size: found a key that"),
        ("games: [veletas, {game: veletas, size: 10}]\nbots: []\n", "found veletas size 10 again"),
        ("games: veletas\nbots: sh\n", "cup.yaml:2: bots: found 'sh', expected a list of bots"),
        (
            "games: veletas\nbots: []\n",
            "cup.yaml:2: bots: found an empty list, expected at least",
        ),
        ("games: veletas\nbots: [sh]\n", "cup.yaml:2: bots: found sh, expected at least 2"),
        ("games: veletas\nbots:\n- sh\n- 5\n", "cup.yaml:4: bots[2]: found 5 (to YAML a number)"),
        ("games: veletas\nbots:\n- sh\n- rndom\n", "cup.yaml:4: bots[2]: found 'rndom', which is"),
        ("games: veletas\nbots:\n- sh\n- rndom\n", "did you mean 'random'?"),
        (
            "games: veletas\nbots:\n- sh\n- cat\n- sh\n",
            "cup.yaml:5: bots[3]: found the name 'sh' again (first in line 3), expected another",
        ),
        (
            "games: veletas\nbots: [{name: x}]\n",
            "bots[1]: found none, expected one of the keys",
        ),
        ("games: veletas\nbots: [{bot: sh, folder: x}]\n", "found bot or folder, expected one of"),
        ("games: veletas\nbots: [{folder: x}]\n", "bots[1].folder: "),
        (
            "games: veletas\nbots: [{bot: sh, ponder: 1}]\n",
            "bots[1].ponder: found 1, expected",
        ),
        ("games: veletas\nbots: [{bot: sh, nme: x}]\n", "bots[1].nme: found a key that is not kno"),
    ],
)
def test_what_is_wrong_is_one_line(refusal: Callable[[str], str], text: str, message: str) -> None:
    assert message in refusal(text)


def test_openings_none_and_unpaired_games_need_no_opening(read: Read) -> None:
    assert read(f"{BASE}openings: none\n").openings == NO_OPENINGS
    bare = "openings: {random_turns: 0}\n"
    assert read(f"{BASE}pairs: false\n{bare}").openings == NO_OPENINGS
    assert read(f"games: veletas\nbots: [sh, cat]\n{bare}").openings == NO_OPENINGS


def test_the_quick_start_is_read() -> None:
    plan = load(resources.folder("tournaments") / "quickstart.yaml")
    assert len(plan.entrants) >= 4
    assert {contest.game for contest in plan.contests} == {"what-the-shell", "veletas"}


def bot(name: str) -> BotSpec:
    return BotSpec(name, (sys.executable, "main.py", name), f"/bots/{name}", (("depth", "3"),))


def test_a_match_needs_no_file() -> None:
    even = match([bot("a"), bot("b")], contest("veletas"), games=10, clock=Clock(time=9), seed=4)
    assert (even.rounds, even.pairs, even.seed) == (5, True, 4)
    assert even.contests == (VELETAS_10,)
    assert [entrant.clock.time for entrant in even.entrants] == [9, 9]
    odd = match([bot("a"), bot("b"), bot("c")], contest("veletas", {"size": 7}), games=3)
    assert (odd.rounds, odd.pairs) == (3, False)
    with pytest.raises(ArenaError, match="found 1 bot, expected at least 2"):
        match([bot("a")], contest("veletas"))
    with pytest.raises(ArenaError, match="found 0 games, expected at least 1"):
        match([bot("a"), bot("b")], contest("veletas"), games=0)
    with pytest.raises(ArenaError, match="found veletas with size 8, expected size 10, size "):
        contest("veletas", {"size": 8})


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
MS = st.integers(1, 10**6)
CLOCKS = st.builds(
    Clock, time=MS, bank=st.none() | MS, nodes=st.none() | MS, margin=MS, first=st.none() | MS
)
OPTIONS = st.dictionaries(TEXTS, TEXTS, max_size=3).map(lambda found: tuple(found.items()))
BOTS = st.builds(
    BotSpec,
    name=TEXTS,
    command=st.lists(TEXTS, min_size=1, max_size=3).map(lambda words: (sys.executable, *words)),
    folder=TEXTS,
    options=OPTIONS,
    ponder=st.booleans(),
)
TOURNAMENTS = st.builds(
    Tournament,
    name=TEXTS,
    contests=st.just((Contest("what-the-shell"), VELETAS_10)),
    entrants=st.lists(st.builds(Entrant, BOTS, CLOCKS), max_size=3).map(tuple),
    rounds=MS,
    pairs=st.booleans(),
    openings=st.builds(Openings, st.integers(0, 20), st.booleans()),
    concurrency=st.none() | MS,
    seed=MS,
    turn_limit=MS,
    ratings=st.builds(Ratings, st.none() | st.floats(0.01, 0.9)),
)


@given(TOURNAMENTS)
def test_a_tournament_goes_through_json_and_back(plan: Tournament) -> None:
    assert from_dict(json.loads(json.dumps(to_dict(plan)))) == plan
    assert sys.executable not in json.dumps(to_dict(plan))


PLAN = Tournament(
    name="cup",
    contests=(VELETAS_10,),
    entrants=(Entrant(bot("a"), Clock()), Entrant(bot("b"), Clock())),
    rounds=2,
)


def with_bot(plan: Tournament, **changes: object) -> Tournament:
    """The plan with its first bot changed."""
    first = replace(plan.entrants[0].bot, **changes)  # type: ignore[arg-type]
    return replace(plan, entrants=(replace(plan.entrants[0], bot=first), *plan.entrants[1:]))


@pytest.mark.parametrize(
    "new",
    [
        PLAN,
        replace(PLAN, name="other", concurrency=3, ratings=Ratings(0.2), rounds=3),
        replace(PLAN, entrants=(Entrant(bot("new"), Clock()), *PLAN.entrants)),
        replace(PLAN, entrants=PLAN.entrants[::-1]),
    ],
)
def test_edits_that_go_on_with_a_run(new: Tournament) -> None:
    assert difference(PLAN, new) is None


def test_a_folder_that_moved_goes_on_with_a_run() -> None:
    here = with_bot(PLAN, folder="/here/a", command=("/here/a/go", "-x"))
    there = with_bot(PLAN, folder="/there/a", command=("/there/a/go", "-x"))
    assert difference(here, there) is None


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (replace(PLAN, rounds=1), "rounds: 2 in the run, 1 asked for"),
        (replace(PLAN, entrants=PLAN.entrants[:1]), "bots: the run has 'b', the file has not"),
        (replace(PLAN, seed=2), "seed: 1 in the run, 2 asked for"),
        (replace(PLAN, pairs=False), "pairs: true in the run, false asked for"),
        (replace(PLAN, turn_limit=9), "turn_limit: 400 in the run, 9 asked for"),
        (
            replace(PLAN, contests=(Contest("veletas", (("size", 7),)),)),
            "games: veletas size 10 in the run, veletas size 7 asked for",
        ),
        (
            replace(PLAN, openings=Openings(3)),
            "openings.random_turns: 2 in the run, 3 asked for",
        ),
        (
            replace(PLAN, entrants=(PLAN.entrants[0], Entrant(bot("b"), Clock(time=2000)))),
            "bots.b.clock.time: 100ms in the run, 2s asked for",
        ),
        (
            replace(PLAN, entrants=(PLAN.entrants[0], Entrant(bot("b"), Clock(nodes=5)))),
            "bots.b.clock.nodes: none in the run, 5 asked for",
        ),
        (with_bot(PLAN, ponder=True), "bots.a.ponder: false in the run, true asked for"),
        (with_bot(PLAN, options=()), "bots.a.options.depth: '3' in the run, nothing asked for"),
        (with_bot(PLAN, options=(("depth", "3"), ("n", "1"))), "bots.a.options.n: nothing in the"),
        (
            with_bot(PLAN, command=("x",)),
            "bots.a.command: '{python} main.py a' in the run, 'x' asked for",
        ),
    ],
)
def test_edits_that_do_not_name_the_key_and_both_values(new: Tournament, message: str) -> None:
    assert (difference(PLAN, new) or "").startswith(message)


def test_soup_is_read_or_refused_in_one_line(tmp_path: Path) -> None:
    check_soup(tmp_path, 500, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_much_soup(tmp_path: Path) -> None:
    check_soup(tmp_path, 100_000, seed=2)


def check_soup(folder: Path, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    path = folder / "soup.yaml"
    for _ in range(rounds):
        data = soup(rng).replace(b"- a", b"- sh").replace(b"bot: b", b"bot: cat")
        path.write_bytes(data)
        assert (outcome(load, path) or "").isprintable(), data
