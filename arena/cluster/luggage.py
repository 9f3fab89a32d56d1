"""A bot on its way to another machine: its command without this one's paths, its files packed."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

from arena.cluster.orders import Luggage
from arena.errors import ArenaError
from arena.plan.bots import PYTHON
from arena.plan.fingerprint import files, fingerprint
from arena.record import BotSpec

FOLDER = "{folder}"
"""Stands, in a bot's command, for the folder in which a machine has it."""
MAX_BYTES = 64 * 1024 * 1024
"""What the files of one bot may come to."""


def portable(bot: BotSpec) -> BotSpec:
    """The bot with a command that any machine can read."""
    prefix = bot.folder.rstrip(os.sep) + os.sep
    words = (word.replace(sys.executable, PYTHON) for word in bot.command)
    command = (
        FOLDER + os.sep + word.removeprefix(prefix) if word.startswith(prefix) else word
        for word in words
    )
    return replace(bot, command=tuple(command))


def settled(bot: BotSpec, folder: Path) -> BotSpec:
    """A portable bot as this machine starts it, from `folder`."""
    command = (
        word.replace(PYTHON, sys.executable).replace(FOLDER, str(folder)) for word in bot.command
    )
    return replace(bot, command=tuple(command), folder=str(folder))


def pack(bot: BotSpec) -> tuple[Luggage, bytes]:
    """What tells the bot from others, and the archive with its files; the same files give the
    same bytes. Without an archive, and its name, if they are too large to send."""
    buffer = io.BytesIO()
    size = 0
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for file in dict.fromkeys(files(bot)):
            if file.is_absolute() or ".." in file.parts:
                continue  # no part of the folder: a worker has to have its own
            path = Path(bot.folder) / file
            size += path.stat().st_size
            if size > MAX_BYTES:
                return Luggage(fingerprint(bot), ""), b""
            _add(archive, file, path)
    data = buffer.getvalue()
    return Luggage(fingerprint(bot), hashlib.sha256(data).hexdigest()), data


def _add(archive: tarfile.TarFile, name: Path, path: Path) -> None:
    info = tarfile.TarInfo(name.as_posix())
    data = path.read_bytes()
    info.size = len(data)
    info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
    archive.addfile(info, io.BytesIO(data))


def unpack(data: bytes, folder: Path) -> None:
    """Write an archive's files below `folder`."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for info in archive:
            name = Path(info.name)
            source = archive.extractfile(info)
            if source is None or name.is_absolute() or ".." in name.parts:
                raise ArenaError(f"found {info.name!r} in an archive of a bot, expected a file")
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source.read())
            path.chmod(info.mode)
