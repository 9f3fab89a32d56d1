"""Bots within limits: each is tried in a sandbox, and as a user of its own where root runs them.

The same attempts succeed without, which is what the first test of a group shows where it is
harmless. In a CI the sandbox must be there; elsewhere its tests are skipped without.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.limits import NO_LIMITS, Limits
from arena.plan.bots import resolve
from arena.plan.tournament import Contest, match
from arena.record import BotSpec, Record
from arena.referee import sandbox
from arena.referee.confine import chain
from arena.referee.process import start
from arena.workers.bot_check import check_bots
from tests.referee.playing import BOTS, CLOCK, Bench, game, played, run, runner, words
from tests.tools import lacking

MIB = 2**20
SCRIPT = "hostile.py"
SYSTEM_PYTHON = "/usr/bin/python3"
DEATHBOUND = ("--pdeathsig", "KILL", "--")
PATIENT = replace(CLOCK, time=5000)


@dataclass(frozen=True)
class Cell:
    """Two bots that are confined by one of the means, each in a folder of its own."""

    means: str
    mine: Bench
    theirs: Bench
    limits: Limits

    def bot(self, behaviour: str, *words: object, **limits: object) -> BotSpec:
        """The bot of this behaviour, within further limits."""
        bot = self.mine.bot(behaviour, *words, script=SCRIPT)
        return replace(bot, limits=replace(self.limits, **limits))  # type: ignore[arg-type]

    def fair(self) -> BotSpec:
        return replace(self.theirs.bot(), limits=self.limits)

    def told(self, behaviour: str, *words_: object, **limits: object) -> list[str]:
        """What an attempt in a game came to. The game goes on as if nothing was."""
        (record,) = played(game(self.bot(behaviour, *words_, **limits), self.fair(), PATIENT))
        assert words(record) == [None, None], record
        assert len(record.turns) == record.spec.turn_limit
        return attempts(record)


def attempts(record: Record) -> list[str]:
    return [info.text.removeprefix("text ") for info in record.infos if info.seat == 1]


def need_sandbox() -> None:
    if reason := sandbox.why_not():
        lacking(reason)


def need_root_and_python() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a bot a user of its own")
    if not Path(SYSTEM_PYTHON).exists():
        pytest.skip(f"there is no {SYSTEM_PYTHON}, and root's own may be closed to others")


def furnished(folder: Path, mark: str, python: str) -> Bench:
    """A bench whose bots lie in their own folder, which others can read."""
    folder.mkdir(mode=0o755)
    for script in BOTS.glob("*.py"):
        shutil.copy(script, folder)
    return Bench(mark, folder, python, folder)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can come to, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="arena-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(params=["own user", "sandbox"])
def cell(request: pytest.FixtureRequest, bench: Bench, public: Path) -> Cell:
    if request.param == "sandbox":
        need_sandbox()
        python, limits = sys.executable, Limits(sandbox="require")
    else:
        need_root_and_python()
        python, limits = SYSTEM_PYTHON, Limits(open_files=1000)
    mine = furnished(public / "mine", bench.mark, python)
    return Cell(request.param, mine, furnished(public / "theirs", bench.mark, python), limits)


# Limits


def test_processes_are_limited(cell: Cell) -> None:
    told = cell.told("fork-bomb", 8, processes=30)
    assert "fork BlockingIOError" in told
    assert len(told) <= 30


def test_the_limit_of_one_bot_is_not_spent_by_another(cell: Cell) -> None:
    """Each has a count of its own: the opponent of a fork bomb starts its children."""
    bomb = cell.bot("fork-bomb", 8, processes=30)
    other = replace(cell.theirs.bot("fork-bomb", 3, script=SCRIPT), limits=bomb.limits)
    (record,) = played(game(bomb, replace(other, name="other"), PATIENT))
    assert words(record) == [None, None]
    assert {info.text for info in record.infos if info.seat == 2} == {"text fork done"}


def test_open_files_are_limited(cell: Cell) -> None:
    assert cell.told("opens-files", open_files=100) == ["open errno-24"]


def test_the_size_of_a_file_is_limited(cell: Cell, bench: Bench, public: Path) -> None:
    (public / "shared").mkdir()
    (public / "shared").chmod(0o777)
    path = "/tmp/big" if cell.means == "sandbox" else public / "shared" / "big"
    assert cell.told("writes-file", path, 3, file_size=4 * MIB) == ["write done"]
    assert cell.told("writes-file", path, 5, file_size=4 * MIB) == ["write errno-27"]


def test_a_program_that_sets_its_own_limits_cannot_raise_them(cell: Cell) -> None:
    assert cell.told("raises-limits", open_files=100) == ["raise refused"]


# What is not its own


def test_the_opponent_and_the_store_cannot_be_touched(cell: Cell, public: Path) -> None:
    store, theirs = public / "run.arena", public / "theirs"
    for file in (store, theirs / "secret"):
        file.write_text("untouched")
        file.chmod(0o600)
    theirs.chmod(0o711)
    told = cell.told("pries", theirs, store, f"{theirs}/fair.py")
    assert told[-1] == "others none-left"
    assert not [outcome for outcome in told if outcome.endswith("done")]
    assert store.read_text() == "untouched"


def test_neither_the_parent_nor_the_opponent_can_be_killed(cell: Cell) -> None:
    assert "kill done" not in cell.told("kills-opponent", f"{cell.theirs.folder}/fair.py")
    fair = game(cell.bot("kills-parent"), cell.fair(), PATIENT)
    told = run(fair)
    assert [words(record) for record in told.records] == [[None, None]]
    assert not told.spoilt


def test_a_bot_becomes_nobody_else_and_gets_at_nothing_of_the_kernel(cell: Cell) -> None:
    *told, who = cell.told("digs")
    found = re.fullmatch(r"user (\d+) processes \d+", who)
    assert found
    assert int(found[1]) != 0
    harmless = {"first-memory"} if cell.means == "sandbox" and os.geteuid() != 0 else set()
    assert {each.split()[0] for each in told if each.endswith("done")} <= harmless


def test_what_a_confined_bot_starts_is_ended_with_it(cell: Cell) -> None:
    for behaviour in ("forks-children", "leaves-daemon"):
        told = run(game(cell.bot(behaviour), cell.fair(), PATIENT))
        assert [words(record) for record in told.records] == [[None, None]]


def test_a_confined_bot_that_hangs_is_ended(cell: Cell) -> None:
    for behaviour in ("stops-itself", "stops-its-group"):
        (record,) = played(game(cell.bot(behaviour), cell.fair()))
        assert words(record) == ["timeout", None]


def test_a_confined_bot_that_takes_too_much_memory_crashes(cell: Cell) -> None:
    bot = cell.bot("eats-memory", 400, memory=100 * MIB)
    (record,) = played(game(bot, cell.fair(), PATIENT))
    assert words(record) == ["crash", None]
    assert record.faults[0]
    assert "it took more than its 100 MiB of memory" in record.faults[0].detail


# The sandbox


@pytest.fixture
def box(bench: Bench, public: Path) -> Cell:
    """Bots in a sandbox."""
    need_sandbox()
    mine = furnished(public / "mine", bench.mark, sys.executable)
    theirs = furnished(public / "theirs", bench.mark, sys.executable)
    return Cell("sandbox", mine, theirs, Limits(sandbox="require"))


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine, and a socket name that goes with it, on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as named:
        number: int = server.getsockname()[1]
        named.bind(f"\0arena-test-{number}")
        named.listen()
        yield number


def test_without_a_sandbox_sockets_are_open(bench: Bench, port: int) -> None:
    (record,) = played(game(bench.bot("opens-socket", port, script=SCRIPT), bench.bot()))
    assert attempts(record) == ["tcp done", "abstract done"]


def test_no_socket_leads_out_of_the_sandbox(box: Cell, port: int) -> None:
    told = box.told("opens-socket", port)
    assert told == ["tcp ConnectionRefusedError", "abstract ConnectionRefusedError"]


def test_the_disk_cannot_be_filled(box: Cell) -> None:
    told = dict(line.split() for line in box.told("fills-disk", 128))
    assert (told["/tmp"], told["/dev/shm"]) == ("errno-28", "errno-28")
    assert "done" not in told.values()


def test_a_bundled_bot_plays_in_the_sandbox(box: Cell) -> None:
    limits = replace(box.limits, memory=500 * MIB, processes=20, open_files=200)
    one, two = (replace(bot, limits=limits) for bot in resolve(["greedy", "random"]))
    (record,) = played(game(one, two, PATIENT, turn_limit=400))
    assert words(record) == [None, None], record.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("line", ["java -version", "node --version", "perl -v", "sh -c true"])
def test_the_systems_languages_work_in_the_sandbox(box: Cell, line: str) -> None:
    """They find their settings below /etc, and have room within usual limits."""
    command = line.split()
    if not (shutil.which(command[0]) or "").startswith("/usr/bin/"):
        pytest.skip(f"the system has no {command[0]}")
    limits = replace(box.limits, memory=500 * MIB, processes=64, open_files=256)
    process = start(command, str(box.mine.folder), {}, limits)
    process.settle(20)
    assert process.how_it_ended() == "exit status 0", process.channel.take_stderr()
    process.kill()


def test_only_its_folder_is_visible(box: Cell, public: Path) -> None:
    told = box.told("looks", public)
    assert told == ["mine"]


def test_a_bot_in_the_sandbox_is_frozen_as_any_other(box: Cell) -> None:
    line = (sys.executable, "-S", "-B", f"{box.mine.folder}/timely.py", "ponder", "0.3")
    bot = BotSpec("ponders", line, str(box.mine.folder), limits=box.limits)
    slow = replace(box.theirs.bot("thinks", 0.1), limits=box.limits)
    (record,) = played(game(bot, slow, PATIENT))
    assert words(record) == [None, None]
    assert record.noise[0].frozen > 0


@pytest.mark.thorough
def test_many_games_in_sandboxes_leave_nothing(box: Cell) -> None:
    records: list[Record] = []
    specs = [game(box.bot("exits", 3), box.fair(), PATIENT, id_=n) for n in range(1, 9)]
    runner(2, records.append).run(iter(specs))
    assert [words(record) for record in records] == [["crash", None]] * 8


# Where a limit cannot be kept


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "why_not", lambda: "bubblewrap (bwrap) is not installed")


@pytest.mark.usefixtures("no_sandbox")
def test_auto_plays_without_a_sandbox(bench: Bench) -> None:
    bot = replace(bench.bot(), limits=Limits(sandbox="auto"))
    (record,) = played(game(bot, bench.bot("resigns")))
    assert record.termination == "resign"


@pytest.mark.usefixtures("no_sandbox")
def test_require_refuses_to_play_without_a_sandbox(bench: Bench) -> None:
    """Before game 1, in one line; and if it comes to a game, the game is void and nobody's."""
    bot = replace(bench.bot(), limits=Limits(sandbox="require"))
    with pytest.raises(ArenaError) as caught:
        check_bots(match([bot, bench.bot("resigns")], Contest("what-the-shell")))
    reason = "`sandbox: require` was asked for, but bubblewrap (bwrap) is not installed"
    assert str(caught.value).endswith(reason)
    (record,) = played(game(bot, bench.bot("resigns")))
    assert record.is_void
    assert record.void_reason.endswith(reason)


def test_a_folder_that_the_bots_own_user_cannot_reach_is_named(bench: Bench, public: Path) -> None:
    need_root_and_python()
    closed = public / "closed"
    inner = furnished(closed.parent / "open", bench.mark, SYSTEM_PYTHON)
    closed.mkdir(mode=0o700)
    bot = replace(inner.bot(), folder=str(closed), limits=Limits(processes=10))
    with pytest.raises(ArenaError) as caught:
        check_bots(match([bot, bench.bot()], Contest("what-the-shell")))
    assert str(caught.value) == (
        f"bot fair cannot play: cannot start {SYSTEM_PYTHON}: it runs as a user of its own, who "
        f"cannot reach {closed}: {closed} is closed to others; let others read it "
        f"(chmod o+rX {closed}), or use `sandbox: auto`"
    )


def test_a_bot_without_limits_is_started_through_one_program_at_most() -> None:
    *before, last = chain(["/bin/true"], "/", NO_LIMITS)
    assert last == "/bin/true"
    assert not before or [Path(before[0]).name, *before[1:]] == ["setpriv", *DEATHBOUND]
