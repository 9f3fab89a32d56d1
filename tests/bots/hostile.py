"""Bots that turn against the machine, the arena or their opponent, one behaviour a class.

    python hostile.py BEHAVIOUR [WORD...]

Most try something in one turn, tell in an `info` line what came of it (`done`, or the error's
name), and play on.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import fair
from fair import Fair, say

MANY = 100_000
"""Files to open."""
HOUR = 3600


def tell(what: str, attempt: Callable[[], object]) -> None:
    """Try something, and say what came of it in an `info` line."""
    try:
        attempt()
        outcome = "done"
    except OSError as error:
        outcome = type(error).__name__ if type(error) is not OSError else f"errno-{error.errno}"
    say(f"info text {what} {outcome}")


class Attempts(Fair):
    """Tries what `attempt` does, and plays on."""

    def odd_turn(self, number: int, move: str) -> None:
        self.attempt()
        self.move(number, move)

    def attempt(self) -> None:
        raise NotImplementedError


class ForksChildren(Attempts):
    """They outlive it, in its own session, and hold its pipes open."""

    def attempt(self) -> None:
        for _ in range(5):
            if os.fork() == 0:
                time.sleep(HOUR)


class ForksStubbornChildren(ForksChildren):
    """They ignore SIGTERM and SIGHUP; it exits in its next turn."""

    def start(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def turn(self, number: int, legal: list[str]) -> None:
        if number > fair.ODD_TURN:
            sys.exit(3)
        super().turn(number, legal)


class LeavesDaemon(Attempts):
    """A process in a session of its own, whose parent has exited."""

    def attempt(self) -> None:
        daemonize()


class LeavesDaemonAtOnce(Fair):
    """It never shakes hands."""

    def start(self) -> None:
        daemonize()
        sys.exit(3)


def daemonize() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            time.sleep(HOUR)
        os._exit(0)
    os.wait()


class LeavesZombies(Fair):
    """A child that ends at once, and is nobody's any more, in every turn."""

    def turn(self, number: int, legal: list[str]) -> None:
        if os.fork() == 0:
            if os.fork() == 0:
                os._exit(0)
            os._exit(0)
        os.wait()
        super().turn(number, legal)


class StopsItself(Fair):
    def odd_turn(self, number: int, move: str) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class StopsItsGroup(Fair):
    """All of its processes, and the chain that started them."""

    def odd_turn(self, number: int, move: str) -> None:
        os.killpg(0, signal.SIGSTOP)


class EatsMemory(Fair):
    """As many MiB as its word says, 8 at a time."""

    def odd_turn(self, number: int, move: str) -> None:
        hoard = [bytearray(b"x") * (8 << 20) for _ in range(int(self.words[0]) // 8)]
        time.sleep(0.3)
        say(f"info text {len(hoard)}")
        self.move(number, move)


class EatsMemoryInChildren(Fair):
    """A share of it in each of four; it ends when one of them does."""

    def odd_turn(self, number: int, move: str) -> None:
        for _ in range(4):
            if os.fork() == 0:
                hoard = bytearray(b"x") * ((int(self.words[0]) << 20) // 4)
                time.sleep(HOUR + len(hoard))
        os.wait()
        sys.exit(3)


class EatsMemoryAtOnce(Fair):
    def start(self) -> None:
        hoard = bytearray(b"x") * (int(self.words[0]) << 20)
        time.sleep(HOUR + len(hoard))


class ForkBomb(Attempts):
    """Each child forks on. At most so many generations, lest a test without limits ends badly."""

    def attempt(self) -> None:
        generations = int(self.words[0])
        tell("fork", lambda: bomb(generations))


def bomb(generations: int) -> None:
    me = os.getpid()
    for _ in range(generations):
        os.fork()
    if os.getpid() != me:
        linger()
    for _ in range(2**generations):  # alone, since the others may come to it after the game
        if os.fork() == 0:
            linger()


def linger() -> None:
    os.close(1)
    time.sleep(HOUR)


class OpensFiles(Attempts):
    def attempt(self) -> None:
        opened: list[int] = []
        tell("open", lambda: opened.extend(os.open("/", os.O_RDONLY) for _ in range(MANY)))
        for descriptor in opened:
            os.close(descriptor)


class WritesFile(Attempts):
    """So many MiB into the file that its words name, which it removes."""

    def attempt(self) -> None:
        path, size = self.words[0], int(self.words[1])
        tell("write", lambda: fill(Path(path), size))


def fill(path: Path, size: int) -> None:
    try:
        with path.open("wb", buffering=0) as file:
            for _ in range(size):
                if file.write(b"x" * (1 << 20)) < 1 << 20:
                    file.write(b"x")
    finally:
        path.unlink(missing_ok=True)


class FillsDisk(Attempts):
    """Everywhere it can: so many MiB in each place, in files of 8."""

    def attempt(self) -> None:
        for place in ("/tmp", "/dev/shm", "/dev", "/", ".", "/usr", "/etc", "/proc"):
            tell(place, lambda place=place: fill_folder(Path(place), int(self.words[0])))


def fill_folder(folder: Path, size: int) -> None:
    for number in range(size // 8):
        with (folder / f"filler-{number}").open("wb", buffering=0) as file:
            if file.write(b"x" * (8 << 20)) < 8 << 20:
                file.write(b"x")


class RaisesLimits(Attempts):
    def attempt(self) -> None:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (MANY, MANY))
        except (ValueError, PermissionError):
            say("info text raise refused")
        else:
            say("info text raise done")


class KillsParent(Attempts):
    def attempt(self) -> None:
        tell("parent", lambda: os.kill(os.getppid(), signal.SIGKILL))


class KillsParentWhile(Attempts):
    """Its first word is a file: while that exists, its games are spoilt."""

    def attempt(self) -> None:
        if Path(self.words[0]).exists():
            os.kill(os.getppid(), signal.SIGKILL)


class StopsParent(Attempts):
    def attempt(self) -> None:
        tell("parent", lambda: os.kill(os.getppid(), signal.SIGSTOP))


class KillsOpponent(Attempts):
    """And every process whose command line holds its word."""

    def attempt(self) -> None:
        for pid in found(self.words[0]):
            tell("kill", lambda pid=pid: os.kill(pid, signal.SIGKILL))
        say("info text kill none-left")


class Pries(Attempts):
    """Reads and writes what is not its own: its words are a folder and a file, and a word in
    the command line of others."""

    def attempt(self) -> None:
        folder, store, word = Path(self.words[0]), Path(self.words[1]), self.words[2]
        tell("folder", lambda: list(folder.iterdir()))
        tell("secret", lambda: (folder / "secret").read_text())
        tell("read-store", store.read_bytes)
        tell("write-store", lambda: store.open("r+b").close())
        tell("remove-store", store.unlink)
        for pid in found(word):
            tell("environment", lambda pid=pid: Path(f"/proc/{pid}/environ").read_bytes())
            tell("memory", lambda pid=pid: Path(f"/proc/{pid}/mem").open("rb").close())
            tell("files", lambda pid=pid: os.listdir(f"/proc/{pid}/fd"))
        say("info text others none-left")


def found(word: str) -> list[int]:
    """The other processes that have `word` in their command line."""
    pids = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if pid != os.getpid() and word in _line(pid)]


def _line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


class Looks(Attempts):
    """Tells what is in the folder that its word says."""

    def attempt(self) -> None:
        say(f"info text {' '.join(sorted(os.listdir(self.words[0])))}")


class Exits(Fair):
    """With the status that its word says, and a child left behind."""

    def odd_turn(self, number: int, move: str) -> None:
        if os.fork() == 0:
            os.close(1)
            time.sleep(HOUR)
        sys.exit(int(self.words[0]))


class OpensSocket(Attempts):
    """To the port that its word says, on this machine; and to a name of no file system."""

    def attempt(self) -> None:
        port = int(self.words[0])
        tell("tcp", lambda: socket.create_connection(("127.0.0.1", port), 2).close())
        tell("abstract", self.connect_by_name)

    def connect_by_name(self) -> None:
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(f"\0arena-test-{self.words[0]}")


class Digs(Attempts):
    """Ways out of a sandbox: becoming root, mounting, tracing the first process, kernel files."""

    def attempt(self) -> None:
        tell("setuid", lambda: os.setuid(0))
        tell("chroot", lambda: os.chroot("/tmp"))
        tell("first-root", lambda: os.listdir("/proc/1/root/root"))
        tell("first-memory", lambda: Path("/proc/1/mem").open("r+b").close())
        tell("sysctl", lambda: Path("/proc/sys/kernel/hostname").write_text("mine"))
        tell("sysrq", lambda: Path("/proc/sysrq-trigger").write_text("h"))
        tell("device", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)))
        tell("shadow", lambda: Path("/etc/shadow").read_text())
        tell("type", self.type_ahead)
        say(f"info text user {os.getuid()} processes {len(found(''))}")

    def type_ahead(self) -> None:
        Path("/dev/tty").write_text("rm -rf\n")


if __name__ == "__main__":
    fair.main(*fair.of(globals()))
