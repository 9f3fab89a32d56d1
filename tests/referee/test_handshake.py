"""The handshake: what a bot declares of itself, and options that it cannot be given."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record import BotSpec
from arena.referee import livebot
from arena.referee.family import children
from arena.referee.game import play
from arena.referee.livebot import MAX_DECLARED, MAX_TEXT, BotUnusable, Declared, launch
from arena.referee.warm import WarmBots
from tests.commands import living, wait_for
from tests.referee.playing import Bench, game, played, run, words

STARTUP = 5000
NUMBER = "a whole number of at most 18 digits was expected"


def declared(bot: BotSpec) -> Declared:
    live = launch(bot, {}, STARTUP)
    livebot.close([live], 0.05)
    return live.declared


def with_option(bench: Bench, name: str, text: str) -> BotSpec:
    return replace(bench.bot("optional"), options=((name, text),))


def test_a_bot_tells_what_it_is(bench: Bench) -> None:
    found = declared(bench.bot())
    assert (found.name, found.plays, found.wants_legal) == ("fair", ("what-the-shell",), True)


def test_a_name_is_kept_short_and_without_signs_that_a_terminal_obeys(bench: Bench) -> None:
    found = declared(bench.bot("bad-name"))
    assert found.name.startswith("<script>alert(1)</script>???[31m??nnn")
    assert len(found.name) == MAX_TEXT
    assert found.author == "??]0;title?Mallory"


def test_what_is_printed_by_accident_is_no_declaration(bench: Bench) -> None:
    """Only tagged lines declare: a traceback is neither a name nor a `ready`."""
    found = declared(bench.bot("prints-a-traceback"))
    assert (found.name, found.plays) == ("fair", ("what-the-shell",))


def test_what_is_not_fit_to_be_shown_is_not_declared(bench: Bench) -> None:
    """Names with control signs, lines that are too long, and all past a fixed number."""
    found = declared(bench.bot("declares-too-much"))
    assert len(found.options) == MAX_DECLARED
    assert found.plays == ("what-the-shell",)
    assert all(str(option).isprintable() for option in found.options)


def test_what_comes_after_ready_is_no_declaration(bench: Bench) -> None:
    found = declared(bench.bot("declares-too-late"))
    assert found == Declared("fair", plays=("what-the-shell",))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("deph", "3", "it declares no option 'deph'; it declares depth, book, style, path"),
        ("depth", "ten", f"option depth cannot be 'ten': {NUMBER}"),
        ("depth", "1" * 19, f"option depth cannot be '{'1' * 19}': {NUMBER}"),
        ("depth", "10", "option depth cannot be '10': at most 9 was expected"),
        ("book", "yes", "option book cannot be 'yes': true or false was expected"),
        ("style", "mad", "option style cannot be 'mad': one of calm, wild was expected"),
        ("path", "a\nmove 1 a1", r"option path cannot be 'a\nmove 1 a1': one line was expected"),
    ],
)
def test_an_option_that_cannot_be_set_is_a_startup_fault(
    bench: Bench, name: str, text: str, reason: str
) -> None:
    (record,) = played(game(with_option(bench, name, text), bench.bot()))
    assert words(record) == ["startup", None]
    fault = record.faults[0]
    assert fault
    assert fault.detail == reason


@pytest.mark.parametrize(
    ("name", "text"), [("depth", "9"), ("book", "false"), ("style", "wild"), ("path", "a b = c")]
)
def test_an_option_that_can_be_set_is(bench: Bench, name: str, text: str) -> None:
    (record,) = played(game(with_option(bench, name, text), bench.bot()))
    assert words(record) == [None, None]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/nowhere/bot", "cannot start /nowhere/bot: no such program"),
        ("no-such-program-anywhere", "cannot start no-such-program-anywhere: no such program"),
        ("/etc/passwd", "cannot start /etc/passwd: it is not executable"),
        ("/etc", "cannot start /etc: it is not executable"),
    ],
)
def test_a_program_that_cannot_be_started_is_named(bench: Bench, command: str, reason: str) -> None:
    with pytest.raises(BotUnusable) as caught:
        launch(replace(bench.bot(), command=(command,)), {}, STARTUP)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("#!/bin/sh\r\n", r"'/bin/sh\r', which does not exist (CRLF line ends?)"),
        ("#! /nowhere/python -u\n", "'/nowhere/python', which does not exist"),
        ("#!/usr/bin/env python3\r\n", r"'python3\r', which does not exist (CRLF line ends?)"),
        ("#!/usr/bin/env no-such-program\n", "'no-such-program', which does not exist"),
    ],
    ids=["crlf", "path", "env-crlf", "env"],
)
def test_a_script_without_its_interpreter_says_so(bench: Bench, line: str, missing: str) -> None:
    file = bench.folder.parent / "bot.sh"
    file.write_text(f"{line}echo ready\n", newline="")
    file.chmod(0o755)
    with pytest.raises(BotUnusable) as caught:
        launch(replace(bench.bot(), command=(str(file),)), {}, STARTUP)
    assert str(caught.value) == f"cannot start {file}: its first line names {missing}"


@pytest.mark.parametrize(
    "line",
    ["#!/bin/sh", "#! /bin/sh -e ", "#!/usr/bin/env sh", "#!/usr/bin/env -S sh -e"],
    ids=["path", "argument", "env", "env-split"],
)
def test_a_script_is_read_by_what_its_first_line_names(bench: Bench, line: str) -> None:
    file = bench.folder.parent / "bot.sh"
    file.write_text(f"{line}\necho plays veletas\necho ready\nread word\n")
    file.chmod(0o755)
    assert declared(replace(bench.bot(), command=(str(file),))).plays == ("veletas",)


def test_a_folder_that_is_not_there_is_named(bench: Bench) -> None:
    with pytest.raises(BotUnusable) as caught:
        launch(replace(bench.bot(), folder="/nowhere"), {}, STARTUP)
    assert str(caught.value).endswith("its folder /nowhere is not there")


def test_a_file_that_is_no_program_says_so_on_stderr(bench: Bench) -> None:
    file = bench.folder / "bot"
    file.write_text("just text\n")
    file.chmod(0o755)
    with pytest.raises(BotUnusable) as caught:
        launch(replace(bench.bot(), command=("./bot",)), {}, STARTUP)
    file.unlink()
    assert "ended before `ready`" in str(caught.value)
    assert "/bot" in caught.value.stderr


@pytest.mark.parametrize("moment", ["start", "game"])
def test_the_bots_of_a_game_get_ready_side_by_side(
    bench: Bench, tmp_path: Path, moment: str
) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    behaviour = f"awaits-its-opponents-{moment}"
    bots = [bench.bot(behaviour, *files) for files in ((one, two), (two, one))]
    (record,) = played(game(*bots))
    assert words(record) == [None, None]


def test_bots_that_ended_after_their_game_get_ready_side_by_side_again(
    bench: Bench, tmp_path: Path
) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    bots = [bench.bot("awaits-its-opponents-start", *pair) for pair in (files, files[::-1])]
    warm = WarmBots(patience=0.05)
    try:
        first = play(game(*bots), warm)
        for pid in living(bench.mark):
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: not living(bench.mark))
        for file in files:
            file.unlink()
        second = play(game(*bots, id_=2), warm)
    finally:
        warm.close()
    assert [words(record) for record in (first, second)] == [[None, None]] * 2


def test_a_bot_that_was_begun_for_nothing_is_ended(bench: Bench) -> None:
    warm, others = WarmBots(), set(children(os.getpid()))
    warm.begin(bench.bot(), 1, 1)
    (pid,) = set(children(os.getpid())) - others
    os.kill(pid, 0)
    warm.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_bot_that_was_begun_outlives_an_opponent_that_cannot_start(bench: Bench) -> None:
    (record,) = run(game(bench.bot("exits-at-once"), bench.bot())).records
    assert words(record) == ["startup", None]
