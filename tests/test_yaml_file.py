"""Reading YAML: values with their lines, errors in one line, and no traceback whatever comes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import durations
from arena.errors import ArenaError
from arena.plan import yaml_file
from arena.plan.yaml_file import Value

Reader = Callable[[Value], object]


def value_of(text: str) -> Value:
    return yaml_file.parse(f"a: {text}\n".encode(), "f.yaml").mapping()["a"]


def refusal(data: bytes | str) -> str:
    with pytest.raises(ArenaError) as caught:
        yaml_file.parse(data.encode() if isinstance(data, str) else data, "f.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "read", "expected"),
    [
        ("mcts", Value.text, "mcts"),
        ('"123"', Value.text, "123"),
        ("Zoë 2", Value.text, "Zoë 2"),
        ("5", lambda v: v.whole(1, 9), 5),
        ("-5", lambda v: v.whole(-9, 9), -5),
        ("0.25", lambda v: v.fraction(0, 1), 0.25),
        ("1", lambda v: v.fraction(0, 1), 1.0),
        ("true", Value.flag, True),
        ("no", Value.flag, False),
        ("100ms", Value.duration, 100),
        ("2s", Value.duration, 2000),
        ("1.5s", Value.duration, 1500),
        ("0.001s", Value.duration, 1),
        ("0x10", Value.setting, "0x10"),
        ("True", Value.setting, "true"),
        ('"yes"', Value.setting, "yes"),
        ("''", Value.setting, ""),
        ("[x, 1]", lambda v: [item.raw for item in v.elements()], ["x", "1"]),
        ("{x: 1}", lambda v: list(v.mapping(["x"])), ["x"]),
        ("x", lambda v: v.word(["x", "y"], "a letter"), "x"),
    ],
)
def test_reads(text: str, read: Reader, expected: object) -> None:
    assert read(value_of(text)) == expected


@pytest.mark.parametrize(
    ("text", "read", "message"),
    [
        ("123", Value.text, 'found 123 (to YAML a number), expected text: put it in quotes, "123"'),
        (
            "no",
            Value.text,
            'found no (to YAML true or false), expected text: put it in quotes, "no"',
        ),
        ("2024-01-01", Value.text, "found 2024-01-01 (to YAML a date), expected text"),
        ("", Value.text, "found nothing, expected text"),
        ('" "', Value.text, "found ' ', expected text"),
        (r'"a\nb"', Value.text, r"found 'a\nb', expected text on one line"),
        ("[x]", Value.text, "found a list, expected text"),
        ("{x: 1}", Value.text, "found a mapping, expected text"),
        ('"5"', lambda v: v.whole(1, 9), "found '5', expected a whole number from 1 to 9"),
        ("0", lambda v: v.whole(1, 9), "found 0, expected a whole number from 1 to 9"),
        ("010", lambda v: v.whole(1, 9), "found 010, expected a whole number from 1 to 9"),
        ("1:30", lambda v: v.whole(1, 99), "found 1:30, expected a whole number"),
        ("9" * 5000, lambda v: v.whole(1, 9), "found 999"),
        ("1.5", lambda v: v.whole(1, 9), "found 1.5, expected a whole number"),
        (".nan", lambda v: v.fraction(0, 1), "found .nan, expected a number from 0 to 1"),
        ("1.01", lambda v: v.fraction(0, 1), "found 1.01, expected a number from 0 to 1"),
        ("1", Value.flag, "found 1, expected true or false"),
        ('"true"', Value.flag, "found 'true', expected true or false"),
        ("100", Value.duration, "found 100, expected a duration with its unit, such as 100ms"),
        ("100 ms", Value.duration, "found '100 ms', expected a duration"),
        ("1.5ms", Value.duration, "found '1.5ms', expected whole milliseconds"),
        ("99999999s", Value.duration, "found '99999999s', expected at most a week"),
        ("0ms", lambda v: v.duration(low=1), "found '0ms', expected at least 1ms"),
        ("yes", Value.setting, "found yes (to YAML true or false), expected true, false or text"),
        ("[1]", Value.setting, "found a list, expected one line of text"),
        ("x", Value.elements, "found 'x', expected a list"),
        (
            "x",
            lambda v: v.mapping(["p", "q"]),
            "found 'x', expected a mapping with the keys p or q",
        ),
        (
            "{tiem: 1}",
            lambda v: v.mapping(["time", "bank"]),
            "f.yaml:1: a.tiem: found a key that is not known, 'tiem'; did you mean 'time'?",
        ),
        ("{x: 1}", lambda v: v.mapping(["time"]), "not known, 'x'; known are time"),
        ("swis", lambda v: v.word(["swiss", "y"], "a format"), "swiss or y; did you mean 'swiss'?"),
    ],
)
def test_refuses(text: str, read: Reader, message: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read(value_of(text))
    assert str(caught.value).startswith("f.yaml:1: a")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f.yaml:1: found nothing, expected a mapping"),
        (b"# only this\n", "f.yaml:1: found nothing"),
        (b"- x\n", "f.yaml:1: found a list, expected a mapping"),
        (b"\nword\n", "f.yaml:2: found one value, expected a mapping"),
        (b"a: 1\n\tb: 2\n", "f.yaml:2: not YAML: "),
        (b"a: b: c\n", "f.yaml:1: not YAML: mapping values are not allowed here"),
        (b"a: [1\n", "f.yaml:2: not YAML: "),
        (b"a: 1\nb:\n  c: 1\n  c: 2\n", "f.yaml:4: b.c: found this key again (first in line 3)"),
        (b"a: 1\n---\nb: 2\n", "f.yaml:2: found a second document"),
        (b"a: &x 1\n", "f.yaml:1: found an anchor or alias"),
        (b"a: 1\nb: *x\n", "f.yaml:2: found an anchor or alias"),
        (b"a: !!python/name:os.system x\n", "f.yaml:1: found a tag (!)"),
        (b"? [x]\n: 1\n", "f.yaml:1: found a list or mapping as a key"),
        (b"a: 1\nb: \x07\n", "f.yaml:2: not YAML: a control character"),
        (b"a: 1\nb: \xff\n", "f.yaml:2: found bytes that are not UTF-8"),
        (b"a: " + b"[" * 100_000, "f.yaml:1: found more than 16 levels"),
        (b"a: " + b"{b: " * 1000, "f.yaml:1: found more than 16 levels"),
        (b'a: "\\UFFFFFFFF"\n', "f.yaml:1: not YAML: an escape or a version out of range"),
        (b"%YAML 1." + b"9" * 5000 + b"\n---\na: 1\n", "f.yaml:1: not YAML: "),
        (b"a: x\n" * 60_000, "found more than 262144 bytes"),
    ],
)
def test_refuses_what_is_no_plain_mapping(data: bytes, message: str) -> None:
    assert message in refusal(data)


def test_values_know_their_lines_and_keys() -> None:
    top = yaml_file.parse(b"x: 1\nbots:\n  - one\n  - name: two\n    clock:\n      time: 1\n", "f")
    two = top.mapping()["bots"].elements()[1]
    time = two.mapping()["clock"].mapping()["time"]
    assert (two.line, two.key) == (4, "bots[2]")
    assert (time.line, time.key) == (6, "bots[2].clock.time")


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path, Path("a\0b"), Path("x" * 5000)):
        with pytest.raises(ArenaError, match="cannot be read: ") as caught:
            yaml_file.load(path)
        assert str(caught.value).isprintable()


def test_a_bom_and_crlf_are_read() -> None:
    top = yaml_file.parse(b"\xef\xbb\xbfa: 1\r\nb: x\r\n", "f")
    assert top.mapping()["b"].text() == "x"


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (100, "100 ms"),
        (2500, "2.5 s"),
        (300_000, "5 min"),
        (3_600_001, "3600.001 s"),
        (100_000_500, "100000.5 s"),
    ],
)
def test_a_duration_is_told_as_it_is(ms: int, words: str) -> None:
    assert durations.told(ms) == words


@given(st.integers(0, durations.LONGEST))
def test_a_written_duration_is_read_back(ms: int) -> None:
    assert durations.parse(durations.written(ms)) == ms


SCRAPS = (
    *(b": ", b"- ", b"\n", b"\n  ", b"\t", b"[", b"]", b"{", b"}", b",", b"#", b"&a ", b"*a", b"!"),
    *(b"!!int ", b"|\n", b">\n", b"'", b'"', b"\\x", b"\\U0011FFFF", b"%YAML 1.1\n", b"---"),
    *(b"? ", b"<<: ", b"~", b"=", b"1:30", b"0x", b".inf", b"yes", b"\r", b"\x85", b"\xe2\x80\xa8"),
    *(b"\xff", b"\x00", b"\xed\xa0\x80", b"\xf0\x9f\x90\xa2", b"@", b"`", b"9" * 30, b"2001-01-01"),
)
SEED_TEXT = b"name: x\ngames: [veletas]\nbots:\n  - a\n  - {bot: b, options: {n: 1}}\nclock: 1s\n"


def soup(rng: random.Random) -> bytes:
    """Bytes that are almost, or not at all, YAML."""
    data = bytearray(SEED_TEXT if rng.random() < 0.7 else b"")
    for _ in range(rng.randint(1, 8)):
        place = rng.randint(0, len(data))
        if rng.random() < 0.3:
            del data[place : place + rng.randint(1, 10)]
        else:
            data[place:place] = rng.choice(SCRAPS) if rng.random() < 0.9 else rng.randbytes(3)
    return bytes(data)


def outcome(read: Callable[..., object], *args: object) -> str | None:
    """The error's line if the call is refused, or None."""
    try:
        read(*args)
    except ArenaError as error:
        return str(error)
    return None


def check_soup(rounds: int, seed: int) -> int:
    """How many were read."""
    rng = random.Random(seed)
    read = 0
    for _ in range(rounds):
        data = soup(rng)
        refused = outcome(yaml_file.parse, data, "f.yaml")
        assert (refused or "").isprintable(), data
        read += refused is None
    assert 0 < read < rounds
    return read


def test_soup_is_read_or_refused_in_one_line() -> None:
    check_soup(2000, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_soup_by_the_million() -> None:
    print("read of a million files, the others refused:", check_soup(1_000_000, seed=2))
