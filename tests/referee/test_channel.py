"""The pipes of a bot: whatever it writes or leaves unread, the arena waits and holds little."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from arena.limits import NO_LIMITS
from arena.referee.channel import LINES_CHUNK, MAX_BACKLOG, Channel
from arena.wire import MAX_LINE


@dataclass
class Ends:
    """A channel, and the bot's ends of its pipes."""

    channel: Channel
    stdin: int
    stdout: int
    stderr: int

    def lines(self, data: bytes) -> list[str]:
        """What the channel makes of output, which comes in one write or, if long, in several."""
        found: list[str] = []
        for start in range(0, len(data), LINES_CHUNK):
            os.write(self.stdout, data[start : start + LINES_CHUNK])
            found += self.channel.read_lines()
        return found


@pytest.fixture
def ends() -> Iterator[Ends]:
    (stdin, inlet), (outlet, stdout), (errors, stderr) = (os.pipe() for _ in range(3))
    channel = Channel(inlet, outlet, errors)
    yield Ends(channel, stdin, stdout, stderr)
    channel.close()
    for end in (stdin, stdout, stderr):
        os.close(end)


def test_lines_are_whole_however_they_arrive(ends: Ends) -> None:
    assert ends.lines(b"move 1") == []
    assert ends.lines(b" a1\nmo") == ["move 1 a1"]
    assert ends.lines(b"ve 2 b\xc3\xa4\n\n") == ["move 2 bä", ""]
    assert not ends.channel.breach


def test_a_line_may_be_as_long_as_the_limit_and_no_longer(ends: Ends) -> None:
    assert ends.lines(b"x" * MAX_LINE + b"\n") == ["x" * MAX_LINE]
    assert ends.lines(b"x" * MAX_LINE + b"\r\n") == ["x" * MAX_LINE + "\r"]
    assert not ends.channel.breach
    assert ends.lines(b"x" * MAX_LINE + b"y\n") == []
    assert ends.channel.breach == f"a line of over {MAX_LINE} bytes"


@pytest.mark.parametrize("end", [b"\r\r\n", b"\ry\n", b"y\r\n"])
def test_only_the_end_of_a_line_does_not_count(ends: Ends, end: bytes) -> None:
    assert ends.lines(b"x" * MAX_LINE + end) == []
    assert ends.channel.breach == f"a line of over {MAX_LINE} bytes"


@pytest.mark.parametrize("rest", [b"\xff\n", b"caf\xe9\nmove 2 b2\n"])
def test_what_comes_before_a_breach_counts_and_nothing_after(ends: Ends, rest: bytes) -> None:
    assert ends.lines(b"move 1 a1\n" + rest) == ["move 1 a1"]
    assert ends.channel.breach.startswith("invalid UTF-8")


def test_the_end_comes_after_all_that_was_written(ends: Ends) -> None:
    os.write(ends.stdout, b"move 1 a1\nmove")
    os.dup2(ends.stderr, ends.stdout)
    assert ends.channel.read_lines() == ["move 1 a1"]
    assert not ends.channel.ended
    assert ends.channel.read_lines() == []
    assert ends.channel.ended


def test_a_bot_that_reads_nothing_does_not_block_the_arena(ends: Ends) -> None:
    block = b"state " + b"." * 1000 + b"\n"
    assert ends.channel.send(block)
    while ends.channel.send(block):
        pass
    assert not ends.channel.breach
    sent = 0
    while not ends.channel.breach:
        assert not ends.channel.send(block)
        sent += len(block)
    assert sent <= MAX_BACKLOG + len(block)
    assert ends.channel.breach == f"over {MAX_BACKLOG} bytes of its input were left unread"


def test_what_did_not_fit_is_sent_on_in_order(ends: Ends) -> None:
    blocks = [f"played {number}\n".encode() for number in range(20_000)]
    for block in blocks:
        ends.channel.send(block)
    got = bytearray()
    while len(got) < sum(map(len, blocks)):
        got += os.read(ends.stdin, 1 << 20)
        ends.channel.flush()
    assert got == b"".join(blocks)


def test_only_the_tail_of_stderr_is_held(ends: Ends) -> None:
    for number in range(100):
        os.write(ends.stderr, b"%06d" % number * 1000)
        assert ends.channel.read_errors()
    assert len(ends.channel.tail) == NO_LIMITS.stderr
    assert ends.channel.take_stderr().endswith("000099000099")
    assert ends.channel.take_stderr() == ""


def test_pipes_are_closed_once(ends: Ends) -> None:
    """A number that was closed may be another file's by the next time."""
    ends.channel.hang_up("quit\n")
    assert os.read(ends.stdin, 100) == b"quit\n"
    assert os.read(ends.stdin, 100) == b""
    others = [os.open("/dev/null", os.O_RDONLY) for _ in range(4)]
    ends.channel.close()
    ends.channel.close()
    for other in others:
        os.fstat(other)
        os.close(other)
