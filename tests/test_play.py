"""People at tables: in a terminal, at the house, and what is kept of their games."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import engines
from arena import resources
from arena.clock import Clock
from arena.errors import ArenaError
from arena.plan.tournament import contest
from arena.referee.family import tree
from arena.sitting import evening
from arena.sitting.chair import Chair
from arena.sitting.house import MAX_TABLES, House
from arena.sitting.manners import NO_CLOCK, bot_clock, person_name
from arena.sitting.roster import Roster
from arena.sitting.sight import Ending, Person, SeatedBot
from arena.sitting.table import Table
from arena.store.store import Store
from arena.views.choices import Choices, choices
from arena.views.coloured import coloured_board
from engines.base import State
from tests.commands import ARENA, arena, wait_for
from tests.terminals import Terminal

ADA, BOB = Person("Ada", NO_CLOCK), Person("Bob", NO_CLOCK)
SHELL = contest("what-the-shell")


# In the terminal


def play(cwd: Path, *words: object, typed: str) -> subprocess.CompletedProcess[str]:
    """`arena play` with lines on its stdin, which is no terminal."""
    command = [*ARENA, "play", *map(str, words)]
    return subprocess.run(command, cwd=cwd, input=typed, capture_output=True, text=True, check=True)


def test_a_whole_game_from_a_pipe(tmp_path: Path) -> None:
    squares = list(engines.load("what-the-shell").start().legal(1))
    typed = "\n".join(squares)  # those that are taken by then are refused in a line
    done = play(tmp_path, "what-the-shell", "--against", "greedy", "--name", "Ada", typed=typed)
    assert "Turn 1  Black a1" in done.stdout
    assert "White wins" in done.stdout
    assert "Kept as game 1 of played.arena; arena show played.arena 1 replays it." in done.stdout
    assert "Traceback" not in done.stderr
    shown = arena("show", "played.arena", 1, cwd=tmp_path).stdout
    assert "Ada's answers again: arena feed BOT played.arena 1 --seat 1" in shown
    assert "all 1 games" in arena("verify", "played.arena", cwd=tmp_path).stdout


def test_commands_and_mistakes_are_answered_in_lines(tmp_path: Path) -> None:
    typed = "?\nmoves\nhint\nz9\nc3/d4\nboard\nresign\n"
    words = ("veletas", "--size", 7, "--against", "random", "--name", "Ada", "--store", "own.arena")
    done = play(tmp_path, *words, typed=typed)
    for told in (
        "give the game up",
        "1 shooters on inner squares",
        "hint: ",
        "malformed move 'z9'",
        "Second player takes",
    ):
        assert told in done.stdout, told
    assert "resigned" in done.stdout
    assert (tmp_path / "own.arena").exists()


@pytest.mark.thorough
def test_leaving_keeps_nothing(tmp_path: Path) -> None:
    for typed in ("quit\n", "e5\n"):
        done = play(tmp_path, "what-the-shell", "--against", "random", typed=typed)
        assert "Kept" not in done.stdout
    assert not list(tmp_path.iterdir())


def test_a_terminal_shows_colours_and_asks(tmp_path: Path) -> None:
    words = ("play", "what-the-shell", "--against", "random", "--name", "Ada", "--seed", "4")
    with Terminal(*words, cwd=tmp_path) as terminal:
        terminal.shows(r"turn 1, Black \(\? for help\): ")
        before = len(terminal.said)
        terminal.type("e5\n")
        terminal.shows(r"turn 2, Black \(\? for help\): ")
        assert "38;2;95;180;188" in terminal.said[before:]  # the teal of Black
        terminal.type("resign\n")
        terminal.shows("Kept as game 1")
        assert terminal.ends() == 0


@pytest.mark.thorough
def test_a_flag_that_falls_is_told_at_once(tmp_path: Path) -> None:
    words = ("play", "what-the-shell", "--against", "random", "--time", "100ms")
    with Terminal(*words, cwd=tmp_path) as terminal:
        terminal.shows("Black ran out of time")
        assert terminal.ends() == 0


@pytest.mark.thorough
def test_ctrl_c_leaves_the_table(tmp_path: Path) -> None:
    words = ("play", "veletas", "--against", "random", "--size", 7)
    with Terminal(*words, cwd=tmp_path) as terminal:
        terminal.shows(r"\? for help\): ")
        below = tree(terminal.process.pid)[1:]
        assert below
        terminal.type("\x03")
        assert terminal.ends() == 0
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("chess", "--against", "random"), "found 'chess', expected a game"),
        (("veletas", "--against", "nobody"), "found 'nobody'"),
        (("veletas", "--against", "random", "--size", "8"), "found veletas with size 8"),
        (("veletas", "--against", "random", "--set", "depth=3"), "declares no option 'depth'"),
        (("veletas", "--against", "random", "--set", "depth"), "expected NAME=VALUE"),
        (("veletas", "--against", "random", "--option", "depth=3"), "declares no option 'depth'"),
        (("veletas", "--against", "random", "--name", "random"), "is the bot's name"),
        (("veletas", "--against", "random", "--time", "0s"), "a clock needs a time"),
        (("veletas", "--against", "random", "--inc", "5s"), "found an inc without a bank"),
        (
            ("veletas", "--against", "random", "--time", "9s", "--inc", "5s"),
            "found an inc without a bank",
        ),
        (("veletas", "--against", "random", "--thinks", "0s"), "found 0 ms for the bot"),
        (("veletas", "--against", "random", "--seed", "-1"), "-1 is not in the range"),
        (("veletas", "--against", "random", "--seed", f"{2**52}"), "is not in the range"),
        (("veletas", "--against", "random", "--store", "no/x.arena"), "there is no folder no"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_line(
    tmp_path: Path, words: tuple[str, ...], error: str
) -> None:
    done = arena("play", *words, cwd=tmp_path, status=2)
    assert error in done.stderr
    assert not list(tmp_path.iterdir())


def test_who_has_no_name_on_this_machine_is_asked_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    with pytest.raises(ArenaError, match=r"expected one \(--name\)"):
        evening.play(SHELL, "random", 1, None, evening.Terms(), tmp_path / "x.arena")


# At the house


def test_an_early_move_is_not_lost(tmp_path: Path) -> None:
    with House(tmp_path / "played.arena") as house:
        table = house.open(SHELL, (ADA, BOB)).table
        table.move(1, 1, "e5")  # before the referee has even started the seats
        table.move(2, 1, "c3")
        wait_for(lambda: len(table.sight().played) == 1)


def test_who_comes_to_a_chair_second_is_sent_away() -> None:
    chair = Chair(1, "Ada", "veletas", lambda seat, news: None)
    (first, own), (second, other) = socket.socketpair(), socket.socketpair()
    for end in (own, other):
        threading.Thread(target=chair.attend, args=(end,), daemon=True).start()
        first.settimeout(5)
        if end is own:
            first.sendall(b"ping 1\n")
            assert first.recv(100) == b"pong 1\n"
    second.settimeout(5)
    assert second.recv(100) == b""
    first.sendall(b"ping 2\n")
    assert first.recv(100) == b"pong 2\n"
    chair.leave()


@pytest.mark.thorough
def test_resigning_out_of_turn_counts_at_ones_next(tmp_path: Path) -> None:
    with House(tmp_path / "played.arena") as house:
        table = house.open(contest("veletas", {"size": 7}), (ADA, BOB)).table
        table.resign(2)
        assert table.sight(2).resigning
        assert not table.sight(1).resigning
        table.move(1, 1, "d4/a1")
        wait_for(lambda: table.is_over)
        ending = table.sight().ending
        assert ending
        assert ending.record
        assert (ending.record.termination, ending.record.scores) == ("resign", (1, 0))


@pytest.mark.thorough
def test_a_bot_that_fails_loses_to_the_person(tmp_path: Path) -> None:
    with House(tmp_path / "played.arena") as house:
        (bot,) = (offer.bot for offer in house.roster.offers() if offer.bot.name == "random")
        lost = SeatedBot(type(bot)("gone", ("false",), str(tmp_path)), bot_clock(1000))
        table = house.open(SHELL, (ADA, lost)).table
        wait_for(lambda: table.is_over)
        ending = table.sight().ending
        assert ending
        assert ending.record
        assert (ending.record.termination, ending.record.scores) == ("startup", (1, 0))


@pytest.mark.thorough
def test_a_persons_flag_falls(tmp_path: Path) -> None:
    with House(tmp_path / "played.arena") as house:
        hasty = Person("Ada", Clock(time=50, margin=50))
        table = house.open(SHELL, (hasty, BOB)).table
        table.move(2, 1, "e5")
        wait_for(lambda: table.is_over)
        ending = table.sight().ending
        assert ending
        assert ending.record
        assert (ending.record.termination, ending.record.scores) == ("timeout", (0, 1))


def test_the_strongest_bot_that_is_built_gives_hints(leatherback: Path, tmp_path: Path) -> None:
    assert leatherback.exists()
    with House(tmp_path / "played.arena") as house:
        assert house.roster.adviser(SHELL.game).name == "leatherback"
        table = house.open(SHELL, (ADA, BOB)).table
        assert house.hint(table, 1, 1) in table.position(1, 1).legal(1)
        options = house.roster.find("leatherback", SHELL.game).options
        assert [(o.min, o.max) for o in options if o.name == "level"] == [(1, 10)]


def test_without_a_built_one_a_bot_in_python_gives_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = tmp_path / "bots"
    shutil.copytree(resources.folder("bots"), bots, ignore=shutil.ignore_patterns("target"))
    monkeypatch.setattr(resources, "folder", {"bots": bots}.__getitem__)
    assert Roster().adviser(SHELL.game).name == "mcts"


def test_the_house_has_room_for_so_many_tables(tmp_path: Path) -> None:
    with House(tmp_path / "played.arena") as house:
        places = [house.open(SHELL, (ADA, Person("", NO_CLOCK))) for _ in range(MAX_TABLES)]
        with pytest.raises(ArenaError, match="all 12 tables are taken"):
            house.open(SHELL, (ADA, BOB))
        house.leave(places[0])
        house.open(SHELL, (ADA, Person("", NO_CLOCK)))


def resign(table: Table) -> None:
    table.resign(1)
    table.resign(2)
    wait_for(lambda: table.is_over)


def resigned(house: House) -> Ending:
    """How a new game ends in which both resign at once."""
    table = house.open(SHELL, (ADA, BOB)).table
    resign(table)
    ending = table.sight().ending
    assert ending
    return ending


def test_trouble_with_one_game_is_told_at_its_table_and_ends_no_other(tmp_path: Path) -> None:
    def fail() -> None:
        raise ValueError("no room")

    with House(tmp_path / "played.arena", kept=fail) as house:
        for number in (1, 2):
            ending = resigned(house)
            assert ending.kept == number
            assert ending.trouble == "the game could not be shown: no room"


def test_who_fails_to_hear_of_an_end_keeps_no_other_game_from_ending(tmp_path: Path) -> None:
    def fail() -> None:
        if table.is_over:
            raise ValueError

    with House(tmp_path / "played.arena") as house:
        table = house.open(SHELL, (ADA, BOB)).table
        table.listen(fail, None)
        resign(table)
        assert not resigned(house).trouble


class Late:
    """A lock: as soon as it is let go of for the first time, something happens."""

    def __init__(self, happens: Callable[[], object]) -> None:
        self._lock, self._happens = threading.Lock(), [happens]

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        self._lock.release()
        if self._happens:
            self._happens.pop()()


def test_two_who_sit_down_at_the_same_moment_begin_one_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vacant = Person("", NO_CLOCK)
    with House(tmp_path / "played.arena") as house:
        place = house.open(SHELL, (vacant, vacant))
        one, other = place.invitations
        begun: list[object] = []
        monkeypatch.setattr(house, "_begin", lambda *begins: begun.append(begins))
        monkeypatch.setattr(house, "_lock", Late(lambda: house.sit(place, other, "Bob")))
        house.sit(place, one, "Ada")
    assert len(begun) == 1


@pytest.mark.thorough
def test_games_of_one_name_are_one_players_and_levels_of_a_bot_are_not(tmp_path: Path) -> None:
    path = tmp_path / "played.arena"
    with House(path) as house:
        offer = house.roster.find("mcts", "what-the-shell")
        for settings, thinks in (({}, None), ({"playouts": "5"}, None), ({}, 300), ({}, None)):
            bot = SeatedBot(offer.at_level(settings, thinks), bot_clock(thinks or 1000))
            table = house.open(SHELL, (ADA, bot)).table
            table.resign(1)
            wait_for(lambda table=table: table.is_over)
    with Store.open(path) as store:
        names = [result.bots for result in store.results()]
    bots = ["mcts", "mcts playouts 5", "mcts 0.3 s", "mcts"]
    assert names == [("Ada", bot) for bot in bots]


@pytest.mark.thorough
def test_two_evenings_write_one_store(tmp_path: Path) -> None:
    path = tmp_path / "played.arena"
    with House(path) as one, House(path) as two:
        tables = [house.open(SHELL, (ADA, BOB)).table for house in (one, two) for _ in range(3)]
        for table in tables:
            for seat in (1, 2):
                table.resign(seat)
        wait_for(lambda: all(_kept(table) for table in tables))
    with Store.open(path) as store:
        assert store.done() == {1, 2, 3, 4, 5, 6}


def _kept(table: Table) -> bool:
    ending = table.sight().ending
    assert not (ending and ending.trouble)
    return bool(ending and ending.kept)


def test_names_are_cut_and_made_harmless() -> None:
    assert person_name("x" * 10_000) == "x" * 39 + "…"
    assert person_name("\u202eevil\x1b[31m") == "?evil?[31m"
    with pytest.raises(ArenaError, match="expected yours"):
        person_name(" \t ")


# What may be chosen


def moves_of(found: Choices) -> set[str]:
    """The moves that can be put together."""
    match found["kind"]:
        case "square":
            return set(found["squares"])
        case "words":
            return set(found["moves"])
        case _:
            shots = {
                f"{start}-{end}/{target}"
                for start, ends in found["shots"].items()
                for end, targets in ends.items()
                for target in targets
            }
            return shots | set(found["direct"])


@pytest.mark.parametrize("name", ["what-the-shell", "veletas"])
def test_what_is_offered_is_what_is_legal(name: str) -> None:
    game, rng = engines.load(name), Random(7)
    for _ in range(6):
        state: State = game.start(**dict(game.variants[-1]))
        while state.outcome is None:
            seat = state.to_move[0]
            if state.lists_moves:
                assert moves_of(choices(state, seat)) == set(state.legal(seat))
            else:
                _check_placement(state, choices(state, seat))
            state = state.play({seat: state.random_move(seat, rng) for seat in state.to_move})


def _check_placement(state: State, found: Choices) -> None:
    offered = set(state.legal(state.to_move[0]))
    shooters = {shooter for move in offered for shooter in move.split("/")[0].split(",")}
    assert set(found["inner"]) == shooters
    assert set(found["empty"]) == {move.split("/")[1] for move in offered}
    assert {len(move.split("/")[0].split(",")) for move in offered} == {found["shooters"]}


def test_a_board_without_colours_still_says_all() -> None:
    text = coloured_board(
        "what-the-shell", "b......../" + "........./" * 7 + ".o......w b1,i9", ["i1"]
    )
    lines = text.plain.splitlines()
    assert lines[1].startswith("  9  ● ")
    assert lines[9].endswith("[○] 1")
    assert " 1 " in lines[9]
