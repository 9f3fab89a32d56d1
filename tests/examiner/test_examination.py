"""The examiner against bots that are sound, and against one broken bot for each check."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from arena import resources
from arena.errors import ArenaError
from arena.examiner.base import ADVICE, FAIL, PASS, SKIPPED, Examined, Failed
from arena.examiner.exam import Effort, Exam
from arena.examiner.examination import CHECKS, chosen, examine
from arena.examiner.positions import FULL_BOARDS, LAST_SHOOTERS, SHELL_ENDINGS
from arena.plan.bots import bundled, from_folder
from arena.record import BotSpec
from engines import load
from tests.commands import living
from tests.sampled import every

ROOT = Path(__file__).parent.parent.parent
EXAMINEES = ROOT / "tests" / "bots" / "examinees"
BROKEN = sorted(path.stem for path in EXAMINEES.glob("*.py") if path.stem != "sound")
EFFORT = Effort(startup=1500, patience=800, move_time=20, games=16)
"""Less than an author's bot gets, more than these bots need."""
NAMES = [check.name for check in CHECKS]
READY = [each.name for each in bundled() if not each.build]
"""The bundled bots that need not be built."""


def bot(stem: str, folder: Path) -> BotSpec:
    """One of the bots beside `sound.py`, running in a folder of its own."""
    command = (sys.executable, "-S", "-B", str(EXAMINEES / f"{stem}.py"))
    return BotSpec(stem, command, str(folder))


PARTNER = bot("sound", ROOT / "tests")
"""Starts quickly."""


def verdicts(examined: list[Examined]) -> dict[str, list[str]]:
    """The names of the checks by their verdicts."""
    return {
        verdict: [each.check.name for each in examined if each.finding.verdict == verdict]
        for verdict in (PASS, ADVICE, FAIL, SKIPPED)
    }


def ten_lines(folder: Path) -> BotSpec:
    """The bot of SPEC.md, section 13."""
    spec = (ROOT / "SPEC.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", spec[spec.index("## 13.") :], re.DOTALL)
    file = folder / "ten.py"
    file.write_text(code[0])
    return BotSpec("ten", (sys.executable, str(file)), str(folder))


def test_there_is_a_broken_bot_for_each_check() -> None:
    assert sorted(name.replace("-", "_") for name in NAMES) == BROKEN


@pytest.mark.parametrize("stem", every(4, BROKEN))
def test_a_broken_bot_fails_exactly_its_own_check(stem: str, tmp_path: Path) -> None:
    examined = list(examine(bot(stem, tmp_path), EFFORT, partner=PARTNER))
    found = verdicts(examined)
    assert found[FAIL] == [stem.replace("_", "-")], [each.finding for each in examined]
    (failed,) = (each for each in examined if each.finding.verdict == FAIL)
    assert failed.lines, "a failure shows what was said"
    assert failed.finding.text


@pytest.mark.parametrize("name", every(3, ["last-shooters", "many-placements", "full-boards"]))
def test_what_a_few_games_would_not_show_is_found(name: str, tmp_path: Path) -> None:
    """The small form of the test above, for faults that most games are without."""
    stem = name.replace("-", "_")
    assert verdicts(list(examine(bot(stem, tmp_path), EFFORT, [name], PARTNER)))[FAIL] == [name]


def test_a_sound_bot_passes_all_that_it_plays(tmp_path: Path) -> None:
    found = verdicts(list(examine(bot("sound", tmp_path), EFFORT, partner=PARTNER)))
    assert found[FAIL] == found[ADVICE] == []
    assert set(found[SKIPPED]) == {check.name for check in CHECKS if check.game == "veletas"}


@pytest.mark.parametrize(
    ("declared", "named", "verdict", "told"),
    [
        ("what-the-shell", "what-the-shell", PASS, "two plays what-the-shell"),
        ("what-the-shell", "veletas", FAIL, "names veletas, which it does not declare"),
        (
            "what-the-shell veletas",
            "veletas",
            ADVICE,
            "declares what-the-shell, which its bot.yaml",
        ),
    ],
    ids=["same", "other", "more"],
)
def test_what_a_description_names_is_what_the_bot_declares(
    declared: str, named: str, verdict: str, told: str, tmp_path: Path
) -> None:
    says = " ".join(f"'plays {game}'" for game in declared.split())
    words = f"printf '%s\\n' 'id name two' {says} ready; read hello; read quit"
    (tmp_path / "bot.yaml").write_text(
        f'name: two\ngames: [{named}]\nrun: [sh, -c, "{words}"]\n'.replace("\\", "\\\\")
    )
    *_, examined = examine(from_folder(tmp_path), EFFORT, ["handshake"], PARTNER)
    assert examined.finding.verdict == verdict
    assert told in examined.finding.text


def test_nothing_of_an_examination_is_left(tmp_path: Path) -> None:
    mark = f"mark-{os.getpid()}"
    spec = bot("quit", tmp_path)
    marked = BotSpec(spec.name, (*spec.command, mark), spec.folder)
    assert list(examine(marked, EFFORT, ["ready"]))
    assert not living(mark)
    assert not list(tmp_path.iterdir())


def test_the_bot_in_ten_lines_passes(tmp_path: Path) -> None:
    """It draws its moves without a seed, which costs it advice."""
    found = verdicts(list(examine(ten_lines(tmp_path), EFFORT, partner=PARTNER)))
    assert found[FAIL] == []
    assert "determinism" in found[ADVICE]


def assert_passes(name: str, *only: str, games: int = 12, move_time: int = 30) -> None:
    """The bundled bot fails no check, or none of these and of what they need."""
    spec = from_folder(resources.folder("bots") / name)
    effort = Effort(startup=10_000, patience=5000, move_time=move_time, games=games)
    assert verdicts(list(examine(spec, effort, only)))[FAIL] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", READY)
def test_the_bundled_bots_pass(name: str) -> None:
    assert_passes(name)


@pytest.mark.parametrize("name", every(4, READY))
def test_the_bundled_bots_play_and_keep_their_clocks(name: str) -> None:
    """The small form of the test above."""
    assert_passes(name, "clocks", "sizes", "endings", games=4, move_time=5)


# The contract


def anchors() -> set[str]:
    """What a link into SPEC.md can lead to, by the rules of GitHub."""
    found: set[str] = set()
    text = re.sub(r"```.*?```", "", (ROOT / "SPEC.md").read_text("utf-8"), flags=re.DOTALL)
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 1
        while anchor in found:
            anchor = f"{anchor.removesuffix(f'-{number - 1}')}-{number}"
            number += 1
        found.add(anchor)
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_a_check_says_why_and_where(check: object) -> None:
    (found,) = (each for each in CHECKS if each is check)
    assert found.place in anchors()
    assert len(found.why) > 20
    before = NAMES[: NAMES.index(found.name)]
    assert set(found.needs) <= set(before), "what a check needs comes before it"


def test_names_of_checks_are_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_a_chosen_check_brings_what_it_needs() -> None:
    assert [check.name for check in chosen(["ready"])] == ["flush", "handshake", "ready"]
    assert [check.name for check in chosen([])] == NAMES
    with pytest.raises(ArenaError, match="there is no check 'clock'; did you mean 'clocks'"):
        chosen(["clock"])


@pytest.mark.parametrize("told", SHELL_ENDINGS)
def test_the_rare_positions_are_positions(told: str) -> None:
    state = load("what-the-shell").parse(SHELL_ENDINGS[told])
    assert state.outcome is None
    if told == "one square is left":
        assert len(list(state.legal(1))) == 1


@pytest.mark.parametrize("side", ["b", "w"])
@pytest.mark.parametrize("start", LAST_SHOOTERS)
def test_in_the_endings_few_shots_are_left(start: str, side: str) -> None:
    state = load("veletas").parse(start.format(side=side))
    assert len(set(state.legal(state.to_move[0]))) <= 3
    assert str(state).split(" ")[0].count("S") <= 2


@pytest.mark.parametrize("game", FULL_BOARDS)
def test_full_boards_are_at_least_nearly_half_full_and_seat_1_moves(game: str) -> None:
    for text in FULL_BOARDS[game]:
        state, rows = load(game).parse(text), text.split()[0].replace("/", "")
        assert 1 in state.to_move
        assert rows.count(".") <= 0.6 * len(rows)


def test_a_bot_that_does_not_start_fails_the_first_check(tmp_path: Path) -> None:
    spec = BotSpec("none", ("./none",), str(tmp_path))
    found = verdicts(list(examine(spec, EFFORT, partner=PARTNER)))
    assert found[FAIL] == ["handshake"]
    assert len(found[SKIPPED]) == len(NAMES) - 1


def test_a_bot_that_ends_after_a_game_and_cannot_start_again_fails_and_is_quoted(
    tmp_path: Path,
) -> None:
    words = ("sh", "-c", "echo no more licences >&2; exit 1")
    exam = Exam(BotSpec("once", words, str(tmp_path)), PARTNER, EFFORT)
    with pytest.raises(Failed, match="its output ended before `ready`"):
        exam.process()
    assert "| no more licences" in exam.lines


@pytest.mark.parametrize("bounds", ["max=0", "min=0 max=0", "min=-5 max=0"])
def test_a_number_of_which_0_is_a_bound_is_set_to_one_that_it_may_be(
    bounds: str, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        f"import sys\nsys.path.insert(0, {str(EXAMINEES)!r})\nfrom sound import Sound\n"
        f"class Bounded(Sound):\n    options = ('option name=k type=int {bounds}',)\n"
        "Bounded().run()\n"
    )
    spec = BotSpec("bounded", (sys.executable, "-B", str(file)), str(tmp_path))
    *_, examined = examine(spec, EFFORT, ["options"], PARTNER)
    assert examined.finding.verdict == PASS, examined.finding


@pytest.mark.thorough
def test_of_a_bot_that_says_nothing_none_is_said_to_be_flushed(tmp_path: Path) -> None:
    """What `cat` says is no answer."""
    examined = list(examine(BotSpec("cat", ("cat",), str(tmp_path)), EFFORT, ["handshake"]))
    assert [each.finding.verdict for each in examined] == [SKIPPED, FAIL]
