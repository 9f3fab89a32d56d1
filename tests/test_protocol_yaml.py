"""`protocol/protocol.yaml` says what SPEC.md, the codec, the clocks and the engines say."""

from __future__ import annotations

import re
from inspect import signature
from pathlib import Path
from random import Random

import pytest

import engines
from arena import wire
from arena.clock import MS, Account, Clock, go_terms
from arena.record import FAULTS
from arena.referee.channel import MAX_BACKLOG
from arena.referee.hearing import EARLY_ANSWERS, INFO_SIGNS
from tests import abnf
from tests.described import MESSAGES, PROTOCOL, Described, walk
from tests.test_spec import GRAMMAR, code, tables
from tests.test_transcripts import PATHS, read

PARSERS = {"arena": wire.parse_arena, "bot": wire.parse_bot}
TABLES = {"arena": "What the arena says", "bot": "What a bot says"}
every_message = pytest.mark.parametrize("described", MESSAGES, ids=lambda each: each.keyword)


def test_it_is_of_the_codecs_version_and_limits() -> None:
    assert PROTOCOL["version"] == wire.VERSION
    assert PROTOCOL["limits"] == {
        "line": wire.MAX_LINE,
        "turn_output": wire.MAX_TURN_OUTPUT,
        "unread_input": MAX_BACKLOG,
        "early_answers": EARLY_ANSWERS,
        "info": INFO_SIGNS,
    }


def test_it_names_the_variables_of_spec() -> None:
    told = [code(row[0]) for row in tables("3. Transport")[1]]
    assert PROTOCOL["environment"] == told


# Messages


@pytest.mark.parametrize("sender", TABLES)
def test_the_messages_are_those_of_spec_in_its_words(sender: str) -> None:
    mine = [
        [each.keyword, example, says]
        for each in MESSAGES
        if each.sender == sender
        for example, says in zip(each.examples, each.says, strict=True)
    ]
    assert mine == [[row[0], code(row[1]), row[2]] for row in tables(TABLES[sender])[0]]


@every_message
def test_the_examples_have_the_form(described: Described) -> None:
    for example in described.examples:
        assert described.allows(example), example


@every_message
def test_what_it_allows_the_codec_reads_and_the_grammar_allows(described: Described) -> None:
    regex = abnf.read(GRAMMAR, described.keyword).regex()
    for line in described.samples(Random(1), 200):
        assert described.allows(line), line
        assert re.fullmatch(regex, line), line
        parsed = PARSERS[described.sender](line)
        assert not isinstance(parsed, wire.Unknown), line


@every_message
def test_what_the_grammar_allows_it_allows(described: Described) -> None:
    node, rng = abnf.read(GRAMMAR, described.keyword), Random(2)
    for _ in range(500):
        line = node.sample(rng)
        assert described.allows(line), line


@every_message
def test_its_fields_are_those_of_the_codecs_class(described: Described) -> None:
    parsed = PARSERS[described.sender](described.examples[0])
    assert not isinstance(parsed, wire.Unknown)
    mine = dict.fromkeys(field.name for form in described.forms for field in form)
    assert set(mine) == set(signature(type(parsed)).parameters)


@pytest.mark.parametrize("line", ["move 1", "go x", "want all", "ready a b", "option name=n"])
def test_it_refuses_what_the_grammar_refuses(line: str) -> None:
    assert not any(each.allows(line) for each in MESSAGES)


@every_message
def test_spec_says_no_answer_where_none_is_due(described: Described) -> None:
    if described.sender == "arena":
        silent = "No answer" in described.says[0]
        assert silent == (not described.answer)
        assert set(described.answer) <= {each.keyword for each in MESSAGES if each.sender == "bot"}


def test_every_phase_is_entered_and_left() -> None:
    phases = set(PROTOCOL["phases"])
    assert {phase for each in MESSAGES for phase in each.when} == phases - {"end"}
    assert {phase for each in MESSAGES for phase in each.when.values()} == phases - {"start"}


ORDERLY = [path for path in PATHS if "noise" not in path.stem]
"""The transcripts in which bots say what is due and nothing else."""


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("path", ORDERLY, ids=lambda path: path.stem)
def test_the_transcripts_go_through_the_phases(path: Path, seat: int) -> None:
    said = [
        ("arena" if each.direction == ">" else "bot", each.text)
        for each in read(path)
        if each.seat == seat
    ]
    assert walk(said) == "end"


def test_a_line_that_is_not_due_is_found() -> None:
    with pytest.raises(AssertionError, match="setup: bot says what is not due: 'move 1 e5'"):
        walk([("bot", "move 1 e5")], "setup")


# Terms and words


def test_the_terms_are_those_of_the_clock() -> None:
    clock, account = Clock(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), Account(MS, 4, turns=1, last=MS)
    sizes = {key for game in map(engines.load, engines.names()) for key in game.variants[0]}
    assert _terms("newgame") == clock.terms().keys() | sizes
    assert _terms("go") == go_terms(clock, account, account).keys()


def test_the_terms_stand_where_spec_says() -> None:
    for names, newgame, go in tables("8. Clocks")[0]:
        for name in re.findall(r"`(\w+)`", names):
            assert (name in _terms("newgame")) == (newgame != "–"), name
            assert (name in _terms("go")) == (go not in ("–", "as `time`")), name


def _terms(message: str) -> set[str]:
    return {term["name"] for term in PROTOCOL["terms"] if message in term["in"]}


def test_the_terminations_are_those_of_spec() -> None:
    rows = {code(row[0]): row[1:] for row in tables("9. Faults and verdicts")[0]}
    words = PROTOCOL["terminations"]
    assert [each["word"] for each in words] == list(rows)
    assert {each["word"] for each in words if each.get("fault")} == set(FAULTS)
    begins = {"winner": "the winner 1", "other": "the other wins", "both": "0.5", "nobody": "none"}
    for each in words:
        when, scores = rows[each["word"]]
        assert scores.startswith(begins[each["scores"]]), each
        if "game" in each:
            assert when.startswith(engines.load(each["game"]).title), each


# Games


def test_the_games_are_those_of_the_engines() -> None:
    assert set(PROTOCOL["games"]) == set(engines.names())
    for name, told in PROTOCOL["games"].items():
        game = engines.load(name)
        assert told["simultaneous"] == game.simultaneous
        sizes = [{k: v for k, v in each.items() if k == "size"} for each in told["variants"]]
        assert sizes == list(game.variants)


def test_the_sizes_are_those_of_spec() -> None:
    rows = [[int(cell) for cell in row] for row in tables("11. Veletas")[0]]
    variants = PROTOCOL["games"]["veletas"]["variants"]
    assert sorted(list(each.values()) for each in variants) == rows


PHASES = [(name, phase) for name, game in PROTOCOL["games"].items() for phase in game["phases"]]


@pytest.mark.parametrize(("name", "phase"), PHASES, ids=lambda each: str(each)[:20])
def test_the_moves_of_a_phase_have_its_forms(
    name: str, phase: dict[str, list[dict[str, str]]]
) -> None:
    told = PROTOCOL["games"][name]
    state = engines.load(name).parse(str(phase["state"]))
    assert list(state.to_move) == phase["to_move"]
    words = str(state).split(" ")
    assert len(words) == len(told["state"])
    assert set(words[0]) - {"/"} <= set(told["cells"])
    if phase["name"]:
        assert dict(zip(told["state"], words, strict=True))["phase"] == phase["name"]
    seat = state.to_move[0]
    forms = [each["form"] for each in phase["moves"]]
    for each in phase["moves"]:
        assert state.parse_move(seat, each["example"]) == each["example"]
        assert re.fullmatch(each["form"], each["example"])
    for _, move in zip(range(3000), state.legal(seat), strict=False):
        assert sum(bool(re.fullmatch(form, move)) for form in forms) == 1, move
