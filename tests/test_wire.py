"""The codec: every message and its line are inverses, and no line whatever raises."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import wire

# Values that the grammar allows: words without spaces, text without outer spaces, ASCII keys.

counts = st.integers(0, 10**18 - 1)
integers = st.integers(-(10**18) + 1, 10**18 - 1)
characters = st.characters(exclude_categories=["Cs", "Cc"])
words = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=" "), min_size=1)
names = st.text(
    st.sampled_from([chr(c) for c in range(0x21, 0x7F) if chr(c) not in "=,"]), min_size=1
)
texts = st.text(characters).map(lambda text: text.strip(" "))
filled_texts = texts.filter(bool)
terms = st.dictionaries(names.filter(lambda n: n not in ("game", "seat", "seed")), integers)
some_moves = st.lists(words, max_size=5).map(tuple)

ARENA_MESSAGES = st.one_of(
    st.builds(wire.Hello, counts),
    st.builds(wire.SetOption, names, texts),
    st.builds(wire.NewGame, words, words, counts, counts, terms),
    st.builds(wire.Played, counts, st.dictionaries(counts, words, max_size=3)),
    st.builds(wire.Position, filled_texts),
    st.builds(wire.Legal, st.none() | some_moves.filter(lambda moves: moves != ("*",))),
    st.builds(wire.Go, counts, terms),
    st.builds(
        wire.Result,
        words,
        st.sampled_from(wire.VERDICTS),
        words,
        st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=4).map(tuple),
    ),
    st.builds(wire.Ping, words),
    st.builds(wire.Quit),
)

OPTIONS = st.builds(
    wire.Option,
    names,
    st.sampled_from(["int", "bool", "string"]),
    st.just("") | words,
    st.none() | integers,
    st.none() | integers,
    st.lists(names, max_size=3).map(tuple),
)
CHOICES = st.builds(
    wire.Option,
    names,
    st.just("choice"),
    names,
    st.none(),
    st.none(),
    st.lists(names, min_size=1, max_size=3).map(tuple),
)

BOT_MESSAGES = st.one_of(
    st.builds(wire.Id, st.sampled_from(wire.ID_KEYS), filled_texts),
    OPTIONS,
    CHOICES,
    st.builds(wire.Plays, words),
    st.builds(wire.Want, words),
    st.builds(wire.Ready, st.none() | words),
    st.builds(wire.Info, texts),
    st.builds(wire.MoveReply, counts, texts),
    st.builds(wire.Resign, counts),
    st.builds(wire.Pong, words),
)


@given(ARENA_MESSAGES, st.sampled_from(["", "\n", "\r\n"]))
def test_an_arena_message_survives_its_line(message: wire.ArenaMessage, end: str) -> None:
    assert wire.parse_arena(wire.encode(message) + end) == message


@given(BOT_MESSAGES, st.sampled_from(["", "\n", "\r\n"]))
def test_a_bot_message_survives_its_line(message: wire.BotMessage, end: str) -> None:
    assert wire.parse_bot(wire.encode(message) + end) == message


@given(ARENA_MESSAGES | BOT_MESSAGES)
def test_a_line_is_one_line(message: wire.ArenaMessage | wire.BotMessage) -> None:
    line = wire.encode(message)
    assert "\n" not in line
    assert "\r" not in line


def test_the_strategies_build_every_message() -> None:
    """So that a message added to the codec cannot be forgotten above."""
    built = {type(m) for m in (*_sample(ARENA_MESSAGES), *_sample(BOT_MESSAGES))}
    defined = {
        value
        for value in vars(wire).values()
        if isinstance(value, type) and value.__module__.startswith(wire.__name__)
    }
    assert built == defined - {wire.Unknown}


def _sample(strategy: st.SearchStrategy[object]) -> list[object]:
    found: list[object] = []

    @settings(max_examples=400, derandomize=True, database=None)
    @given(strategy)
    def collect(message: object) -> None:
        found.append(message)

    collect()
    return found


# Byte soup: whatever a bot writes, and whatever the arena may come to write in a later version.

PARSERS: tuple[Callable[[str], object], ...] = (wire.parse_arena, wire.parse_bot)
FRAGMENTS = (
    *["arena", "set", "newgame", "played", "state", "legal", "go", "result", "ping", "quit"],
    *["id", "option", "plays", "want", "ready", "info", "move", "resign", "pong"],
    *("name", "author", "type=int", "type=choice", "name=n", "default=", "min=-1", "max=x"),
    *("values=a,b", "values=,", "game=veletas", "seat=1", "seed=9007199254740991", "time=100"),
    *("scores=1,0", "scores=nan,1e9", "win", "draw", "line", "1:e5", "2:", ":", "=", "*", "-"),
    *(
        "1",
        "007",
        "-3",
        "9" * 40,
        "٣",
        "²",
        "e5",
        "c3-c5/d6",
        " ",
        "  ",
        "\t",
        "\r",
        "\0",
        "é",
        "\udc80",
    ),
)


def soup(rng: random.Random) -> str:
    """A line of random bytes as they would be decoded, or of the protocol's own crumbs."""
    if rng.random() < 0.2:
        raw = rng.randbytes(rng.randrange(40)).replace(b"\n", b"")
        return raw.decode("utf-8", errors="surrogateescape")
    glue = " " if rng.random() < 0.8 else rng.choice(("", "  ", "\t"))
    return glue.join(rng.choice(FRAGMENTS) for _ in range(rng.randrange(7)))


def swallow(rng: random.Random, lines: int) -> None:
    """Each line parses, and what it says is said again by the line that the codec writes."""
    for _ in range(lines):
        line = soup(rng)
        for parse in PARSERS:
            message = parse(line)
            assert parse(wire.encode(message)) == message, repr(line)  # type: ignore[arg-type]


def test_soup_is_swallowed() -> None:
    swallow(random.Random(1), 20_000)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_soup_is_swallowed_by_the_million() -> None:
    swallow(random.Random(), 1_000_000)
    print("a million lines parsed, by each reader, and what they say written again")


@given(st.text())
def test_any_text_is_swallowed(line: str) -> None:
    for parse in PARSERS:
        parse(line)


# Lines that bots get wrong, or nearly.


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move 12 e5", wire.MoveReply(12, "e5")),
        ("move 12 e5\r\n", wire.MoveReply(12, "e5")),
        ("move 12 e5\r", wire.MoveReply(12, "e5")),
        ("move  12   e5  ", wire.MoveReply(12, "e5")),
        ("move 012 e5", wire.MoveReply(12, "e5")),
        ("move 12 e5 score=0.5", wire.MoveReply(12, "e5 score=0.5")),
        ("move 12 e5 e6", wire.MoveReply(12, "e5 e6")),
        ("move 12", wire.MoveReply(12, "")),
        ("move 12 ", wire.MoveReply(12, "")),
        ("ready", wire.Ready(None)),
        ("ready 3", wire.Ready("3")),
        ("info", wire.Info("")),
        ("info depth 3  score 4", wire.Info("depth 3  score 4")),
        ("id name  A Bot ", wire.Id("name", "A Bot")),
        ("option name=n type=int max=many", wire.Option("n", "int")),
        ("option type=bool later=1 name=n", wire.Option("n", "bool")),
        ("want legal", wire.Want("legal")),
    ],
)
def test_what_a_bot_says(line: str, message: wire.BotMessage) -> None:
    assert wire.parse_bot(line) == message


@pytest.mark.parametrize(
    "line",
    [
        "",
        " move 1 e5",
        "MOVE 1 e5",
        "move",
        "move e5",
        "move -1 e5",
        "move ٣ e5",
        "move 1\te5",
        "move 1 e5\rmove 1 e6",
        "move 1 e5\r\r",
        "info 1\r\r",
        "move 1 e5\nmove 1 e6",
        "move 1" + "0" * 18 + " e5",
        "moves 1 e5",
        "resign",
        "resign 1 now",
        "resign 1 score=0",
        "ready 1 2",
        "id",
        "id name",
        "id version 3",
        "option",
        "option name=n",
        "option name=n type=float",
        "option name=n type=choice values=,",
        "plays",
        "plays go chess",
        "pong",
        "arena 1",
        "d4",
    ],
)
def test_what_is_no_message_of_a_bot(line: str) -> None:
    assert wire.parse_bot(line) == wire.Unknown(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("arena 1 colour=blue", wire.Hello(1)),
        ("quit now", wire.Quit()),
        ("set book", wire.SetOption("book", "")),
        ("set book my  openings.txt ", wire.SetOption("book", "my  openings.txt ")),
        ("set  book x", wire.SetOption("book", "x")),
        ("state  a  b ", wire.Position("a  b")),
        ("quit\r\n", wire.Quit()),
        ("go 3 time=100 mood=good last=2", wire.Go(3, {"time": 100, "last": 2})),
        (
            "newgame 7 seed=5 later=x game=veletas size=7 seat=2",
            wire.NewGame("7", "veletas", 2, 5, {"size": 7}),
        ),
        (
            "result 7 draw turn-limit later=x scores=0.5,0.5",
            wire.Result("7", "draw", "turn-limit", (0.5, 0.5)),
        ),
    ],
)
def test_what_a_later_arena_may_say(line: str, message: wire.ArenaMessage) -> None:
    assert wire.parse_arena(line) == message


@pytest.mark.parametrize(
    "line",
    [
        "",
        "arena",
        "arena one",
        "set",
        "set  ",
        "state",
        "state  ",
        "quit\r\r",
        "go",
        "go x",
        "played x 1:e5",
        "played 1 e5",
        "played 1 1:",
        "newgame 1",
        "newgame 1 game=veletas seat=1",
        "newgame 1 game=veletas seat=-1 seed=1",
        "result 1 win line",
        "result 1 won line scores=1,0",
        "result 1 win line scores=",
        "result 1 win line scores=nan,0",
        "ping",
        "move 1 e5",
    ],
)
def test_what_is_no_message_of_the_arena(line: str) -> None:
    assert wire.parse_arena(line) == wire.Unknown(line)


# Options


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (wire.Option("n", "int", "5", 1, 9), ("1", "9", "007"), ("0", "10", "1.0", "", "x", "１")),
        (wire.Option("n", "int"), ("-5", "0"), ("--5", "- 5")),
        (wire.Option("n", "bool"), ("true", "false"), ("yes", "True", "1", "")),
        (wire.Option("n", "choice", values=("a", "b")), ("a", "b"), ("c", "a,b", "")),
        (wire.Option("n", "string"), ("", "two words"), ("two\nlines", "a\rb")),
    ],
)
def test_what_an_option_takes(
    option: wire.Option, good: tuple[str, ...], bad: tuple[str, ...]
) -> None:
    assert [option.refusal(text) for text in good] == [None] * len(good)
    assert all(option.refusal(text) for text in bad)


@pytest.mark.parametrize(
    ("option", "line"),
    [
        (wire.Option("n", "int"), "option name=n type=int"),
        (wire.Option("n", "bool", "true"), "option name=n type=bool default=true"),
        (wire.Option("n", "string"), "option name=n type=string default="),
        (
            wire.Option("n", "choice", values=("a", "b")),
            "option name=n type=choice values=a,b",
        ),
    ],
)
def test_an_option_without_a_default_says_none(option: wire.Option, line: str) -> None:
    assert wire.encode(option) == line
    assert wire.parse_bot(line) == option


@given(OPTIONS | CHOICES, st.text())
def test_what_an_option_takes_can_be_set(option: wire.Option, text: str) -> None:
    if option.refusal(text) is None:
        message = wire.SetOption(option.name, text)
        assert wire.parse_arena(wire.encode(message)) == message
