"""Where a report is written: a new file, or in the place of an older report."""

from __future__ import annotations

import os
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.store.store import Store
from arena.web.report.report import report
from arena.web.runs import Run

MARK = b'<meta name="generator" content="engine-arena report">'
"""What tells reports from other files; it stands near their beginning."""
_BEGINNING = 400


def write(path: Path, file: Path, most: int | None) -> int:
    """Write the report of the run at `path` to `file`, with the replays of its last `most` games,
    or of all; how many bytes it has. Raises ArenaError for a file that is no report."""
    Store.open(path).close()
    _refuse_others(file)
    content = report(Run(path.stem, path), most).encode("utf-8", "replace")
    draft = file.with_name(f"{file.name}-new")
    try:
        draft.write_bytes(content)
        os.replace(draft, file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise RunError(f"cannot write {file}: {error.strerror}") from None
    return len(content)


def _refuse_others(file: Path) -> None:
    """Keep what is no report."""
    if not os.path.lexists(file):
        return
    if file.is_file():
        with file.open("rb") as there:
            if MARK in there.read(_BEGINNING):
                return
    raise ArenaError(f"{file} is there and no report; expected a new file or an older report")
