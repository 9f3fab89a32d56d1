"""Words for messages: near misses, lists of what was expected, paths to type."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'NAME'?` for the known name that is nearest, or nothing."""
    near = get_close_matches(word[:100], list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def typed(path: Path) -> str:
    """A path as it is typed in a shell."""
    return shlex.quote(str(path))


def counted(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def any_of(words: Sequence[str]) -> str:
    """`7, 9 or 10`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
