"""The files of a store: the one that people know, and SQLite's companions beside it."""

from __future__ import annotations

from pathlib import Path

from arena.errors import ArenaError

_COMPANIONS = ("-wal", "-shm", "-journal")


def refuse_what_is_there(path: Path) -> None:
    """Raise ArenaError unless a new store can be put at `path`."""
    if path.exists():
        raise ArenaError(f"{path} exists already; expected a new file")
    if path.is_symlink():
        raise ArenaError(f"{path} leads to {path.readlink()}, which is not there")
    # SQLite would take its contents for those of the new store.
    if path.with_name(f"{path.name}-wal").exists():
        raise ArenaError(
            f"{path}-wal has the last games of a run that was killed, but {path} is not there; "
            f"bring it back, or remove {path.name}-wal to begin anew"
        )


def remove(path: Path) -> None:
    """Remove what there is of a store, which may be nothing."""
    for companion in ("", *_COMPANIONS):
        path.with_name(path.name + companion).unlink(missing_ok=True)
