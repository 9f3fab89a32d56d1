"""`arena run`: real tournaments by real processes, stopped, killed, resumed and extended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from arena.cli import root
from arena.clock import Clock
from arena.plan.tournament import Contest
from arena.record import Record
from arena.referee.family import children
from arena.run import header_of, outlook
from arena.store.store import Store
from tests import field_of_play
from tests.commands import arena, await_line, interrupt, living, start, wait_for

PLAIN = Path(__file__).parent / "bots" / "plain.py"


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """A word in the command line of this test's bots; none of them may be left at the end."""
    word = f"mark-{tmp_path.name}-{os.getpid()}"
    yield word
    wait_for(lambda: not living(word))


def tournament(
    folder: Path, mark: str, pause: float = 0.0, bots: int = 3, rounds: int = 2, name: str = "t"
) -> Path:
    """A tournament file of both games between plain bots."""
    command = f"{sys.executable} {PLAIN} {mark} {pause}"
    entries = [f"  - {{name: bot{number}, command: {command}}}" for number in range(bots)]
    lines = [
        "games: [what-the-shell, {game: veletas, size: 7}]",
        "clock: {time: 2s, margin: 1s}",
        f"rounds: {rounds}",
        "seed: 5",
        "openings: {random_turns: 1, after_placement: true}",
        "bots:",
        *entries,
    ]
    file = folder / f"{name}.yaml"
    file.write_text("\n".join(lines) + "\n")
    return file


def records(path: Path) -> list[Record]:
    """A run's games in schedule order, without what hangs on time."""
    with Store.open(path) as store:
        return [timeless(store.record(id_)) for id_ in sorted(store.done())]


def timeless(record: Record) -> Record:
    turns = tuple(
        tuple(reply._replace(used=None if reply.used is None else 0) for reply in turn)
        for turn in record.turns
    )
    # On a busy machine a fair bot may still be seen computing when its turn is over.
    noise = tuple(replace(each, frozen=0) for each in record.noise)
    return replace(record, turns=turns, noise=noise, started=0.0, seconds=0.0)


def ratings(path: Path) -> str:
    """The table as programs get it, asked of the command in this process, which is quicker."""
    done = CliRunner().invoke(root, ["ratings", str(path), "--format", "json"])
    assert done.exit_code == 0, done.output
    return done.stdout


def games_in(path: Path) -> int:
    if not path.exists():
        return 0
    with Store.open(path) as store:
        return len(store.done())


def test_a_tournament_ends_in_tables_and_says_what_to_do_next(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark, rounds=1)
    done = arena("run", file, cwd=tmp_path)
    assert "12/12 games" in done.stdout
    assert "all games: 12 games" in done.stdout
    assert "veletas size=7: 6 games" in done.stdout
    assert "arena show t.arena 1" in done.stdout
    assert games_in(tmp_path / "t.arena") == 12


def test_the_same_games_and_table_whatever_the_concurrency(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark)
    for number in (1, 4):
        where = tmp_path / f"at{number}.arena"
        arena("run", file, "--store", where, "--concurrency", number, "--quiet", cwd=tmp_path)
    one, four = tmp_path / "at1.arena", tmp_path / "at4.arena"
    assert records(one) == records(four)
    assert len(records(one)) == 24
    assert ratings(one) == ratings(four)


@pytest.mark.thorough
def test_another_seed_gives_other_games(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark, rounds=1)
    other = tmp_path / "other.yaml"
    other.write_text(file.read_text().replace("seed: 5", "seed: 6"))
    for path in (file, other):
        arena("run", path, "--quiet", cwd=tmp_path)
    first, second = records(tmp_path / "t.arena"), records(tmp_path / "other.arena")
    assert [game.turns for game in first] != [game.turns for game in second]


def test_the_next_commands_can_be_typed_whatever_the_name(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark, bots=2, rounds=1, name="spring cup")
    done = arena("run", file, cwd=tmp_path)
    assert "arena show 'spring cup.arena' 1" in done.stdout


def test_quiet_prints_nothing(tmp_path: Path, mark: str) -> None:
    done = arena("run", tournament(tmp_path, mark, rounds=1), "--quiet", cwd=tmp_path)
    assert done.stdout == done.stderr == ""


def test_a_dry_run_counts_and_creates_nothing(tmp_path: Path, mark: str) -> None:
    done = arena("run", tournament(tmp_path, mark), "--dry-run", cwd=tmp_path)
    assert done.stdout.startswith("24 games to play, ")
    assert not (tmp_path / "t.arena").exists()


def test_a_dry_run_counts_the_time_of_every_kind_of_clock(tmp_path: Path) -> None:
    def told(**terms: int | None) -> str:
        plan = field_of_play.tournament(2, "round-robin", rounds=10)
        timed = [replace(each, clock=Clock(**terms)) for each in plan.entrants]
        plan = replace(plan, entrants=tuple(timed))
        return outlook(plan, tmp_path / "none.arena", 1).partition("about ")[2]

    assert told(time=None, periods=1, period=1000) == told(time=1000)
    assert told(time=None, periods=31, period=1000) == told(time=1000, bank=30_000)
    assert told(time=1000, bank=30_000) != told(time=1000)


def test_a_dry_run_of_a_game_that_is_not_installed_is_told_in_a_line(tmp_path: Path) -> None:
    plan = replace(field_of_play.tournament(2, "round-robin"), contests=(Contest("chess"),))
    Store.create(tmp_path / "chess.arena", header_of(plan)).close()
    done = arena("run", "chess.arena", "--dry-run", cwd=tmp_path, status=2)
    assert "found 'chess', expected a game" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_first_interrupt_finishes_the_games_in_play(tmp_path: Path, mark: str) -> None:
    file, where = tournament(tmp_path, mark, pause=0.02), tmp_path / "t.arena"
    run = start("run", file, cwd=tmp_path)
    wait_for(lambda: games_in(where) >= 1)
    interrupt(run)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "stopping after the games in play" in output
    assert output.endswith("\nnext: arena run t.arena plays the others\n")
    assert 1 <= games_in(where) < 24


def test_the_second_interrupt_stops_at_once(tmp_path: Path, mark: str) -> None:
    file, where = tournament(tmp_path, mark, pause=0.5), tmp_path / "t.arena"
    run = start("run", file, cwd=tmp_path)
    wait_for(lambda: where.exists() and children(run.pid))
    interrupt(run)
    await_line(run, "stopping after the games in play")
    interrupt(run)
    run.communicate(timeout=60)
    assert run.returncode == 130
    assert games_in(where) < 24


def test_a_killed_run_leaves_no_bot_and_resumes_with_the_missing_games(
    tmp_path: Path, mark: str
) -> None:
    kill_storm(tmp_path, mark, kills=3, longest=1.2)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills(tmp_path: Path, mark: str) -> None:
    kill_storm(tmp_path, mark, kills=200, longest=2.5)


def kill_storm(folder: Path, mark: str, kills: int, longest: float) -> None:
    """Kill a run at random moments of its first seconds, at most the `longest`; what comes out at
    last is what an undisturbed run gives."""
    rounds = 1 + kills // 10
    file = tournament(folder, mark, bots=5, rounds=rounds, pause=0.002)
    calm, stormy = folder / "calm.arena", folder / "stormy.arena"
    arena("run", file, "--store", calm, "--quiet", cwd=folder)
    rng = Random(kills)
    for _ in range(kills):
        run = start("run", file, "--store", stormy, cwd=folder)
        wait_for(lambda: living(mark))
        with suppress(subprocess.TimeoutExpired):
            run.wait(timeout=rng.uniform(0, longest))
        victims = [run.pid] if rng.random() < 0.5 else [*children(run.pid), run.pid]
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        run.communicate()
        wait_for(lambda: not living(mark), 2)
    arena("run", file, "--store", stormy, "--quiet", cwd=folder)
    assert records(stormy) == records(calm)
    assert ratings(stormy) == ratings(calm)
    meetings = Counter((game.spec.game, frozenset(game.spec.bots)) for game in records(stormy))
    assert meetings == dict.fromkeys(meetings, 2 * rounds)
    assert len(meetings) == 2 * 10


@pytest.mark.thorough
def test_a_killed_worker_costs_no_game(tmp_path: Path, mark: str) -> None:
    file, where = tournament(tmp_path, mark, pause=0.005, rounds=1), tmp_path / "t.arena"
    run = start("run", file, cwd=tmp_path)
    wait_for(lambda: games_in(where) >= 1)
    for pid in children(run.pid)[:1]:
        os.kill(pid, signal.SIGKILL)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 0, output
    assert "is void: its worker ended with status -9" in output
    calm = tmp_path / "calm.arena"
    arena("run", file, "--store", calm, "--quiet", cwd=tmp_path)
    assert records(where) == records(calm)


def test_a_run_grows_by_a_bot_and_by_rounds(tmp_path: Path, mark: str) -> None:
    small, where = tournament(tmp_path, mark, bots=2, rounds=1), tmp_path / "t.arena"
    arena("run", small, "--quiet", cwd=tmp_path)
    before = records(where)
    arena("run", tournament(tmp_path, mark, bots=3, rounds=2), "--quiet", cwd=tmp_path)
    after = records(where)
    assert len(before) == 4
    assert len(after) == 24
    assert after[: len(before)] == before


def test_an_incompatible_edit_is_refused_with_the_difference(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark, bots=2, rounds=1)
    arena("run", file, "--quiet", cwd=tmp_path)
    file.write_text(file.read_text().replace("seed: 5", "seed: 6"))
    done = arena("run", file, cwd=tmp_path, status=2)
    assert "seed: 5 in the run, 6 asked for" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_two_runs_on_one_store_the_second_refuses(tmp_path: Path, mark: str) -> None:
    file, where = tournament(tmp_path, mark, pause=0.05), tmp_path / "t.arena"
    first = start("run", file, cwd=tmp_path)
    wait_for(where.exists)
    done = arena("run", file, cwd=tmp_path, status=None)
    assert done.returncode != 0
    assert str(first.pid) in done.stderr
    first.kill()
    first.communicate()


def test_a_bot_that_does_not_start_stops_the_run_before_game_1(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    broken = json.dumps(f"{sys.executable} -c 'import sys; sys.exit(\"no such model\")'")
    entries = f"bots:\n  - random\n  - {{name: broken, command: {broken}}}\n"
    file.write_text("games: what-the-shell\n" + entries)
    done = arena("run", file, cwd=tmp_path, status=2)
    assert f"arena: {file}:4: bots[2]: bot broken cannot play" in done.stderr
    assert "| no such model" in done.stderr
    assert not (tmp_path / "t.arena").exists()


def test_a_bot_that_does_not_play_the_game_is_named(tmp_path: Path) -> None:
    words = "print('plays veletas', 'ready', sep=chr(10), flush=True); input(); input()"
    bot = json.dumps(f'{sys.executable} -c "{words}"')
    file = tmp_path / "t.yaml"
    file.write_text(
        f"games: what-the-shell\nbots:\n  - random\n  - {{name: other, command: {bot}}}\n"
    )
    done = arena("run", file, cwd=tmp_path, status=2)
    told = f"{file}:4: bots[2]: bot other does not play what-the-shell: it declares veletas"
    assert told in done.stderr


@pytest.mark.parametrize("command", ["run t.yaml --dry-run", "match mine random --game veletas"])
def test_a_game_that_a_bots_description_leaves_out_is_refused(command: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.yaml").write_text("name: mine\nrun: sh\ngames: [what-the-shell]\n")
    (tmp_path / "t.yaml").write_text("games: veletas\nbots:\n  - random\n  - mine\n")
    done = arena(*command.split(), cwd=tmp_path, status=2)
    place = "t.yaml:4: bots[2]: " if "run" in command else ""
    assert done.stderr.startswith(f"arena: {place}bot mine does not play veletas: `games` in '")


def test_an_option_that_a_bot_refuses_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    entry = "  - {bot: mcts, options: {playouts: lots}}"
    file.write_text(f"games: what-the-shell\nbots:\n  - random\n{entry}\n")
    done = arena("run", file, cwd=tmp_path, status=2)
    assert f"arena: {file}:4: bots[2]: bot mcts cannot play: option playouts" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_too_few_descriptors_are_told_before_game_1(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark)
    command = f"ulimit -n 60; exec {sys.executable} -m arena run {file}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "this run needs 73 open files and the system allows 60" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_dry_run_refuses_another_tournament_as_a_run_does(tmp_path: Path, mark: str) -> None:
    arena("run", tournament(tmp_path, mark, bots=2, rounds=2), "--quiet", cwd=tmp_path)
    fewer = tournament(tmp_path, mark, bots=2, rounds=1)
    done = arena("run", fewer, "--dry-run", cwd=tmp_path, status=2)
    assert "rounds: 2 in the run, 1 asked for" in done.stderr


def test_a_trace_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    """A device that is always full."""
    words = ("match", "random", "random", "--game", "what-the-shell", "--games", "2")
    done = arena(*words, "--trace", "/dev/full", cwd=tmp_path)
    told = "note: cannot write the trace /dev/full: No space left on device"
    assert done.stderr == f"{told}; the games go on without it\n"
    assert "random    " in done.stdout


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"rmdir {gone}; exec {sys.executable} -m arena match random random --game veletas"
    done = subprocess.run(
        ["sh", "-c", command], cwd=gone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "arena: the current folder: No such file or directory\n"


def test_a_limit_on_the_size_of_files_is_one_line(tmp_path: Path, mark: str) -> None:
    file = tournament(tmp_path, mark, rounds=1)
    command = f"ulimit -f 4; exec {sys.executable} -m arena run {file} --quiet"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "arena: t.arena: disk I/O error\n"
    assert not (tmp_path / "t.arena").exists()
