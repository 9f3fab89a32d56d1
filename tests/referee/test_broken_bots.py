"""Bots that break the protocol or themselves: each loses by its own word, and alone."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from statistics import median

import pytest

from arena.clock import MS, Clock
from arena.durations import LONGEST
from arena.record import Record
from arena.referee.game import play
from arena.referee.process import QUIT_PAUSE
from arena.referee.warm import WarmBots
from tests.bots.fair import ODD_TURN
from tests.referee.playing import CLOCK, HASTY, Bench, game, hasty, played, words

WIN, LOSS = 1.0, 0.0


@dataclass(frozen=True)
class Case:
    """What comes of a behaviour: the fault, after how many turns, what its sentence says."""

    behaviour: str
    word: str
    turns: int
    says: str = ""


CASES = (
    Case("exits-at-once", "startup", 0, "ended before `ready` (exit status 3)"),
    Case("exits-in-handshake", "startup", 0, "ended before `ready` (exit status 3)"),
    Case("exits-at-turn", "crash", 2, "ended before an answer (exit status 3)"),
    Case("exits-after-move", "crash", 3, "exit status 0"),
    Case("exits-after-part", "crash", 2, "exit status 0"),
    Case("ends-by-unnamed-signal", "crash", 2, "killed by signal 40"),
    Case("closes-stdout", "crash", 2, "still running"),
    Case("long-line", "protocol", 2, "a line of over 65536 bytes"),
    Case("long-line-after-move", "protocol", 3, "a line of over 65536 bytes"),
    Case("invalid-utf8", "protocol", 2, "invalid UTF-8 at byte 13"),
    Case("invalid-utf8-after-move", "protocol", 3, "invalid UTF-8 at byte 8"),
    Case("no-move-in-move", "protocol", 2, "no move in `move 3`"),
    Case("nul-in-move", "illegal", 2, r"\x00'"),
    Case("malformed-move", "illegal", 2, r"'<b>\x1b[31m\u202epass'"),
    Case("next-turns-move", "illegal", 3, "'z99'"),
)
LATE = (
    Case("closes-stdin", "timeout", 3),
    Case("hangs-at-turn", "timeout", 2, "no answer came"),
    Case("trickles", "timeout", 2),
    Case("no-newline", "timeout", 2),
    Case("never-reads", "timeout", 0),
    Case("floods-handshake", "startup", 0, "`ready`"),
    Case("hangs-in-handshake", "startup", 0, "no `ready` came within"),
    Case("trickles-handshake", "startup", 0, "no `ready` came within"),
    Case("hangs-at-newgame", "startup", 0, "no `ready 1` came"),
)
HARMLESS = (
    "closes-stderr",
    "floods-stderr",
    "nuls",
    "crlf",
    "two-moves",
    "odd-numbers",
    "padded-move",
    "leaves-its-seat-to-a-child",
    "last-turns-move",
    "move-before-go",
    "moves-on-stderr",
    "ignores-quit",
    "ignores-sigterm",
    "bad-name",
)
"""Behaviours that cost nothing."""


def assert_lost(record: Record, case: Case) -> None:
    """The first seat lost as the case says; the second answered in time until then, and won."""
    assert words(record) == [case.word, None], record
    assert record.scores == (LOSS, WIN)
    assert record.termination == case.word
    assert len(record.turns) == case.turns
    fault = record.faults[0]
    assert fault
    assert case.says in fault.detail
    assert fault.detail.isprintable()
    assert fault.turn == (0 if case.word == "startup" else case.turns + 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.behaviour)
def test_a_broken_bot_loses_at_once(bench: Bench, case: Case) -> None:
    (record,) = played(game(bench.bot(case.behaviour), bench.bot()))
    assert_lost(record, case)


@pytest.mark.parametrize("case", LATE, ids=lambda case: case.behaviour)
def test_a_bot_that_does_not_answer_loses_when_its_time_is_over(bench: Bench, case: Case) -> None:
    clock = replace(HASTY, startup=500) if case.word == "startup" else HASTY
    spec = hasty(game(bench.bot(case.behaviour), bench.bot()), clock=clock)
    (record,) = played(spec)
    assert_lost(record, case)
    if case.word == "timeout":
        used = next(reply.used for reply in record.last_replies if reply.seat == 1) or 0
        assert used >= ((clock.time or 0) + clock.margin) * MS


@pytest.mark.parametrize("behaviour", HARMLESS)
def test_an_odd_bot_that_harms_nobody_plays_on(bench: Bench, behaviour: str) -> None:
    (record,) = played(game(bench.bot(behaviour), bench.bot()))
    assert words(record) == [None, None], record
    assert len(record.turns) == record.spec.turn_limit


def test_what_was_to_no_purpose_is_counted(bench: Bench) -> None:
    behaviours = ("nuls", "two-moves", "last-turns-move")
    records = played(*[game(bench.bot(name), bench.bot()) for name in behaviours])
    assert [(r.noise[0].unknown, r.noise[0].stale) for r in records] == [(1, 0), (0, 1), (0, 1)]
    assert all((r.noise[1].unknown, r.noise[1].stale) == (0, 0) for r in records)


def test_the_seat_of_a_broken_bot_makes_no_difference(bench: Bench) -> None:
    (record,) = played(game(bench.bot(), bench.bot("exits-at-turn")))
    assert words(record) == [None, "crash"]
    assert record.scores == (WIN, LOSS)


def test_more_than_8_MiB_in_a_turn_break_the_protocol(bench: Bench) -> None:  # noqa: N802
    clock = replace(CLOCK, time=30_000)
    (record,) = played(game(bench.bot("floods-stdout"), bench.bot(), clock))
    assert_lost(record, Case("floods-stdout", "protocol", 2, "over 8388608 bytes of output"))


def test_a_flood_that_outlasts_its_time_is_late_by_its_own_doing(bench: Bench) -> None:
    """However busy it keeps the referee: it has no claim on evidence, on a loaded machine too."""
    (record,) = played(hasty(game(bench.bot("floods-empty-lines", 60), bench.bot())))
    assert_lost(record, Case("floods-empty-lines", "timeout", 0))


def test_a_flood_of_output_does_not_cost_the_other_seat_time(bench: Bench) -> None:
    """What the arena bills a bot beside a flood is what the bot measures itself, within the
    margin that every clock has for that."""
    flood, thinker = bench.bot("floods-empty-lines", 0.1), bench.bot("thinks", 0.05)
    (record,) = played(game(flood, thinker))
    assert words(record) == [None, None]
    own = {info.turn: float(info.text.split()[1]) for info in record.infos if info.seat == 2}
    billed = {
        number: reply.used
        for number, turn in enumerate(record.turns, 1)
        for reply in turn
        if reply.seat == 2 and reply.used is not None
    }
    assert own.keys() == billed.keys()
    beyond = [billed[turn] / MS - own[turn] * 1000 for turn in own]
    assert median(beyond) < 20


def test_stderr_is_kept_to_its_last_words(bench: Bench) -> None:
    crash, flood = played(
        game(bench.bot("exits-at-turn"), bench.bot()),
        game(bench.bot("floods-stderr"), bench.bot()),
    )
    assert crash.stderr[0] == "assertion failed: score < mate\n"
    assert flood.stderr[0].endswith("xxxend\n")
    assert len(flood.stderr[0]) <= 8 * 1024


def test_a_bot_that_dies_at_once_leaves_its_last_words(bench: Bench) -> None:
    (record,) = played(game(bench.bot("exits-at-once"), bench.bot()))
    assert record.stderr == ("no configuration found\n", "")


def test_nothing_that_a_bot_says_is_kept_with_signs_that_a_terminal_obeys(bench: Bench) -> None:
    (record,) = played(game(bench.bot("bad-name"), bench.bot()))
    assert record.stderr[0] == "?[2J?wiped\tand told\n"
    assert [info.text for info in record.infos] == ["text ?[2J?cleared"]


# From one game to the next


def test_what_belongs_to_the_last_game_is_dropped_before_the_next(bench: Bench) -> None:
    late, fair = bench.bot("last-games-move"), bench.bot()
    records = played(*[game(late, fair, id_=number) for number in (1, 2)])
    assert [words(record) for record in records] == [[None, None], [None, None]]


def test_hanging_at_a_later_newgame_loses_that_game(bench: Bench) -> None:
    bot, fair = bench.bot("hangs-at-second-newgame"), bench.bot()
    clock = replace(CLOCK, startup=1000)
    first, second = played(*[game(bot, fair, clock, id_=number) for number in (1, 2)])
    assert words(first) == [None, None]
    assert_lost(second, Case("hangs-at-second-newgame", "startup", 0, "no `ready 2` came"))


@pytest.mark.parametrize("behaviour", ["dies-between-games", "breaks-between-games"])
def test_what_a_bot_does_after_its_game_is_no_fault_in_the_next(
    bench: Bench, behaviour: str
) -> None:
    bot, fair = bench.bot(behaviour), bench.bot()
    records = played(*[game(bot, fair, id_=n, turn_limit=ODD_TURN) for n in (1, 2, 3)])
    assert [words(record) for record in records] == [[None, None]] * 3


def test_a_bot_that_failed_is_started_anew(bench: Bench) -> None:
    bot, fair = bench.bot("exits-at-turn"), bench.bot()
    for record in played(*[game(bot, fair, id_=number) for number in (1, 2, 3)]):
        assert_lost(record, Case("exits-at-turn", "crash", 2))


def test_the_move_of_a_bot_that_exits_after_it_wins_the_game_it_ends(bench: Bench) -> None:
    (record,) = played(game(bench.bot("exits-after-move"), bench.bot(), turn_limit=ODD_TURN))
    assert record.termination == "turn-limit"
    assert words(record) == [None, None]


def test_an_early_answer_counts_though_its_bot_has_ended(bench: Bench) -> None:
    """Its end is noticed while the other seat thinks."""
    (record,) = played(game(bench.bot("exits-after-resigning-early"), bench.bot("thinks", 0.1)))
    assert (record.termination, record.scores) == ("resign", (LOSS, WIN))
    assert words(record) == [None, None]
    assert len(record.turns) == ODD_TURN


def test_the_longest_clock_can_be_waited_for(bench: Bench) -> None:
    clock = Clock(time=LONGEST, bank=LONGEST, periods=100, period=LONGEST)
    (record,) = played(game(bench.bot(), bench.bot(), clock=clock))
    assert record.termination == "turn-limit"


# Both seats


def test_two_bots_that_fail_in_one_turn_draw(bench: Bench) -> None:
    (record,) = played(game(bench.bot("exits-at-turn"), bench.bot("long-line")))
    assert words(record) == ["crash", "protocol"]
    assert (record.termination, record.scores) == ("double-fault", (0.5, 0.5))


def test_two_bots_that_do_not_start_draw(bench: Bench) -> None:
    (record,) = played(game(bench.bot("exits-at-once"), bench.bot("exits-in-handshake")))
    assert words(record) == ["startup", "startup"]
    assert (record.termination, record.scores) == ("double-fault", (0.5, 0.5))


@pytest.mark.parametrize(
    ("one", "two", "termination", "scores"),
    [
        ("resigns", "fair", "resign", (0.0, 1.0)),
        ("fair", "resigns", "resign", (1.0, 0.0)),
        ("resigns", "resigns", "resign", (0.5, 0.5)),
        ("resigns", "exits-at-turn", "double-fault", (0.5, 0.5)),
    ],
)
def test_who_resigns_loses(
    bench: Bench, one: str, two: str, termination: str, scores: tuple[float, ...]
) -> None:
    (record,) = played(game(bench.bot(one), bench.bot(two)))
    assert (record.termination, record.scores) == (termination, scores)
    assert all(fault is None or fault.word == "crash" for fault in record.faults)


# The end


def test_a_bot_has_its_time_to_end_after_quit(bench: Bench) -> None:
    file = bench.folder / "last-words"
    played(game(bench.bot("says-last-words", file), bench.bot()), patience=QUIT_PAUSE)
    assert file.read_text() == "done\n"
    file.unlink()


def seconds_to_end(bench: Bench, number: int) -> float:
    """How long it takes to end so many bots, each of which has played."""
    stubborn = [replace(bench.bot("ignores-sigterm"), name=f"bot{n}") for n in range(number)]
    warm = WarmBots(patience=0.3)
    try:
        for n in range(0, number, 2):
            play(game(*stubborn[n : n + 2], id_=n + 1, turn_limit=1), warm)
    finally:
        began = time.monotonic()
        warm.close()
    return time.monotonic() - began


def test_bots_that_ignore_quit_and_sigterm_are_ended_together(bench: Bench) -> None:
    """Each is given its pauses, but all at the same time."""
    assert seconds_to_end(bench, 12) < 3 * seconds_to_end(bench, 2)
