"""SPEC.md says what the code does: its grammar, tables, examples, transcripts and bot."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import engines
from arena import wire
from arena.clock import MS, Account, Clock, bill, go_terms, open_account
from arena.limits import NO_LIMITS
from arena.record import FAULTS, VOID
from arena.referee.channel import MAX_BACKLOG
from arena.referee.hearing import EARLY_ANSWERS, INFO_SIGNS
from engines.base import MoveError, State
from tests import abnf
from tests.test_wire import ARENA_MESSAGES, BOT_MESSAGES

Message = wire.ArenaMessage | wire.BotMessage
Parser = Callable[[str], Message]

ROOT = Path(__file__).parent.parent
SPEC = (ROOT / "SPEC.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands below a heading, up to the next heading of its level or above."""
    heading = re.search(rf"^(#+) {re.escape(title)}\n", SPEC, re.MULTILINE)
    assert heading, f"SPEC has no section {title!r}"
    below = SPEC[heading.end() :]
    following = re.search(rf"^#{{1,{len(heading.group(1))}}} ", below, re.MULTILINE)
    return below[: following.start()] if following else below


def tables(title: str) -> list[list[list[str]]]:
    """The tables of a section as rows of cells, without their headings."""
    blocks = re.findall(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    return [[_cells(line) for line in block.splitlines()[2:]] for block in blocks]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def code(cell: str) -> str:
    """What stands between the backticks of a cell; nothing for a cell without."""
    found = re.fullmatch(r"`(.*)`", cell)
    return found.group(1) if found else ""


def fence(title: str, language: str = "") -> str:
    """The first fenced block of a section."""
    found = re.search(rf"^```{language}\n(.*?)^```$", section(title), re.MULTILINE | re.DOTALL)
    assert found, f"section {title!r} has no fenced block"
    return found.group(1)


# The contents


def test_links_lead_to_headings() -> None:
    prose = re.sub(r"^```.*?^```$", "", SPEC, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
    links = set(re.findall(r"\]\(#([^)]*)\)", SPEC))
    assert links
    assert links <= anchors


def test_linked_files_exist() -> None:
    links = re.findall(r"\]\(((?!#|https?:)[^)]*)\)", SPEC)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_limits_are_those_of_the_code() -> None:
    transport = section("3. Transport")
    for limit in (wire.MAX_LINE, wire.MAX_TURN_OUTPUT, MAX_BACKLOG):
        assert f"{limit:,} bytes" in transport
    assert f"the last {NO_LIMITS.stderr // 1024} KiB" in transport
    assert f"at most {EARLY_ANSWERS}." in section("A turn")
    assert f"first {INFO_SIGNS:,} characters" in section("What a bot says")
    assert f"({Clock().startup // 1000} s unless" in section("6. Handshake and options")


# The grammar

GRAMMAR = abnf.rules(fence("4. Grammar", "abnf"))
RULES = [
    (parse, rule)
    for parse, lines in ((wire.parse_arena, "arena-line"), (wire.parse_bot, "bot-line"))
    for rule in GRAMMAR[lines].split(" / ")
]


def test_every_rule_is_used() -> None:
    used = set(
        re.findall(r"[a-z][\w-]*", re.sub(r'"[^"]*"|%x[\w-]+', "", " ".join(GRAMMAR.values())))
    )
    assert used | {"arena-line", "bot-line"} == set(GRAMMAR)


@pytest.mark.parametrize(("parse", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_what_the_grammar_allows_the_codec_reads(parse: Parser, rule: str) -> None:
    node, rng = abnf.read(GRAMMAR, rule), Random(rule)
    kinds = set()
    for _ in range(500):
        line = node.sample(rng)
        message = parse(line)
        assert not isinstance(message, wire.Unknown), line
        assert parse(wire.encode(message)) == message, line
        kinds.add(type(message))
    assert len(kinds) == 1


def _plain(message: Message) -> bool:
    """Whether a message holds only what a sender may write: for the codec reads more."""
    if isinstance(message, wire.Played):
        return bool(message.moves)
    if isinstance(message, wire.Want):
        return message.what == "legal"
    if isinstance(message, wire.MoveReply):
        return bool(message.move) and " " not in message.move
    if isinstance(message, wire.Option):
        fits = not message.default or message.refusal(message.default) is None
        return fits and _fields_fit(message)
    return not (isinstance(message, wire.Legal) and message.moves == ())


def _fields_fit(option: wire.Option) -> bool:
    bounded = option.min is not None or option.max is not None
    return (option.type == "int" or not bounded) and (option.type == "choice" or not option.values)


@given(ARENA_MESSAGES.filter(_plain))
def test_what_the_codec_writes_for_the_arena_the_grammar_allows(message: Message) -> None:
    assert _allowed("arena-line", wire.encode(message))


@given(BOT_MESSAGES.filter(_plain))
def test_what_the_codec_writes_for_bots_the_grammar_allows(message: Message) -> None:
    assert _allowed("bot-line", wire.encode(message))


def _allowed(rule: str, line: str) -> bool:
    return bool(re.fullmatch(abnf.read(GRAMMAR, rule).regex(), line))


@pytest.mark.parametrize(
    "line",
    ["move 1", "move x e5", "move 1 e5 ", "go 1 time=1.5", "want all", "option name=n type=choice"],
)
def test_the_grammar_refuses(line: str) -> None:
    assert not _allowed("arena-line", line)
    assert not _allowed("bot-line", line)


# The messages

MESSAGES = [
    (row, parse)
    for title, parse in (
        ("What the arena says", wire.parse_arena),
        ("What a bot says", wire.parse_bot),
    )
    for row in tables(title)[0]
]


@pytest.mark.parametrize(("row", "parse"), MESSAGES, ids=[row[1] for row, _ in MESSAGES])
def test_every_example_is_its_message(row: list[str], parse: Parser) -> None:
    keyword, example = row[0], code(row[1])
    message = parse(example)
    assert not isinstance(message, wire.Unknown)
    assert wire.encode(message) == example
    assert example.split(" ")[0] == keyword
    assert _allowed(keyword, example)


def test_every_message_has_an_example() -> None:
    shown = {type(parse(code(row[1]))) for row, parse in MESSAGES}
    defined = {
        value
        for value in vars(wire).values()
        if isinstance(value, type) and value.__module__.startswith(wire.__name__)
    }
    assert shown == defined - {wire.Unknown}
    assert {row[0] for row, _ in MESSAGES} == {rule for _, rule in RULES}


def test_the_conversation_of_the_first_minute_is_made_of_messages() -> None:
    for line in fence("1. In one minute").splitlines():
        if line != "…":
            parse = wire.parse_arena if line.startswith("> ") else wire.parse_bot
            message = parse(line[2:])
            assert not isinstance(message, wire.Unknown)
            assert wire.encode(message) == line[2:]


def test_every_type_of_option_is_told() -> None:
    told = next(row for row in tables("6. Handshake and options")[0] if row[0] == "`type`")
    assert tuple(re.findall(r"`(int|bool|string|choice)`", told[1])) == wire.OPTION_TYPES


# The clocks


def _numbers(terms: str) -> dict[str, float]:
    return {key: float(value) for key, _, value in (t.partition("=") for t in terms.split())}


def _account(clock: Clock, cell: str) -> Account:
    """The account that a cell of the worked examples shows."""
    if cell == "first turn":
        return open_account(clock)
    shown = _numbers(code(cell))
    return Account(
        bank=round(shown.get("bank", 0) * MS),
        periods=int(shown.get("periods", 0)),
        strikes=int(shown.get("strikes", 0)),
        turns=1,
    )


EXAMPLES = tables("8. Clocks")[1]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row[0]} {row[2]}")
def test_every_worked_example_is_billed_so(row: list[str]) -> None:
    terms = {key: int(value) for key, value in _numbers(code(row[0])).items()}
    clock = Clock(**{"time": None, **terms})  # type: ignore[arg-type]
    assert terms == clock.terms(), "newgame would write this clock otherwise"
    after = bill(clock, _account(clock, row[1]), round(float(row[2]) * MS))
    if row[3] == "flag falls":
        assert after is None
        return
    assert after is not None
    shown = _account(clock, row[3])
    assert (after.bank, after.periods, after.strikes) == (shown.bank, shown.periods, shown.strikes)
    assert go_terms(clock, after) == _numbers(code(row[4]))


def test_every_term_of_a_clock_is_told() -> None:
    full = Clock(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    account = Account(bank=MS, periods=4, turns=1, last=MS)
    told = {term for row in tables("8. Clocks")[0] for term in re.findall(r"`(\w+)`", row[0])}
    assert told == full.terms().keys() | go_terms(full, account, account).keys()


# The verdicts


def _terminations() -> set[str]:
    return {code(row[0]) for row in tables("9. Faults and verdicts")[0]}


def test_every_termination_is_told() -> None:
    by_rules = {"line", "sudden-death", "board-full", "majority"}
    by_referee = {"resign", "double-fault", "turn-limit", VOID}
    assert _terminations() == by_rules | by_referee | set(FAULTS)


def test_faults_are_called_faults() -> None:
    rows = tables("9. Faults and verdicts")[0]
    assert {code(row[0]) for row in rows if row[1].startswith("fault:")} == set(FAULTS)


# The games


@pytest.mark.parametrize("row", tables("10. What the Shell")[1], ids=lambda row: row[-1])
def test_every_turn_of_what_the_shell_goes_as_shown(row: list[str]) -> None:
    before, eggs, black, white, after, eggs_after = map(code, row[:6])
    game = engines.load("what-the-shell")
    empty = "." * 9
    ranks = [empty] * 9
    ranks[4] = before
    state = game.parse(f"{'/'.join(ranks)} {eggs}")
    played = state.play({1: state.parse_move(1, black), 2: state.parse_move(2, white)})
    rows, eggs_found = str(played).split(" ")
    assert (rows.split("/")[4], eggs_found) == (after, eggs_after)


def test_every_move_of_veletas_is_judged_as_shown() -> None:
    examples = section("11. Veletas").partition("### Examples")[2]
    shown = re.search(r"^state (.*)$", examples, re.MULTILINE)
    assert shown
    state = engines.load("veletas").parse(shown.group(1))
    for move, verdict, _ in tables("11. Veletas")[-1]:
        assert _verdict(state, code(move)) == verdict, move


def _verdict(state: State, move: str) -> str:
    try:
        state.parse_move(state.to_move[0], move)
    except MoveError:
        return "illegal"
    return "legal"


def test_the_sizes_of_veletas_are_those_of_the_engine() -> None:
    game = engines.load("veletas")
    rows = {int(row[0]): [int(cell) for cell in row[1:]] for row in tables("11. Veletas")[0]}
    assert rows.keys() == {variant["size"] for variant in game.variants}
    for size, (shooters, first, white, majority) in rows.items():
        assert first + white == shooters
        assert majority == shooters // 2 + 1
        start = game.start(size=size)
        shooters_text = next(iter(start.legal(1))).partition("/")[0]
        assert len(shooters_text.split(",")) == first


def test_every_state_in_spec_is_a_state() -> None:
    for text in re.findall(r"^(?:\d?> )?state (\S+ \S+)$", SPEC, re.MULTILINE):
        assert str(engines.load("what-the-shell").parse(text)) == text
    for text in re.findall(r"^(?:\d?> )?state (\S+ \S+ \S+ \S+)$", SPEC, re.MULTILINE):
        assert str(engines.load("veletas").parse(text)) == text


# Whole games, and the bot


def test_the_transcripts_in_spec_are_the_files() -> None:
    link = r"^\[(protocol/transcripts/\S+)\]\(\1\)\n\n```\n(.*?)^```$"
    shown = dict(re.findall(link, SPEC, re.MULTILINE | re.DOTALL))
    assert len(shown) == 4
    for name, text in shown.items():
        assert text == (ROOT / name).read_text(encoding="utf-8"), name


def test_the_bot_in_ten_lines_has_ten_lines() -> None:
    lines = [line for line in _ten_lines().splitlines() if line.strip()]
    assert len(lines) == 10


@cache
def _ten_lines() -> str:
    return fence("13. A bot in ten lines", "python")


def _conversation(name: str, seat: int) -> list[str]:
    """What the arena says to a seat in a transcript."""
    text = (ROOT / "protocol" / "transcripts" / name).read_text(encoding="utf-8")
    return re.findall(rf"^{seat}> (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["what-the-shell-line.txt", "what-the-shell-noise.txt"])
def test_the_bot_in_ten_lines_plays_legal_moves(name: str) -> None:
    heard = _conversation(name, 1)
    run = subprocess.run(
        [sys.executable, "-c", _ten_lines()],
        input="\n".join(heard) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
    said = [wire.parse_bot(line) for line in run.stdout.splitlines()]
    assert said[:4] == [
        wire.Id("name", "Ten Lines"),
        wire.Plays("what-the-shell"),
        wire.Ready(None),
        wire.Ready("1"),
    ]
    game = engines.load("what-the-shell")
    asked = [
        (position.text, go.turn)
        for position, go in _asked([wire.parse_arena(line) for line in heard])
    ]
    assert len(said) == 4 + len(asked)
    for (text, turn), reply in zip(asked, said[4:], strict=True):
        assert isinstance(reply, wire.MoveReply)
        assert reply.turn == turn
        game.parse(text).parse_move(1, reply.move)


def _asked(heard: list[wire.ArenaMessage]) -> list[tuple[wire.Position, wire.Go]]:
    kept = [message for message in heard if isinstance(message, wire.Position | wire.Go)]
    return [
        (position, go)
        for position, go in pairwise(kept)
        if isinstance(position, wire.Position) and isinstance(go, wire.Go)
    ]


def test_the_bot_in_ten_lines_ends_with_its_input() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _ten_lines()],
        input="arena 1\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
