"""Who may play for a run: workers of the same arena with the same bots, which they are sent."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from arena import __version__
from arena.cluster.luggage import MAX_BYTES, pack, portable, settled, unpack
from arena.errors import RunError
from arena.plan.bots import from_folder
from arena.plan.fingerprint import fingerprint
from arena.referee import sandbox
from tests.cluster.machines import cluster
from tests.cluster.playing import Told, play
from tests.test_run import PLAIN, games_in, mark, tournament
from tests.tools import lacking

pytestmark = pytest.mark.thorough

__all__ = ["mark"]  # a fixture


@pytest.fixture
def boxes() -> None:
    """A worker that does not see a folder needs bubblewrap, which a CI has."""
    if reason := sandbox.why_not():
        lacking(reason)


def bot(folder: Path, build: str = "mkdir build && cp source.py build/bot.py") -> Path:
    """A bot that has to be built."""
    folder.mkdir(parents=True)
    shutil.copy(PLAIN, folder / "source.py")
    (folder / "bot.yaml").write_text(
        f"name: {folder.name}\nbuild: {build}\nrun: '{{python}} build/bot.py'\n"
    )
    (folder / "build").mkdir()
    shutil.copy(PLAIN, folder / "build" / "bot.py")
    return folder


def cup(folder: Path, *bots: object) -> Path:
    """A tournament of four games."""
    file = folder / "cup.yaml"
    clock = "clock: {time: 5s, margin: 5s}\nopenings: {random_turns: 2}\nrounds: 2\n"
    entered = "".join(f"  - {bot}\n" for bot in bots)
    file.write_text(f"games: {{game: veletas, size: 7}}\n{clock}bots:\n{entered}")
    return file


def test_a_bot_that_was_sent_is_the_same_bot(tmp_path: Path) -> None:
    here = from_folder(bot(tmp_path / "here" / "ada"))
    luggage, archive = pack(here)
    there = tmp_path / "there"
    unpack(archive, there)
    files = sorted(str(path.relative_to(there)) for path in there.rglob("*") if path.is_file())
    assert files == ["bot.yaml", "build/bot.py", "source.py"]
    arrived = settled(portable(here), there)
    assert arrived.command == (sys.executable, "build/bot.py")
    assert fingerprint(arrived) == luggage.mark
    assert pack(here) == (luggage, archive)


@pytest.mark.usefixtures("boxes")
def test_a_worker_is_sent_the_bots_that_it_lacks_and_builds_them(tmp_path: Path) -> None:
    file = cup(tmp_path, bot(tmp_path / "bots" / "ada"), "random")
    caches = tmp_path / "caches"
    with cluster(tmp_path, workers=0) as machines:
        machines.add_worker(hides=tmp_path / "bots", XDG_CACHE_HOME=str(caches))
        machines.wait_for_workers(1)
        told = Told()
        play(file, machines, told)
    assert told.notes == []
    assert games_in(tmp_path / "cup.arena") == 4
    (built,) = caches.glob("engine-arena/bots/*/*/build/bot.py")
    assert built.read_text() == PLAIN.read_text()


@pytest.mark.usefixtures("boxes")
def test_a_worker_that_cannot_build_a_bot_says_why(tmp_path: Path) -> None:
    build = "test -e /proc/1/nothing || { echo 'no compiler' >&2; false; }"
    file = cup(tmp_path, bot(tmp_path / "bots" / "ada", f'"{build}"'), "random")
    with cluster(tmp_path, workers=0) as machines:
        machines.add_worker(hides=tmp_path / "bots", XDG_CACHE_HOME=str(tmp_path / "caches"))
        with pytest.raises(RunError, match=r"(?s)no worker is left.*build.*no compiler"):
            play(file, machines, Told())


@pytest.mark.usefixtures("boxes")
def test_a_worker_that_cannot_keep_a_bot_says_why(tmp_path: Path) -> None:
    file = cup(tmp_path, bot(tmp_path / "bots" / "ada"), "random")
    (tmp_path / "caches").touch()
    with cluster(tmp_path, workers=0) as machines:
        machines.add_worker(hides=tmp_path / "bots", XDG_CACHE_HOME=str(tmp_path / "caches"))
        with pytest.raises(RunError, match=r"no worker is left.*cannot keep.*Not a directory"):
            play(file, machines, Told())


@pytest.mark.usefixtures("boxes")
def test_a_bot_that_is_too_large_to_send_plays_where_it_is(tmp_path: Path) -> None:
    large = bot(tmp_path / "bots" / "ada")
    with (large / "network").open("wb") as network:
        network.truncate(MAX_BYTES + 1)
    file = cup(tmp_path, large, "random")
    with cluster(tmp_path, workers=1) as machines:
        machines.add_worker(hides=tmp_path / "bots", XDG_CACHE_HOME=str(tmp_path / "caches"))
        machines.wait_for_workers(2)
        told = Told()
        play(file, machines, told)
    assert games_in(tmp_path / "cup.arena") == 4
    (note,) = told.notes
    assert note.endswith("more than 64 MiB of files are too much to send")


@pytest.mark.usefixtures("boxes")
def test_a_worker_whose_bot_is_another_one_is_set_aside(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(PLAIN, elsewhere / "bot.py")
    file = cup(tmp_path, f'"{sys.executable} {elsewhere}/bot.py"', "random")
    file = file.rename(bot(tmp_path / "run" / "x").parent / "cup.yaml")
    with cluster(tmp_path) as machines:
        machines.add_worker(hides=elsewhere, XDG_CACHE_HOME=str(tmp_path / "caches"))
        machines.wait_for_workers(3)
        told = Told()
        play(file, machines, told)
    assert [note for note in told.notes if "bot bot is another one here" in note]
    assert games_in(tmp_path / "run" / "cup.arena") == 4


def test_a_worker_of_another_arena_is_set_aside(tmp_path: Path, mark: str) -> None:
    other, none = tmp_path / "other", tmp_path / "none"
    for folder, line in (
        (other, "import arena; arena.__version__ = '0.0.9'"),
        (none, "import sys; sys.modules['arena'] = None"),
    ):
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(line)
    with cluster(tmp_path, workers=1) as machines:
        machines.add_worker(PYTHONPATH=str(other))
        machines.add_worker(PYTHONPATH=str(none))
        machines.add_worker("--nthreads", "3")
        machines.add_worker(processors=0)
        machines.wait_for_workers(5)
        told = Told()
        report = play(tournament(tmp_path, mark, rounds=1), machines, told)
    assert report.played == 12
    assert told.voids == []
    reasons = sorted(note.partition("set aside: ")[2].partition("(")[0] for note in told.notes)
    assert reasons == [
        "it declares no processors ",
        "it has 3 threads, expected 1 ",
        f"it has arena 0.0.9, the run has {__version__}",
        "it has no engine-arena that answers ",
    ]


def test_without_enough_processors_nothing_is_played(tmp_path: Path, mark: str) -> None:
    with cluster(tmp_path, workers=0) as machines:
        machines.add_worker(processors=1)
        with pytest.raises(RunError, match="needs 2 processors and no worker has more than 1"):
            play(tournament(tmp_path, mark, rounds=1), machines, Told())
