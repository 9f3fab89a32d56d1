"""What a script's first line names: the program that is to read it, which may be missing."""

from __future__ import annotations

import os
import shutil

_READ = 256
"""Bytes that the system reads of a first line."""


def missing_interpreter(path: str, folder: str) -> str | None:
    """The program that the script's first line names, if it is not there when the script is
    started in `folder`; None if it is, and for what is no script."""
    words = _first_line(path)
    if not words:
        return None
    program = os.path.join(folder, words[0])
    if not os.path.exists(program):
        return words[0]
    looks_for = words[1] if os.path.basename(program) == "env" and words[1:] else "-"
    is_name = not looks_for.startswith("-") and "=" not in looks_for
    return looks_for if is_name and not shutil.which(looks_for) else None


def _first_line(path: str) -> list[str]:
    """The interpreter and what it is given, as the system reads them: a CR is a sign like any."""
    try:
        with open(path, "rb") as file:
            line = file.read(_READ).split(b"\n")[0]
    except OSError:
        return []
    if not line.startswith(b"#!"):
        return []
    return os.fsdecode(line[2:]).replace("\t", " ").strip(" ").split(" ", 1)
