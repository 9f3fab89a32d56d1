"""A bot's fingerprint: whether the bot that plays today is the one that played yesterday."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Protocol

from arena.plan.bots import FILE, PYTHON
from arena.record import BotSpec

BUILT = frozenset(("__pycache__", "target", "node_modules", "build", "dist", "venv", "obj"))
"""Folders that hold what was made from the sources beside them."""
MAX_ENTRIES = 4000
MAX_BYTES = 32 * 1024 * 1024
"""The work's bounds; files past MAX_BYTES count by name and size alone."""


Identity = tuple[str, frozenset[tuple[str, str]], bool]


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...


def fingerprint(bot: BotSpec) -> str:
    """A hash, in hexadecimal, of the bot's command, its folder's files and its program.

    It stays the same when the folder moves, and when only hidden files, built files or
    tournament stores change. A bot without a `bot.yaml` counts by its command, and by the
    files that its command names.
    """
    digest = hashlib.sha256()
    for word in portable(bot):
        _add(digest, b"word", word.encode("utf-8", "surrogateescape"))
    left = MAX_BYTES
    for file in files(bot):
        left -= _add_file(digest, Path(bot.folder), file, left)
    return digest.hexdigest()


def identity(bot: BotSpec, mark: str) -> Identity:
    """What is the same of two bots only if they are one bot, whatever they are called: the
    fingerprint, which is given as `mark`, the options in any order, and whether it ponders."""
    return mark, frozenset(bot.options), bot.ponder


def files(bot: BotSpec) -> list[Path]:
    """The files that make the bot, from its folder on; those elsewhere by their whole path."""
    folder = Path(bot.folder)
    found = [Path(word) for word in _own_words(bot) if os.path.isfile(folder / word)]
    if os.path.isfile(folder / FILE):
        below = islice(_walk(folder, Path()), MAX_ENTRIES)
        found += [path for path in below if os.path.isfile(folder / path)]
    return found


def portable(bot: BotSpec) -> tuple[str, ...]:
    """The bot's command without the places where its folder and the interpreter lie."""
    prefix = bot.folder.rstrip(os.sep) + os.sep
    words = (word.replace(sys.executable, PYTHON) for word in bot.command)
    return tuple(word.removeprefix(prefix) for word in words)


def _own_words(bot: BotSpec) -> Iterator[str]:
    """The words that may name a file of the bot's own; not a program found in PATH."""
    for position, word in enumerate(portable(bot)):
        if PYTHON not in word and (position or os.sep in bot.command[0]):
            yield word


def _walk(root: Path, below: Path) -> Iterator[Path]:
    """Files and folders that make the bot, in a fixed order; no link to a folder is followed."""
    try:
        names = sorted(os.listdir(root / below))
    except OSError:
        return
    for name in names:
        path = below / name
        if not (name.startswith(".") or name in BUILT or ".arena" in name):
            yield path
            if (root / path).is_dir() and not (root / path).is_symlink():
                yield from _walk(root, path)


def _add_file(digest: _Hash, folder: Path, file: Path, most: int) -> int:
    """Add a file's name and size, and its bytes if there are at most so many; their number."""
    try:
        with (folder / file).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            _add(digest, b"file", os.fsencode(file))
            _add(digest, b"size", str(size).encode())
            if size > most:
                return 0
            _add(digest, b"data", stream.read(size))
            return size
    except OSError:
        _add(digest, b"unreadable", os.fsencode(file))
        return 0


def _add(digest: _Hash, kind: bytes, data: bytes) -> None:
    """Add one thing so that no two series of things give the same bytes."""
    digest.update(b"%s %d\n" % (kind, len(data)))
    digest.update(data)
