"""Where a worker keeps the bots that were sent to it: a folder of its user's cache for each machine
(which may share it with others), each bot by the name of its archive, built once for all workers of
the machine."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.cluster.luggage import MAX_BYTES, settled, unpack
from arena.cluster.orders import Luggage
from arena.errors import ArenaError
from arena.plan.bots import FILE, read_description
from arena.plan.building import build
from arena.plan.fingerprint import BUILT, fingerprint
from arena.record import BotSpec

_WHOLE = ".arena-whole"
"""The file that says that a folder was unpacked, confirmed and built."""


class NotHere(Exception):
    """The archive of this name has not been sent."""


def keep(data: bytes) -> None:
    """Keep an archive."""
    path = _archive(hashlib.sha256(data).hexdigest())
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}-{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)


def find(bot: BotSpec, luggage: Luggage) -> BotSpec:
    """A portable bot as this machine starts it: from the folder where the run has it, if the same
    bot is there, else from what was sent.

    Raises NotHere if it has to be sent first, ArenaError if it cannot be made here.
    """
    here = settled(bot, Path(bot.folder))
    if os.path.isdir(bot.folder) and fingerprint(here) == luggage.mark:
        return here
    if not luggage.archive:
        raise ArenaError(
            f"bot {bot.name} is not in {bot.folder} here, and more than "
            f"{MAX_BYTES // 1024 // 1024} MiB of files are too much to send"
        )
    archive = _archive(luggage.archive)
    if not archive.exists():
        raise NotHere
    folder = archive.with_suffix("")
    with _alone(folder):
        if not (folder / _WHOLE).exists():
            _make(bot, luggage, archive, folder)
    return settled(bot, folder)


def _make(bot: BotSpec, luggage: Luggage, archive: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    unpack(archive.read_bytes(), folder)
    if fingerprint(settled(bot, folder)) != luggage.mark:
        raise ArenaError(
            f"bot {bot.name} is another one here: what it starts outside of its folder differs"
        )
    if (folder / FILE).exists() and (description := read_description(folder)).build:
        for made in BUILT:  # elsewhere, for another machine
            shutil.rmtree(folder / made, ignore_errors=True)
        build(description, force=True)
    (folder / _WHOLE).touch()


def _archive(name: str) -> Path:
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    bots = Path(caches).absolute() / "engine-arena" / "bots" / socket.gethostname()
    return bots / f"{name[:32]}.tar"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep this machine's other workers out."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
