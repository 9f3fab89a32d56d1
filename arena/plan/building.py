"""Builds a bot: runs the build lines of its `bot.yaml` if it has changed since they ran last."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.plan.bots import FILE, PYTHON, Description, bundled_names, read_description
from arena.plan.fingerprint import BUILT, fingerprint
from arena.plan.workshop import workshop
from arena.printable import printable
from arena.record import BotSpec
from arena.resources import folder as resource
from arena.words import did_you_mean, typed
from engines.base import quoted

STAMP = ".arena-build"
"""The file in a bot's folder that says what was built last."""
SHOWN = 60
"""Lines of a compiler's output that are shown: the first, where the causes are."""
_NOT_FOUND = 127  # what a shell ends with when it finds no such program
_BOXED = "in a sandbox without network"
_TOOLS = {
    "cc": "a C compiler, such as gcc or clang",
    "c++": "a C++ compiler, such as g++ or clang++",
    "cargo": "Rust (https://rustup.rs)",
    "go": "Go (https://go.dev/dl)",
    "javac": "a Java development kit, 17 or later",
}


def find(text: str, base: Path) -> Description:
    """The bot that a user's `text` says: a folder with a `bot.yaml`, or a bundled bot's name."""
    names = bundled_names()
    for folder in (base / os.path.expanduser(text), resource("bots") / text):
        if (folder / FILE).is_file():
            return read_description(folder)
    hint = did_you_mean(text, names)
    raise ArenaError(f"found {quoted(text)}, expected a folder with a {FILE}{hint}")


def build(
    bot: Description,
    sandbox: str = "auto",
    force: bool = False,
    told: Callable[[str], None] = lambda line: None,
    way_out: str = "",
) -> bool:
    """Run the bot's build lines, unless nothing has changed since; whether they were run.

    `sandbox` is one of `arena.limits.SANDBOXES`. `told` hears each line before it runs. Raises
    RunError with what the failing line printed, and of a sandbox says the `way_out` that the
    caller's user has.
    """
    stamp = bot.folder / STAMP
    if not bot.build or (not force and _read(stamp) == _mark(bot)):
        return False
    stamp.unlink(missing_ok=True)
    for line in bot.build:
        told(line)
        _run(bot, line, sandbox, way_out)
    stamp.write_text(_mark(bot) + "\n")
    return True


def outdated(bots: Iterable[BotSpec]) -> Iterator[str]:
    """A sentence on each bot whose files have changed since it was built by the arena."""
    for folder, bot in {bot.folder: bot for bot in bots}.items():
        if _is_outdated(Path(folder)):
            again = f"arena build {typed(Path(folder))}"
            yield f"bot {bot.name} has changed since it was built; to build it anew: {again}"


def _is_outdated(folder: Path) -> bool:
    built = _read(folder / STAMP)
    if not built:
        return False
    try:
        bot = read_description(folder)
    except ArenaError:
        return False  # there is nothing to build it anew from
    return bool(bot.build) and _sources(bot) != built.split()[0]


def _read(stamp: Path) -> str:
    try:
        return stamp.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _mark(bot: Description) -> str:
    """What a build was made from, and the folders that hold what it made."""
    made = sorted(name for name in BUILT if (bot.folder / name).is_dir())
    return " ".join([_sources(bot), *made])


def _sources(bot: Description) -> str:
    return fingerprint(BotSpec(bot.name, bot.run, str(bot.folder)))


def _run(bot: Description, line: str, sandbox: str, way_out: str) -> None:
    place = workshop(bot.folder, line.replace(PYTHON, shlex.quote(sys.executable)), sandbox)
    done = subprocess.run(
        place.command,
        cwd=bot.folder,
        env=place.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        output = done.stdout.decode(errors="replace")
        where = f" ({'; '.join(filter(None, (_BOXED, way_out)))})" if place.boxed else ""
        reason = _reason(line, done.returncode, output, where)
        raise RunError(f"{bot.folder / FILE}: build: {reason}")


def _reason(line: str, status: int, output: str, where: str) -> str:
    missing = re.search(r"([\w.+-]+): (?:command )?not found", output)
    if status == _NOT_FOUND and missing:
        tool = missing.group(1)
        expected = _TOOLS.get(tool, "one")
        return f"found no program {tool!r} in PATH, expected {expected}, for {quoted(line)}{where}"
    return f"found exit status {status}, expected 0 of {quoted(line)}{where}{_shown(output)}"


def _shown(output: str) -> str:
    """The beginning of a compiler's output, each line marked."""
    lines = [printable(line.expandtabs()) for line in output.rstrip().splitlines()]
    left = [f"… {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
    return "".join(f"\n  | {line}" for line in [*lines[:SHOWN], *left])
