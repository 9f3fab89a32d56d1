"""The one contract of a check: who it is, why it matters, what it needs, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.examiner.exam import Exam

PASS, ADVICE, FAIL, SKIPPED = "pass", "advice", "fail", "skipped"
"""Verdicts: all is well; harmless, but better otherwise; it costs games; not examined."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, in a sentence; `notes` are lines of what was measured."""

    verdict: str
    text: str
    notes: tuple[str, ...] = ()


class Failed(Exception):
    """The bot fails the check that is going on; the text says how."""


class NotExamined(Exception):
    """The check cannot be made here; the text says why."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is examined.

    `why` says what goes wrong for a bot that fails, `place` is a section's anchor in SPEC.md.
    `examine` returns its finding or raises Failed or NotExamined. It is left out if one of the
    checks that it `needs` failed, or if the bot does not play its `game`.
    """

    name: str
    why: str
    place: str
    examine: Callable[[Exam], Finding]
    needs: tuple[str, ...] = ()
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """A check that was made: its finding, and the latest lines between the arena and the bot,
    `>` to it, `<` from it, `|` of its stderr."""

    check: Check
    finding: Finding
    lines: tuple[str, ...] = ()


def passed(text: str, *notes: str) -> Finding:
    """All is well."""
    return Finding(PASS, text, notes)


def advised(text: str, *notes: str) -> Finding:
    """Harmless, but better otherwise."""
    return Finding(ADVICE, text, notes)
