"""A record told again is the conversation that was: the same lines as in a trace."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena import resources
from arena.clock import Clock
from arena.record import BotSpec, Fault, GameSpec, Info, JointMove, Player, Record, Reply
from arena.referee.game import play
from arena.referee.warm import WarmBots
from arena.rules.dialogue import dialogue, introduction
from arena.store.store import Store
from tests.commands import arena
from tests.referee.playing import BOTS

BANK = Clock(time=20, bank=5000, inc=10, margin=500)
BYO_YOMI = Clock(time=None, bank=2000, periods=3, period=1000, first=500, nodes=9, margin=500)
OPENINGS: dict[str, tuple[JointMove, ...]] = {
    "what-the-shell": (((1, "d4"), (2, "e5")), ((1, "a1"), (2, "b2"))),
    "veletas": (((1, "b2/c2"),), ((2, "black"),)),
}
VARIANTS = {"what-the-shell": (), "veletas": (("size", 7),)}


def broken(behaviour: str) -> BotSpec:
    command = (sys.executable, "-S", "-B", str(BOTS / "broken.py"), behaviour)
    return BotSpec(behaviour, command, str(BOTS))


def bundled(name: str) -> BotSpec:
    folder = resources.folder("bots") / name
    return BotSpec(name, (sys.executable, "main.py"), str(folder), (("seed", "7"),))


def game(one: BotSpec, two: BotSpec, name: str = "what-the-shell") -> GameSpec:
    """A short game after an opening; each seat has a clock of its own."""
    players = (Player(one, BANK, 11), Player(two, BYO_YOMI, 22))
    return GameSpec(3, name, VARIANTS[name], players, 2, OPENINGS[name], turn_limit=14)


def traced(spec: GameSpec) -> tuple[Record, list[tuple[int, str, str]]]:
    """The game played by real bots, and its trace."""
    trace: list[tuple[int, str, str]] = []
    bots = WarmBots(patience=0.05)
    try:
        return play(spec, bots, lambda *line: trace.append(line)), trace
    finally:
        bots.close()


def assert_told_again(record: Record, trace: list[tuple[int, str, str]], legal: set[int]) -> None:
    for seat in (1, 2):
        again = [
            (line[0], line[2:])
            for exchange in (
                *introduction(record, seat),
                *dialogue(record, seat, "1", seat in legal),
            )
            for line in exchange.lines
        ]
        was = [(direction, text) for number, direction, text in trace if number == seat]
        ready = next((n for n, line in enumerate(was) if line == ("<", "ready")), 0)
        was = [line for n, line in enumerate(was) if line[0] == ">" or n > ready]
        assert again == was


@pytest.mark.parametrize("name", VARIANTS)
def test_a_record_told_again_is_its_trace(name: str) -> None:
    one = bundled("random")
    record, trace = traced(game(one, replace(one, name="other"), name))
    assert record.faults == (None, None)
    assert_told_again(record, trace, legal=set())


@pytest.mark.parametrize(
    ("behaviour", "termination"),
    [
        ("thinks", "turn-limit"),
        ("resigns", "resign"),
        ("malformed-move", "illegal"),
        ("exits-at-turn", "crash"),
        ("exits-at-once", "startup"),
        ("hangs-at-newgame", "startup"),
        ("invalid-utf8", "protocol"),
    ],
)
def test_a_game_that_a_seat_spoilt_is_told_again(behaviour: str, termination: str) -> None:
    """With `info` lines, listed moves, and whatever the last turn was."""
    odd = broken(behaviour)
    if behaviour == "thinks":
        odd = replace(odd, command=(*odd.command, "0.03"))
    spec = game(odd, broken("fair"))
    hasty = replace(BANK, startup=400) if behaviour == "hangs-at-newgame" else BANK
    spec = replace(spec, players=(replace(spec.players[0], clock=hasty), spec.players[1]))
    record, trace = traced(spec)
    assert record.termination == termination
    if termination == "illegal":  # what a terminal would obey is kept as question marks
        trace = [(s, d, t.replace("\x1b", "?").replace("\u202e", "?")) for s, d, t in trace]
    assert_told_again(record, trace, legal={1, 2})


def test_a_dialogue_is_of_one_seat_and_begins_with_its_game() -> None:
    record, _ = traced(game(bundled("random"), replace(bundled("random"), name="other")))
    first, *turns, last = dialogue(record, 2, "9")
    assert first.said[0].startswith("newgame 9 game=what-the-shell seat=2 seed=22 ")
    assert first.replies == ("ready 9",)
    assert [turn.turn for turn in turns] == list(range(3, 15))
    assert last.said[-1].startswith("result 9 draw turn-limit")


EMPTY = Reply(1, "", 70_000_000)


@pytest.mark.parametrize(
    ("record", "seats"),
    [
        (("crash", (1.0, 0.0), (None, Fault("crash", 1, "")), (Reply(2, "", 3),)), []),
        (("void", (), (None, None), (Reply(2, "e5", 3),)), []),
        (("resign", (1.0, 0.0), (None, None), (Reply(2, "", 3),)), [2]),
        (("resign", (0.0, 1.0), (None, None), (Reply(2, "e5", 3),)), [1]),
        (("resign", (0.5, 0.5), (None, None), (Reply(2, "", 3),)), [1, 2]),
        (("double-fault", (0.5, 0.5), (None, Fault("crash", 1, "")), (Reply(2, "", 3),)), [1]),
    ],
    ids=["excused-to-win", "excused", "excused-beside-resign", "one", "both", "beside-a-fault"],
)
def test_only_who_resigned_is_told_again_as_having_resigned(
    record: tuple[str, tuple[float, ...], tuple[Fault | None, ...], tuple[Reply, ...]],
    seats: list[int],
) -> None:
    """A late answer that the host is to blame for is kept as empty as a resignation is."""
    word, scores, faults, others = record
    spec = replace(game(broken("fair"), broken("thinks")), opening=())
    again = Record(spec, scores, word, faults, (), (EMPTY, *others))
    found = [
        seat for seat in (1, 2) if any("< resign 1" in told.lines for told in dialogue(again, seat))
    ]
    assert found == seats


def test_what_a_bot_says_in_every_turn_is_told_again_in_its_turn() -> None:
    """However many lines there are: none is looked at in each turn anew."""
    record, _ = traced(game(bundled("random"), replace(bundled("random"), name="other")))
    looks = 0

    class Watched(int):
        def __le__(self, other: int) -> bool:
            nonlocal looks
            looks += 1
            return super().__le__(other)

    infos = tuple(Info(Watched(turn), 1, f"text {turn}") for turn in range(3, 15))
    told = list(dialogue(replace(record, infos=infos), 1))
    assert [e.replies[0] for e in told if e.turn] == [f"info text {n}" for n in range(3, 15)]
    assert looks <= 2 * len(infos) + len(told)


def test_a_game_in_a_store_is_what_its_trace_file_says(tmp_path: Path) -> None:
    words = ("match", "random", "greedy", "--game", "veletas", "--size", "7", "--games", "1")
    arena(*words, "--trace", "talk.txt", "--store", "talk.arena", cwd=tmp_path)
    with Store.open(tmp_path / "talk.arena") as store:
        record = store.record(1)
    title, *lines = (tmp_path / "talk.txt").read_text().splitlines()
    assert title.startswith("# game 1: veletas, ")
    assert_told_again(record, [(int(line[0]), line[1], line[3:]) for line in lines], legal=set())
