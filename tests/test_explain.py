"""A fault is explained wherever it is listed: what was sent, what was due, how to see it again."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.record import BotSpec, Fault, Record, Reply
from arena.referee.forfeit import forfeited
from arena.store.store import Store
from arena.views.explain import LINES, STDERR_LINES, endings
from arena.views.replay import replay
from arena.views.tables import STRAY
from tests.commands import arena
from tests.referee.playing import BOTS, HASTY, game, played
from tests.run_records import header

FAIR = BotSpec("fair", (sys.executable, "-S", "-B", str(BOTS / "fair.py")), str(BOTS))


def broken(behaviour: str) -> BotSpec:
    command = (sys.executable, "-S", "-B", str(BOTS / "broken.py"), behaviour)
    return BotSpec(behaviour, command, str(BOTS))


def lost(behaviour: str) -> Record:
    """A game that this behaviour lost at seat 1."""
    clock = replace(HASTY, startup=400) if behaviour == "hangs-at-newgame" else HASTY
    spec = game(broken(behaviour), FAIR)
    own = replace(spec.players[0], clock=clock)
    (record,) = played(replace(spec, players=(own, spec.players[1])))
    assert record.faults[0], record
    return record


def parts(text: str) -> dict[str, str]:
    """The three parts by their words."""
    found = {}
    for line in text.splitlines():
        for word in ("it sent", "due was", "see again"):
            if line.startswith(f"  {word} "):
                found[word] = line.removeprefix(f"  {word}").strip()
    return found


@pytest.mark.parametrize(
    ("behaviour", "sent", "due", "anchor"),
    [
        ("malformed-move", "`move 3 <b>", "a legal move of Black, such as `move 3 ", "#9-faults"),
        ("hangs-at-turn", "no answer came: ", "`move 3 MOVE` or `resign 3` in the time", "#8-clo"),
        ("exits-at-turn", "its output ended before", "`move 3 MOVE` or `resign 3`", "#9-faults"),
        ("long-line", "a line of over 65536 bytes", "its lines are in bounds", "#3-transport"),
        (
            "exits-at-once",
            "its output ended before `ready`",
            "`ready` within 5s of `arena 1`",
            "#6-",
        ),
        ("hangs-at-newgame", "no `ready 1` came", "`ready 1` within 400ms of `newgame 1`", "#6-"),
    ],
)
def test_a_fault_is_explained_in_three_parts(
    behaviour: str, sent: str, due: str, anchor: str
) -> None:
    record = lost(behaviour)
    (text,) = endings(record, Path("cup.arena"))
    found = parts(text)
    assert found["it sent"].startswith(sent)
    assert due in found["due was"]
    assert f"SPEC.md{anchor}" in found["due was"]
    fault = record.faults[0]
    assert fault
    turn = ["--turn", str(fault.turn)] if fault.turn else []
    command = ["arena", "feed", shlex.join(record.spec.players[0].bot.command), "cup.arena", "1"]
    assert shlex.split(found["see again"]) == [*command, "--seat", "1", *turn]


def test_the_last_lines_and_the_last_words_are_shown() -> None:
    record = lost("exits-at-turn")
    many = "".join(f"note {number}\n" for number in range(50)) + record.stderr[0]
    (text,) = endings(replace(record, stderr=(many, "")), Path("cup.arena"))
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line[:2] in ("> ", "< ")]
    errors = [line for line in lines if line.startswith("| ")]
    assert len(said) <= LINES
    assert said[-1].startswith("> go 3 ")
    assert len(errors) == STDERR_LINES
    assert errors[-1] == "| assertion failed: score < mate"


def test_a_loss_by_the_rules_leads_to_its_answers() -> None:
    (record,) = played(game(broken("resigns"), FAIR))
    (text,) = endings(record, Path("cup.arena"))
    assert text.startswith("resigns's answers again: arena feed ")


def test_a_bot_that_was_set_aside_was_asked_for_nothing() -> None:
    spec = game(broken("malformed-move"), FAIR)
    record = forfeited(spec, {1: "set aside: it failed 2 games in a row"})
    assert list(endings(record, Path("x.arena"))) == []


def test_nobody_lost_nothing_to_explain() -> None:
    (record,) = played(game(FAIR, replace(FAIR, name="other"), turn_limit=2))
    assert list(endings(record, Path("cup.arena"))) == []


# Every listing leads there


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "cup.arena"
    with Store.create(path, header()) as store:
        store.save(lost("exits-at-turn"))
    return path


def test_show_explains_the_fault_that_ended_a_game(run: Path) -> None:
    text = arena("show", run, 1, cwd=run.parent).stdout
    assert set(parts(text)) == {"it sent", "due was", "see again"}


def test_show_shows_the_turn_of_a_fault(run: Path) -> None:
    text = arena("show", run, 1, "--turn", 3, cwd=run.parent).stdout
    whole = arena("show", run, 1, cwd=run.parent).stdout
    assert "\nturn 3, due from Black (exits-at-turn), White (fair)\n    a b c" in text
    last = whole[whole.index("\nturn 2: ") : whole.index("\nfair wins (crash)")]
    assert last[last.index("    a b c") :] in text
    assert whole[whole.index("\nfair wins (crash)") :] in text
    assert "turn 2" not in text
    assert "why" not in arena("show", run, 1, "--turn", 2, cwd=run.parent).stdout
    none = arena("show", run, 1, "--turn", 4, cwd=run.parent, status=2).stderr
    assert none == "arena: no turn 4: game 1 has turns 1 to 3\n"


def test_the_first_turn_too_may_be_that_of_a_fault() -> None:
    whole = lost("exits-at-turn")
    record = replace(
        whole,
        turns=(),
        last_replies=(Reply(1, "z0", 5), Reply(2, "e5", 5)),
        faults=(Fault("illegal", 1, "malformed move 'z0'"), None),
    )
    _, due, end = replay(record, 1)
    assert due.startswith("turn 1, due from Black (exits-at-turn), White (fair)\n")
    assert "not played: exits-at-turn z0, fair e5" in end
    (text,) = endings(record, Path("cup.arena"), 1)
    assert parts(text)["it sent"].startswith("`move 1 z0`: malformed")


def test_a_game_that_ended_before_its_first_turn_has_none_to_show() -> None:
    with pytest.raises(ArenaError, match="no turn 1: game 1 has none: it ended before the first"):
        list(replay(lost("exits-at-once"), 1))


def test_the_command_that_is_shown_works(run: Path) -> None:
    text = arena("show", run, 1, cwd=run.parent).stdout
    _, *words = shlex.split(parts(text)["see again"])
    done = arena(*words, cwd=run.parent)
    assert "exit status 3" in done.stdout


def test_lines_to_no_purpose_are_told(tmp_path: Path) -> None:
    with Store.create(tmp_path / "cup.arena", header()) as store:
        for record in played(*[game(broken(name), FAIR) for name in ("nuls", "two-moves")]):
            store.save(replace(record, spec=replace(record.spec, id=len(store.done()) + 1)))
    first, second, none = (
        arena("show", "cup.arena", *words, cwd=tmp_path).stdout
        for words in ([1], [2], [1, "--turn", 2])
    )
    assert (
        "\n  nuls wrote 1 line that the arena does not know; thoughts belong to stderr\n" in first
    )
    assert "\n  two-moves wrote 1 answer that no turn waited for\n" in second
    assert "wrote" not in none + first.replace("nuls wrote", "")
    table = arena("faults", "cup.arena", cwd=tmp_path).stdout
    assert re.search(r"^ nuls +1 .* 1$", table, re.MULTILINE)
    assert re.search(r"^ fair +2 .* 0$", table, re.MULTILINE)
    assert table.endswith(f"\n{STRAY}\n")


def test_the_list_of_games_leads_to_show(run: Path) -> None:
    done = arena("games", run, "--fault", "any", cwd=run.parent)
    assert f"arena show {run} 1 explains its fault" in done.stderr
    assert "arena show" not in done.stdout


def test_the_ratings_lead_to_the_games_with_faults(run: Path) -> None:
    done = arena("ratings", run, cwd=run.parent)
    assert f"arena games {run} --fault any" in done.stderr


@pytest.mark.parametrize("keep", [True, False])
def test_the_faults_of_a_match_lead_to_show(tmp_path: Path, keep: bool) -> None:
    words = [shlex.join(broken("exits-at-turn").command), shlex.join(FAIR.command)]
    flags = ["--store", "mine.arena"] if keep else []
    done = arena("match", *words, "--game", "what-the-shell", *flags, cwd=tmp_path)
    assert done.stdout.count("  why: ") == 2
    if keep:
        assert "  why: arena show mine.arena 1" in done.stdout
        assert "why broken (seat " in arena("show", "mine.arena", 1, cwd=tmp_path).stdout
        again = arena("match", *words, "--game", "what-the-shell", *flags, cwd=tmp_path, status=2)
        assert "mine.arena exists already" in again.stderr
    else:
        assert "the same command with --store match.arena" in done.stdout
        assert not list(tmp_path.iterdir())
