"""Starters: whole bots to begin with, one for each language, and how a new bot is made of one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.errors import ArenaError, RunError
from arena.plan.bots import MAX_NAME, is_name
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
        for file in _sources(source):
            place = target / file.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            place.write_text(text.replace(PLACEHOLDER, title), encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write {target}: {error.strerror}") from None
    return target / CHOICES[source.name]


def _sources(folder: Path) -> Iterator[Path]:
    """The files of a starter; what was built or is hidden is none of it."""
    for path in folder.iterdir():
        if path.name in BUILT or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def _checked(name: str) -> str:
    """The name, if it can stand in quotes in the source of every language."""
    if not is_name(name) or any(sign in name for sign in _UNSAFE):
        raise ArenaError(
            f"found the name {quoted(name)}, expected 1 to {MAX_NAME} characters, no quotes, "
            "backslashes or dollar signs (--name gives another than the folder's)"
        )
    return name
