"""Checks of talk: words of later arenas, line ends, and answers that come when they are due."""

from __future__ import annotations

from arena import wire
from arena.examiner.base import Check, Failed, Finding, advised, passed
from arena.examiner.exam import Exam
from arena.examiner.games import SETTLED
from arena.examiner.session import PAUSE, TURNS, is_answer

STRANGE = ("weather fine", "hint 1 e5 score=3", "opponent name=Ann rating=1500", "clock", "=")
"""Messages of a later arena."""
KEYS = " future=7 mood=calm flags"
"""Fields of a later arena."""


def unknown_messages(exam: Exam) -> Finding:
    """Strange lines before and in a game change nothing."""
    with exam.session() as session:
        session.tell(*STRANGE)
        game = session.begin(exam.spec(exam.games[0]))
        for _ in range(TURNS):
            session.tell(*STRANGE)
            game.turn((*STRANGE, *game.position(), *STRANGE, *game.go()))
        game.finish()
        said = session.overhear(PAUSE, wire.encode(wire.Ping("17")))
    if wire.Pong("17") not in said:
        return advised("it ignores what it does not know, and `ping`, which asks for `pong`")
    return passed("it ignores what it does not know")


def unknown_fields(exam: Exam) -> Finding:
    """Strange fields in the lines that may have more of them change nothing."""
    with exam.session() as session:
        session.dress = _with_strange_fields
        game = session.begin(exam.spec(exam.games[0]))
        for _ in range(TURNS):
            game.turn()
        game.finish()
        session.begin(exam.spec(exam.games[0]), game_id="2")
    return passed("it ignores fields that it does not know")


def _with_strange_fields(line: str) -> str:
    return line + KEYS if line.split(" ")[0] in ("newgame", "go", "result") else line


def line_ends(exam: Exam) -> Finding:
    """LF or CRLF ends the bot's lines, and no CR stands within; does it read CRLF?"""
    with exam.session() as session:
        session.play(exam.spec(exam.games[0]), TURNS)
    broken = [line for line in exam.said if "\r" in line.rstrip("\r")]
    if broken:
        raise Failed(f"a CR within a line makes it unknown: {broken[0]!r}")
    own = "CRLF" if any(line.endswith("\r") for line in exam.said) else "LF"
    try:
        with exam.session() as session:
            session.dress = lambda line: line + "\r"
            session.play(exam.spec(exam.games[0]), TURNS)
    except Failed as error:
        return advised(f"it writes {own} and cannot read CRLF, which some tools write: {error}")
    return passed(f"it writes {own} and reads both LF and CRLF")


def early_replies(exam: Exam) -> Finding:
    """A position without a `go` asks for nothing."""
    with exam.session() as session:
        game = session.begin(exam.spec(exam.games[0]))
        for _ in range(TURNS - 1):
            said = session.overhear(PAUSE, *game.position())
            if early := [str(m) for m in said if is_answer(m) and m.turn >= game.number]:
                raise Failed(f"`{early[0]}` comes before its `go`")
            game.turn(game.go())
    return passed("it answers when `go` asks, not before")


def stray_output(exam: Exam) -> Finding:
    """Whatever is said on stdout is a message."""
    with exam.session() as session:
        session.play(exam.spec(exam.games[0]), TURNS)
        session.overhear(PAUSE)
        session.bot.process.channel.read_errors()
        full = len(session.bot.process.channel.tail) >= exam.bot.limits.stderr
    stray = [
        line
        for line in exam.said
        if "\r" not in line.rstrip("\r") and isinstance(wire.parse_bot(line), wire.Unknown)
    ]
    if stray:
        raise Failed(f"{len(stray)} lines on stdout are no messages, the first {stray[0]!r}")
    if full:
        return advised("it writes so much to stderr that a game's log keeps only the last of it")
    return passed("stdout has messages alone; stderr is free")


CHECKS = (
    Check(
        "unknown-messages",
        "a later arena may say more; a bot that ends or answers at a strange word loses",
        "what-a-bot-says",
        unknown_messages,
        needs=SETTLED,
    ),
    Check(
        "unknown-fields",
        "a later arena may add fields; a bot that ends at a strange one loses",
        "what-a-bot-says",
        unknown_fields,
        needs=SETTLED,
    ),
    Check(
        "line-ends",
        "a CR that is not before LF makes the whole line unknown, an answer too",
        "3-transport",
        line_ends,
        needs=SETTLED,
    ),
    Check(
        "early-replies",
        "an answer written before `go` counts, though the bot does not yet know its time",
        "what-the-arena-says",
        early_replies,
        needs=SETTLED,
    ),
    Check(
        "stray-output",
        "a line that is no message is dropped; an answer that it runs into is lost: log to stderr",
        "4-grammar",
        stray_output,
        needs=SETTLED,
    ),
)
