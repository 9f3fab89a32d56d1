"""`arena run --cluster`: the same run by a real scheduler and real workers."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from arena.cluster import joining
from arena.errors import ArenaError, RunError
from arena.plan.tournament_file import load
from arena.record import Record
from tests.cluster.machines import cluster
from tests.commands import arena, interrupt, start, wait_for
from tests.test_run import games_in, mark, ratings, records, tournament
from tests.tools import lacking

__all__ = ["mark"]  # a fixture

FILE = """games: [what-the-shell, {game: veletas, size: 7}]
bots: [random, greedy, {bot: mcts, options: {playouts: 5}}]
openings: {random_turns: 2}
clock: {time: 5s, margin: 5s}
seed: 3
"""


def played(path: Path) -> list[Record]:
    """A run's games, wherever and however fast they were played."""
    return [replace(record, host="", infos=(), noise=()) for record in records(path)]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run as one machine plays it."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "cup.yaml").write_text(FILE)
    arena("run", "cup.yaml", "--quiet", cwd=folder)
    return folder / "cup.arena"


def test_workers_on_this_machine_play_the_same_games(tmp_path: Path, plain: Path) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    done = arena("run", "cup.yaml", "--cluster", "local:2", "--quiet", cwd=tmp_path)
    assert done.stdout == done.stderr == ""
    assert {each.host for each in records(tmp_path / "cup.arena")} == {socket.gethostname()}
    assert played(tmp_path / "cup.arena") == played(plain)
    assert ratings(tmp_path / "cup.arena") == ratings(plain)


@pytest.mark.thorough
def test_a_run_that_was_stopped_goes_on_elsewhere(tmp_path: Path, mark: str) -> None:
    file, where = tournament(tmp_path, mark, pause=0.01), tmp_path / "t.arena"
    arena("run", file, "--store", "calm.arena", "--quiet", cwd=tmp_path)
    with cluster(tmp_path, workers=1) as machines:
        run = start("run", file, "--cluster", machines.address, cwd=tmp_path)
        wait_for(lambda: games_in(where) >= 1)
        interrupt(run)
        output, _ = run.communicate(timeout=60)
    assert run.returncode == 130, output
    assert 1 <= games_in(where) < games_in(tmp_path / "calm.arena")
    arena("run", file, "--quiet", cwd=tmp_path)
    assert played(where) == played(tmp_path / "calm.arena")


@pytest.mark.thorough
def test_results_decide_what_comes_next_as_on_one_machine(tmp_path: Path) -> None:
    text = FILE + "format: swiss\nrounds: 3\n"
    (tmp_path / "cup.yaml").write_text(text)
    arena("run", "cup.yaml", "--quiet", "--store", "plain.arena", cwd=tmp_path)
    arena("run", "cup.yaml", "--quiet", "--cluster", "local:2", cwd=tmp_path)
    assert played(tmp_path / "cup.arena") == played(tmp_path / "plain.arena")


@pytest.mark.thorough
def test_by_certificates_a_cluster_plays_the_same_games_and_lets_no_stranger_in(
    tmp_path: Path, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    for name, value in certified(tmp_path).items():
        monkeypatch.setenv(name, value)
    with cluster(tmp_path, protocol="tls") as machines:
        run = ("run", "cup.yaml", "--quiet", "--cluster", machines.address)
        assert arena(*run, cwd=tmp_path).stderr == ""
        monkeypatch.undo()
        told = arena(*run, "--store", "other.arena", cwd=tmp_path, status=1).stderr
    assert played(tmp_path / "cup.arena") == played(plain)
    told = told.removeprefix(f"arena: cannot speak to {machines.address}: ")
    assert told == "no certificate is set here; docs/cluster.md tells how\n"


def test_what_dask_is_told_of_encryption_must_go_with_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "true")
    run = ("run", "cup.yaml", "--quiet", "--cluster")
    told = arena(*run, "tcp://127.0.0.1:9", cwd=tmp_path, status=1).stderr
    assert told.endswith(
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION is set here, expected tls://\n"
    )
    for name, value in certified(tmp_path).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "cert.pem").unlink()
    told = arena(*run, "tls://127.0.0.1:9", cwd=tmp_path, status=1).stderr
    assert told.endswith("TLS__… cannot be read: [Errno 2] No such file or directory\n")
    assert len(told.splitlines()) == 1


def certified(folder: Path) -> dict[str, str]:
    """The variables by which docs/cluster.md tells Dask of a certificate, and that made."""
    if not shutil.which("openssl"):
        lacking("a certificate is made by openssl")
    new = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=arena"
    made = [*new.split(), "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(made, cwd=folder, check=True, capture_output=True)
    tls, certificate = "DASK_DISTRIBUTED__COMM__TLS__", str(folder / "cert.pem")
    found = {
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true",
        f"{tls}CA_FILE": certificate,
    }
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        found |= {f"{tls}{role}__CERT": certificate, f"{tls}{role}__KEY": str(folder / "key.pem")}
    return found


def test_another_address_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    done = arena("run", "cup.yaml", "--cluster", "HOST:8786", cwd=tmp_path, status=2)
    assert "expected tcp://HOST:PORT, tls://HOST:PORT or local:N" in done.stderr
    assert not (tmp_path / "cup.arena").exists()
    for text in ("local", "local:0", "tcp://host", "http://host:1", "tcp://host:1 "):
        with pytest.raises(ArenaError, match="expected tcp://HOST:PORT"):
            joining.joined(text, load(tmp_path / "cup.yaml"), print).__enter__()


def test_where_nobody_is_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    monkeypatch.setattr(joining, "CONNECTING", 0.5)
    nowhere = joining.joined("tcp://127.0.0.1:9", load(tmp_path / "cup.yaml"), print)
    with pytest.raises(RunError, match=r"^found no scheduler of a cluster at tcp://127.0.0.1:9"):
        nowhere.__enter__()


@pytest.mark.parametrize(
    ("says", "why"),
    [(b"SSH-2.0-OpenSSH_10.0\r\n", "another program answers there"), (b"", "no answer in 0.5 sec")],
)
def test_another_program_is_no_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes, why: str
) -> None:
    """One that says nothing, too, for which Dask would wait for ever."""
    (tmp_path / "cup.yaml").write_text(FILE)
    monkeypatch.setattr(joining, "CONNECTING", 0.5)
    callers: list[socket.socket] = []

    def answer() -> None:
        callers.append(server.accept()[0])  # kept, so that it stays open
        callers[0].sendall(says)

    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        Thread(target=answer, daemon=True).start()
        stranger = joining.joined(address, load(tmp_path / "cup.yaml"), print)
        with pytest.raises(RunError, match=rf"^found no scheduler of a cluster at .*: {why}"):
            stranger.__enter__()


def test_a_worker_is_no_scheduler(tmp_path: Path) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    with cluster(tmp_path, workers=1) as machines:
        log = (tmp_path / "worker0.log").read_text()
        address = log.partition("Start worker at:")[2].split()[0]
        worker = joining.joined(address, load(tmp_path / "cup.yaml"), print)
        with pytest.raises(RunError, match=r"a worker answers there$"):
            worker.__enter__()
        assert machines.workers[0].poll() is None


def test_a_loop_that_runs_already_is_in_no_ones_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sought() -> None:
        joining.joined("tcp://127.0.0.1:9", load(tmp_path / "cup.yaml"), print).__enter__()

    (tmp_path / "cup.yaml").write_text(FILE)
    monkeypatch.setattr(joining, "CONNECTING", 0.5)
    with pytest.raises(RunError, match="found no scheduler"):
        asyncio.run(sought())


@pytest.mark.parametrize(
    ("address", "is_open"),
    [("tcp://192.0.2.1:9", True), ("tcp://127.0.0.1:9", False), ("tcp://[::1]:9", False)],
)
def test_who_leaves_a_cluster_open_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, is_open: bool
) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    monkeypatch.setattr(joining, "CONNECTING", 0.1)
    notes: list[str] = []
    with pytest.raises(RunError):
        joining.joined(address, load(tmp_path / "cup.yaml"), notes.append).__enter__()
    assert [note.partition(":")[0] for note in notes] == ["this cluster is open"] * is_open


def test_a_cluster_needs_no_concurrency(tmp_path: Path) -> None:
    (tmp_path / "cup.yaml").write_text(FILE)
    words = ("run", "cup.yaml", "--cluster", "local:1", "--concurrency", "2")
    done = arena(*words, cwd=tmp_path, status=2)
    assert "expected no --concurrency" in done.stderr
