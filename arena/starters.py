"""Starters: whole bots to begin with, one for each language, and how a new bot is made of one."""

from __future__ import annotations

import shutil
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.plan.bots import MAX_NAME
from arena.plan.fingerprint import BUILT
from arena.resources import folder as resource
from arena.words import any_of, did_you_mean
from engines.base import quoted

CHOICES = {
    "c": "choose.c",
    "cpp": "choose.cpp",
    "go": "choose.go",
    "java": "Choose.java",
    "javascript": "choose.js",
    "python": "choose.py",
    "rust": "src/choose.rs",
    "shell": "choose.awk",
}
"""The languages, each with the file in which its starter chooses a move."""
_ALSO = {"c++": "cpp", "cxx": "cpp", "golang": "go", "js": "javascript", "node": "javascript"}
_ALSO |= {"py": "python", "rs": "rust", "sh": "shell", "awk": "shell"}
PLACEHOLDER = "my-bot"
"""The name that starters have."""
_UNSAFE = "\"'`\\$"


def folder(language: str) -> Path:
    """Where the starter of this language lies. Raises ArenaError, naming those there are."""
    known = _ALSO.get(language.lower(), language.lower())
    if known not in CHOICES:
        hint = did_you_mean(language.lower(), [*CHOICES, *_ALSO]) or f": {any_of(list(CHOICES))}"
        raise ArenaError(f"found {quoted(language)}, expected a language with a starter{hint}")
    return resource("starters") / known


def copy(language: str, target: Path, name: str | None = None) -> Path:
    """Make `target` a bot of this name (that of the folder), from the language's starter.

    Returns the file in which it chooses its moves. Raises ArenaError.
    """
    source = folder(language)
    title = _checked(target.resolve().name if name is None else name)
    if target.is_dir() and any(target.iterdir()):
        raise ArenaError(f"found files in {target}, expected a folder that is new or empty")
    if target.exists() and not target.is_dir():
        raise ArenaError(f"found the file {target}, expected a folder that is new or empty")
    try:
        shutil.copytree(
            source,
            target,
            ignore=shutil.ignore_patterns(".*", *BUILT),
            copy_function=shutil.copyfile,
            dirs_exist_ok=True,
        )
        _fill_in(target, title)
    except OSError as error:
        raise RunError(f"cannot write {target}: {error.strerror}") from None
    return target / CHOICES[source.name]


def _checked(name: str) -> str:
    """The name, if it can stand in quotes in the source of every language."""
    fits = 0 < len(name) <= MAX_NAME and name == name.strip() and name.isprintable()
    if not fits or any(sign in name for sign in _UNSAFE):
        raise ArenaError(
            f"found the name {quoted(name)}, expected 1 to {MAX_NAME} characters, no quotes, "
            "backslashes or dollar signs (--name gives another than the folder's)"
        )
    return name


def _fill_in(target: Path, name: str) -> None:
    for path in target.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            if PLACEHOLDER in text:
                path.write_text(text.replace(PLACEHOLDER, name), encoding="utf-8")
