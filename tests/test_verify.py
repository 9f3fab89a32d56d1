"""A record is held against the rules: whatever is not of their making is found and named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.errors import ArenaError, StoreError
from arena.plan.schedule import schedule
from arena.plan.tournament import contest
from arena.record import Fault, Record, Reply
from arena.rules.verify import difference
from arena.views.replay import replay
from arena.views.story import story
from tests import random_games

SHELL, VELETAS = (
    next(random_games.records(random_games.plan(contest(name), games=2)))
    for name in ("what-the-shell", "veletas")
)
Change = Callable[[Record], Record]


def unfinished(
    termination: str, scores: tuple[float, ...], *faults: str, last: tuple[Reply, ...] = ()
) -> Record:
    """A game that ended after its opening with these faults, by seat; an empty word is none."""
    spec = next(iter(schedule(random_games.plan())))
    opening = tuple(tuple(Reply(seat, move, None) for seat, move in turn) for turn in spec.opening)
    told = tuple(Fault(word, 3, "") if word else None for word in faults or ("", ""))
    last = last or tuple(Reply(seat, "", 5) for seat in (1, 2))
    record = Record(spec, scores, termination, told, opening, last)
    found = difference(record) or ""
    return replace(record, final=found.split("'")[1])


@pytest.mark.parametrize("record", [SHELL, VELETAS], ids=["what-the-shell", "veletas"])
def test_a_game_by_the_rules_is_confirmed(record: Record) -> None:
    assert difference(record) is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda r: replace(r, scores=r.scores[::-1]), "the result is "),
        (lambda r: replace(r, termination="sudden-death"), "the result is "),
        (lambda r: replace(r, final=r.final.replace("b", "w")), "the last position is "),
        (lambda r: replace(r, turns=r.turns[:-1]), "the last position is "),
        (lambda r: replace(r, turns=(*r.turns, r.turns[0])), "illegal move "),
        (lambda r: replace(r, turns=(r.turns[0], *r.turns)), "illegal move "),
        (lambda r: replace(r, turns=()), "0 turns are fewer than the 2 of the opening"),
        (lambda r: replace(r, turns=r.turns[:1] + r.turns[2:]), "not that of the opening"),
        (lambda r: replace(r, turns=r.turns[2:]), "not that of the opening"),
        (lambda r: replace(r, turns=((Reply(1, "z9", 5),), *r.turns[1:])), "malformed move 'z9'"),
    ],
)
def test_a_change_is_found(change: Change, found: str) -> None:
    assert found in (difference(change(SHELL)) or "")


@pytest.mark.parametrize(
    ("record", "replies", "found"),
    [
        (SHELL, SHELL.turns[2][:1], "turn 3: seats [1] moved, expected [1, 2]"),
        (SHELL, (), "turn 3: seats [] moved, expected [1, 2]"),
        (VELETAS, (), "turn 3: seats [] moved, expected ["),
    ],
    ids=["lacking", "empty", "empty-where-one-moves"],
)
def test_a_turn_in_which_somebody_did_not_move_is_told(
    record: Record, replies: tuple[Reply, ...], found: str
) -> None:
    """By all that read a record, in one line."""
    broken = replace(record, turns=(*record.turns[:2], replies, *record.turns[3:]))
    assert (difference(broken) or "").startswith(found)
    with pytest.raises(ArenaError, match=rf"^game 1 breaks the rules in {re.escape(found)}"):
        list(replay(broken))
    assert len(story(broken)["turns"]) == 2


def test_a_turn_after_the_end_is_told() -> None:
    late = replace(VELETAS, turns=(*VELETAS.turns, ()))
    assert (difference(late) or "").endswith("seats [] moved, expected the game's end before it")


@pytest.mark.parametrize("changes", [{"start": "nonsense"}, {"variant": (("size", 3),)}])
def test_a_game_that_begins_nowhere_is_damaged(changes: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match=r"^game 1 is damaged: it begins nowhere: "):
        difference(replace(SHELL, spec=replace(SHELL.spec, **changes)))


ILLEGAL = (Reply(1, "z9", 5), Reply(2, "a1", 5))
RESIGNED = (Reply(1, "", 5), Reply(2, "a1", 5))
LEGAL = (Reply(1, "a2", 5), Reply(2, "a1", 5))


@pytest.mark.parametrize(
    "record",
    [
        unfinished("crash", (0.0, 1.0), "crash", ""),
        unfinished("illegal", (0.0, 1.0), "illegal", "", last=ILLEGAL),
        unfinished("double-fault", (0.5, 0.5), "crash", "timeout"),
        unfinished("resign", (1.0, 0.0)),
        unfinished("resign", (0.0, 1.0), last=RESIGNED),
        unfinished("resign", (0.5, 0.5)),
        unfinished("void", ()),
    ],
    ids=lambda record: record.termination,
)
def test_a_loss_by_a_fault_is_confirmed(record: Record) -> None:
    assert difference(record) is None


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (unfinished("crash", (1.0, 0.0), "crash", ""), "crash with ['crash'] cannot come to (1.0"),
        (unfinished("crash", (1.0, 1.0), "crash", ""), "cannot come to (1.0, 1.0)"),
        (unfinished("timeout", (0.0, 1.0), "crash", ""), "timeout with ['crash'] cannot"),
        (unfinished("double-fault", (0.0, 1.0), "crash", "crash"), "cannot come to (0.0, 1.0)"),
        (unfinished("resign", (1.0, 1.0)), "cannot come to (1.0, 1.0)"),
        (unfinished("resign", (1.0, 0.0), last=RESIGNED), "cannot come to (1.0, 0.0)"),
        (unfinished("resign", (0.5, 0.5), last=RESIGNED), "cannot come to (0.5, 0.5)"),
        (unfinished("void", (1.0, 0.0)), "cannot come to (1.0, 0.0)"),
        (unfinished("line", (1.0, 0.0)), "the game is not over, the record says line"),
        (unfinished("turn-limit", (0.5, 0.5)), "fewer than the limit of 400"),
        (unfinished("illegal", (0.0, 1.0), "illegal", "", last=LEGAL), "'a2' is legal"),
    ],
)
def test_a_result_that_cannot_be_is_found(record: Record, found: str) -> None:
    assert found in (difference(record) or "")


def test_a_draw_by_length_has_the_length_and_is_a_draw() -> None:
    short = unfinished("turn-limit", (0.5, 0.5))
    limited = replace(short, spec=replace(short.spec, turn_limit=len(short.turns)))
    assert difference(limited) is None
    assert "cannot come to" in (difference(replace(limited, scores=(1.0, 0.0))) or "")
