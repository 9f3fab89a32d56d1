"""An examination as text for a terminal, check by check, and as values for programs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from arena.examiner.base import ADVICE, FAIL, PASS, SKIPPED, Examined
from arena.printable import printable

MOST = 240
"""Signs of a line that a terminal is shown."""
_INDENT = " " * 9


def told(examined: Examined) -> str:
    """A check: its verdict, why it matters and where SPEC.md says so, what was said."""
    check, finding = examined.check, examined.finding
    return "\n".join(
        [
            f"{finding.verdict:8} {check.name}: {printable(finding.text)}",
            f"{_INDENT}why: {check.why} ({place(examined)})",
            *(f"{_INDENT}  {note}" for note in finding.notes),
            *(f"{_INDENT}  {printable(line, MOST)}" for line in examined.lines),
        ]
    )


def place(examined: Examined) -> str:
    """Where SPEC.md says what is checked."""
    return f"SPEC.md#{examined.check.place}"


def summary(name: str, all_examined: Sequence[Examined]) -> str:
    """How many checks came to which verdict."""
    counts = Counter(examined.finding.verdict for examined in all_examined)
    parts = [f"{counts[verdict]} {verdict}" for verdict in (PASS, FAIL, ADVICE, SKIPPED)]
    return f"{name}: {', '.join(parts)}"


def failed(all_examined: Sequence[Examined]) -> bool:
    """Whether any check failed."""
    return any(examined.finding.verdict == FAIL for examined in all_examined)


def to_object(name: str, all_examined: Sequence[Examined]) -> dict[str, Any]:
    """The examination with the names that exports promise."""
    return {
        "bot": name,
        "passed": not failed(all_examined),
        "checks": [
            {
                "check": examined.check.name,
                "verdict": examined.finding.verdict,
                "text": examined.finding.text,
                "why": examined.check.why,
                "spec": place(examined),
                "notes": list(examined.finding.notes),
                "lines": list(examined.lines),
            }
            for examined in all_examined
        ],
    }
