"""Evidence for a verdict on time: what a bot's processes did, and who kept them from it.

A timeout is the host's doing, not the bot's, if the bot stood ready to run without a processor
because others had it, for at least as long as it was late. Linux tells: the second number of
`/proc/PID/task/TID/schedstat` is the nanoseconds a thread waited while it could have run (see
Documentation/scheduler/sched-stats.rst). Elsewhere there is no evidence and the clock decides.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.clock import MS
from arena.referee.family import MANY, kin, threads, tree

EXCUSE = 5 * MS
"""A shorter wait excuses nothing: it comes to every process, on an idle machine too."""
TICK = 1_000_000_000 // os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 10 * MS
_CHILDREN_USER, _CHILDREN_SYSTEM, _IGNORED = 13, 14, 30


@dataclass(frozen=True, slots=True)
class Sample:
    """Nanoseconds: the moment, processor time and waiting time of a process tree, the time its
    processors were busy with anything; the tree's number of threads; for a single thread that
    runs or would, how often it has gone to sleep; and the part of the processor time that was
    used by processes that have `ended`."""

    at: int
    cpu: int
    wait: int
    busy: int
    threads: int
    awake_since: int | None = None
    ended: int = 0


@dataclass(frozen=True, slots=True)
class Starvation:
    """What happened between two samples: nanoseconds that the tree ran, and nanoseconds that
    it waited because of others; the referee's own wait is `referee`."""

    window: int
    cpu: int
    wait: int
    referee: int

    @property
    def by_others(self) -> int:
        """Nanoseconds that the host took from the bot's time."""
        return self.wait + self.referee

    def __str__(self) -> str:
        return (
            f"in the last {self.window / MS:.0f} ms the bot ran {self.cpu / MS:.0f} ms and "
            f"stood {self.wait / MS:.0f} ms without a processor because of others "
            f"(the referee {self.referee / MS:.0f} ms)"
        )


def sample(pid: int) -> Sample | None:
    """The tree below `pid` now, or None where the system does not tell.

    None for a swarm of threads, too: to look at them all would cost the opponent time. And None
    for a tree that hides the time of processes that have ended.
    """
    if sys.platform != "linux":
        return None
    processes = kin(pid, MANY)
    tasks, ended = _all_threads(processes), _ended(processes)
    if ended is None:
        return None
    cpu = wait = count = 0
    for task in tasks if len(tasks) <= MANY else ():
        with suppress(OSError, ValueError):
            ran, waited, _ = map(int, Path(f"{task}/schedstat").read_text().split())
            cpu, wait, count = cpu + ran, wait + waited, count + 1
    awake_since = _sleeps_of_awake(tasks[0]) if count == 1 else None
    found = Sample(time.monotonic_ns(), cpu + ended, wait, _busy(pid), count, awake_since, ended)
    return found if count else None


def _sleeps_of_awake(task: str) -> int | None:
    """How often a thread that is ready to run has gone to sleep so far; None for a sleeper."""
    with suppress(OSError, ValueError, KeyError):
        lines = Path(f"{task}/status").read_text().splitlines()
        fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
        if fields["State"].startswith("R"):
            return int(fields["voluntary_ctxt_switches"])
    return None


def _ended(processes: list[int]) -> int | None:
    """Nanoseconds that were used by processes which these have seen end; None if one of them has
    the system forget those that end. (What this process has adopted it sees end between games.)"""
    found = 0
    for process in processes:
        with suppress(OSError, IndexError), open(f"/proc/{process}/stat", "rb") as stat:
            # After the program's name in brackets: from the state, field 3 of proc_pid_stat(5).
            fields = stat.read().rpartition(b")")[2].split()
            if int(fields[_IGNORED]) & 1 << (signal.SIGCHLD - 1):
                return None
            found += (int(fields[_CHILDREN_USER]) + int(fields[_CHILDREN_SYSTEM])) * TICK
    return found


def _all_threads(processes: list[int]) -> list[str]:
    """The folders of the threads of all, at least those of MANY processes or threads."""
    found: list[str] = []
    for process in processes:
        found += threads(process)
        if len(found) > MANY:
            break
    return found


def has_evidence() -> bool:
    """Whether this system tells what processes do."""
    return sample(os.getpid()) is not None


def own_wait() -> int:
    """Nanoseconds that this thread has waited for a processor so far."""
    with suppress(OSError, ValueError):
        path = f"/proc/self/task/{threading.get_native_id()}/schedstat"
        return int(Path(path).read_text().split()[1])
    return 0


def starvation(before: Sample, after: Sample, referee: int) -> Starvation:
    """What others took from the tree between the samples.

    The threads of one tree also wait for each other. So with more than one thread, or where some
    have ended, others are blamed for no more than the time that the tree's processors were busy
    with them. The system counts a wait when it is over; a thread that never slept has waited
    whenever it did not run.
    """
    window, cpu = after.at - before.at, max(0, after.cpu - before.cpu)
    wait = min(max(0, after.wait - before.wait), window)
    if before.awake_since is not None and before.awake_since == after.awake_since:
        wait = max(wait, window - cpu - TICK)
    if max(before.threads, after.threads) > 1 or after.ended > before.ended:
        wait = min(wait, max(0, after.busy - before.busy - cpu - TICK))
    return Starvation(window, cpu, wait, min(referee, window))


def computes(pid: int) -> bool:
    """Whether a thread of the tree below `pid` runs, or would if it had a processor."""
    for task in _all_threads(tree(pid, MANY))[:MANY]:
        with suppress(OSError, IndexError), open(f"{task}/stat", "rb") as stat:
            # The state follows the program's name, which may hold anything, in brackets.
            if stat.read().rpartition(b")")[2].split()[0] == b"R":
                return True
    return False


def _busy(pid: int) -> int:
    """Nanoseconds that the processors `pid` may use have been busy, in steps of a tick."""
    try:
        processors = os.sched_getaffinity(pid)
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return 0
    names = {f"cpu{number}" for number in processors}
    fields = [line.split() for line in lines if line.split(" ", 1)[0] in names]
    # user nice system idle iowait irq softirq steal; see proc_stat(5)
    return sum(sum(map(int, f[1:4])) + sum(map(int, f[6:9])) for f in fields) * TICK


class Witness:
    """Watches the processes of one game's seats for its desk; `pids` by seat."""

    def __init__(self, pids: Mapping[int, int], pondering: Collection[int] = ()) -> None:
        self._pids = dict(pids)
        self._pondering = frozenset(pondering)
        self._before: dict[int, tuple[Sample, int]] = {}
        self._frozen: set[int] = set()
        self.freezes = dict.fromkeys(pids, 0)

    def notice(self, seat: int) -> None:
        """Sample a seat that has been silent for a while."""
        if seat in self._pids and (found := sample(self._pids[seat])):
            self._before[seat] = (found, own_wait())

    def begin_turn(self, seats: Iterable[int]) -> None:
        """Let the seats go on that were frozen, and forget what was noticed."""
        self._before.clear()
        if self._frozen:
            for seat in self._frozen.intersection(seats):
                self._frozen.discard(seat)
                self._signal(seat, signal.SIGCONT)

    def starvation(self, seat: int) -> Starvation | None:
        """What others took from the seat since it was noticed; None without evidence."""
        if seat not in self._before or not (after := sample(self._pids[seat])):
            return None
        before, referee = self._before[seat]
        return starvation(before, after, own_wait() - referee)

    def computes(self, seat: int) -> bool:
        """Whether a seat that may not ponder is computing now."""
        return seat in self._pids and seat not in self._pondering and computes(self._pids[seat])

    def freeze(self, seat: int) -> None:
        """Stop a seat that computes in another's time, until its next turn."""
        self._signal(seat, signal.SIGSTOP)
        self._frozen.add(seat)
        self.freezes[seat] += 1

    def release(self) -> None:
        """Let all go on: the game is over."""
        self.begin_turn(self._pids)

    def _signal(self, seat: int, number: signal.Signals) -> None:
        with suppress(OSError):
            os.killpg(self._pids[seat], number)
