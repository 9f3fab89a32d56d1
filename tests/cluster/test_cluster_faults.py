"""What breaks in a cluster: workers that die, stand still or join late, a scheduler that goes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from threading import Timer, main_thread

import pytest

from arena.cluster import joining
from arena.cluster.joining import joined
from arena.cluster.roster import Patience
from arena.errors import RunError
from arena.plan.tournament_file import load
from arena.referee.family import tree
from arena.run import games_of, header_of
from arena.workers.worker import Job
from tests.cluster.machines import cluster
from tests.cluster.playing import Told, play, same
from tests.commands import arena, await_line, interrupt, living, start, wait_for
from tests.test_run import games_in, mark, tournament

pytestmark = pytest.mark.thorough

__all__ = ["mark"]  # a fixture
GAMES = 24


@pytest.fixture
def file(tmp_path: Path, mark: str) -> Path:
    """A tournament between deterministic bots that take some time."""
    return tournament(tmp_path, mark, pause=0.005)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the same tournament was played by one machine."""
    folder = tmp_path_factory.mktemp("plain")
    arena("run", tournament(folder, "plain"), "--quiet", cwd=folder)
    return folder / "t.arena"


def test_a_killed_workers_games_are_played_by_another(
    tmp_path: Path, file: Path, plain: Path
) -> None:
    with cluster(tmp_path) as machines:
        told = Told({3: lambda: machines.workers[0].kill()})
        report = play(file, machines, told)
    assert report.played == len(set(told.games)) == GAMES
    assert told.voids == []
    same(file.with_suffix(".arena"), plain)


def test_a_worker_that_stands_still_is_set_aside_and_named(
    tmp_path: Path, file: Path, plain: Path
) -> None:
    with cluster(tmp_path) as machines:
        told = Told({3: lambda: machines.workers[0].send_signal(signal.SIGSTOP)})
        play(file, machines, told)
    (note,) = told.notes
    assert "on 127.0.0.1 is set aside: nothing was heard of it for" in note
    same(file.with_suffix(".arena"), plain)


def test_a_worker_that_joins_plays_too(tmp_path: Path, file: Path, plain: Path) -> None:
    with cluster(tmp_path, workers=0) as machines:
        told = Told()
        machines.add_worker()
        told.at[2] = lambda: (machines.add_worker(), machines.wait_for_workers(2))
        told.at[4] = lambda: machines.workers[0].kill()
        play(file, machines, told)
        assert machines.workers[1].poll() is None
    same(file.with_suffix(".arena"), plain)


def test_a_lost_scheduler_ends_the_run_and_the_same_command_goes_on(
    tmp_path: Path, file: Path, plain: Path
) -> None:
    where = file.with_suffix(".arena")
    with cluster(tmp_path) as machines:
        told = Told({5: lambda: machines.scheduler.kill()})
        with pytest.raises(RunError, match=r"^the scheduler at .* is lost; all games .* stored"):
            play(file, machines, told)
        assert games_in(where) == len(told.games) >= 5
        machines.scheduler.wait()
        machines.start_scheduler()
        machines.add_worker()
        play(file, machines, Told())
    same(where, plain)


def test_of_a_lost_scheduler_one_line_tells(tmp_path: Path, file: Path) -> None:
    with cluster(tmp_path) as machines:
        run = start("run", file, "--quiet", "--cluster", machines.address, cwd=tmp_path)
        wait_for(lambda: games_in(file.with_suffix(".arena")) >= 2)
        machines.scheduler.kill()
        output, _ = run.communicate(timeout=60)
    assert run.returncode == 1
    assert len(output.splitlines()) == 1, output
    assert output.startswith(f"arena: the scheduler at {machines.address} is lost")


def test_a_worker_that_spoils_its_games_is_set_aside_and_named(
    tmp_path: Path, file: Path, plain: Path
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    code = "import os, sys\nif 'arena.workers.worker' in sys.orig_argv: os._exit(9)\n"
    (broken / "sitecustomize.py").write_text(code)
    with cluster(tmp_path, workers=1) as machines:
        machines.add_worker(PYTHONPATH=str(broken))
        machines.wait_for_workers(2)
        told = Told()
        report = play(file, machines, told)
    assert report.given_up == ()
    assert len(told.voids) == report.orphaned >= 4
    assert "its worker ended with status 9 (on " in told.voids[0].void_reason
    assert [note for note in told.notes if "games were void" in note and "set aside" in note]
    same(file.with_suffix(".arena"), plain)


def test_the_second_interrupt_frees_the_workers(tmp_path: Path, mark: str) -> None:
    """A game may take long, and is ended where it is played."""
    slow = tournament(tmp_path, mark, pause=1.5)
    with cluster(tmp_path, workers=1) as machines:
        run = start("run", slow, "--cluster", machines.address, cwd=tmp_path)
        wait_for(lambda: (tmp_path / "t.arena").exists() and living(mark))
        interrupt(run)
        await_line(run, "stopping after the games in play")
        interrupt(run)
        assert run.wait(30) == 130
        wait_for(lambda: not living(mark))


def test_a_signal_makes_no_one_wait_until_a_game_ends(tmp_path: Path, mark: str) -> None:
    """Whatever its handler does meanwhile: the first Ctrl-C is told of on a terminal, which may
    stand still longer than the pool was to wait."""
    plan = load(tournament(tmp_path, mark, pause=0.3))
    game = next(games_of(header_of(plan)))
    tell = Timer(0.2, lambda: signal.pthread_kill(main_thread().ident or 0, signal.SIGUSR1))
    with cluster(tmp_path, workers=1) as machines, joined(machines.address, plan, print) as pool:
        before = signal.signal(signal.SIGUSR1, lambda *_: time.sleep(0.5))
        try:
            pool.submit(Job(game))
            tell.start()
            assert list(pool.finished(0.4)) == []
            tell.join()
        finally:
            signal.signal(signal.SIGUSR1, before)
            pool.kill()


def test_a_connection_that_is_slow_to_close_fails_no_run(tmp_path: Path) -> None:
    with cluster(tmp_path, workers=0) as machines, joining._client(machines.address) as client:
        client.loop.add_callback(time.sleep, 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_storm(tmp_path: Path, mark: str, seed: int) -> None:
    """Workers are killed, stopped and added, and the scheduler is killed, at random."""
    dice, file = Random(seed), tournament(tmp_path, mark, pause=0.01, rounds=4)
    other = tmp_path / "alone"
    other.mkdir()
    arena("run", tournament(other, mark, rounds=4), "--quiet", cwd=other)
    where, ended = file.with_suffix(".arena"), 0
    with cluster(tmp_path) as machines:

        def strike() -> None:
            machines.add_worker()
            victim = dice.choice([each for each in machines.workers if each.poll() is None])
            victim.send_signal(dice.choice([signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM]))

        while games_in(where) < 2 * GAMES:
            told = Told(dict.fromkeys(range(2, 40, dice.randint(3, 7)), strike))
            told.at[dice.randint(10, 30)] = machines.scheduler.kill
            try:
                report = play(file, machines, told)
            except RunError:
                ended += 1
                machines.scheduler.kill()
                machines.scheduler.wait()
                machines.start_scheduler()
                machines.add_worker()
            else:
                assert report.given_up == ()
    assert ended
    same(where, other / "t.arena")


def test_ctrl_c_in_a_terminal_ends_games_and_not_the_workers_here(
    tmp_path: Path, mark: str
) -> None:
    slow = tournament(tmp_path, mark, pause=0.02)
    where = tmp_path / "t.arena"
    run = start("run", slow, "--cluster", "local:2", cwd=tmp_path, start_new_session=True)
    wait_for(lambda: games_in(where) >= 1)
    os.killpg(run.pid, signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 130, output
    assert "void" not in output
    assert 1 <= games_in(where) < GAMES


def test_of_a_killed_run_with_workers_here_nothing_is_left(tmp_path: Path, mark: str) -> None:
    slow = tournament(tmp_path, mark, pause=0.02)
    run = start("run", slow, "--cluster", "local:2", cwd=tmp_path)
    wait_for(lambda: games_in(tmp_path / "t.arena") >= 1)
    below = tree(run.pid)
    assert len(below) > 1
    run.kill()
    run.communicate(timeout=10)
    wait_for(lambda: not living(mark))
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below))


@pytest.mark.slow
def test_a_worker_that_ends_no_game_in_the_longest_time_is_set_aside(
    tmp_path: Path, mark: str
) -> None:
    file = tournament(tmp_path, mark)
    short = "clock: {time: 500ms, margin: 500ms, startup: 3s}\nturn_limit: 3"
    file.write_text(file.read_text().replace("clock: {time: 2s, margin: 1s}", short))
    with cluster(tmp_path) as machines:
        told = Told({3: lambda: machines.workers[0].send_signal(signal.SIGSTOP)})
        report = play(file, machines, told, Patience(silent=1000, slack=0))
    assert report.played == GAMES
    assert [note for note in told.notes if "set aside: it has ended no game in 2" in note]
