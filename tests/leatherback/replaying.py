"""Asks leatherback's rules what the reference engines know, and compares the answers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from engines.base import State

Question = tuple[str, str]
"""A line for `leatherback replay`, and the answer that is expected."""


def disagreements(program: Path, questions: Iterable[Question]) -> list[str]:
    """Each line that is not answered as expected, with both answers."""
    asked = list(questions)
    heard = "".join(f"{line}\n" for line, _ in asked)
    done = subprocess.run([program, "replay"], input=heard, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == len(asked)
    return [
        f"{line}: {answer}, expected {expected}"
        for (line, expected), answer in zip(asked, answers, strict=True)
        if _plain(answer) != _plain(expected)
    ]


def _plain(answer: str) -> list[str]:
    """An answer's words; the order in which moves are listed does not matter."""
    words = answer.split()
    return words if "|" in words else sorted(words)


def told(state: State) -> str:
    """How leatherback tells a state, and how it ended if it did."""
    if state.outcome is None:
        return f"{state} | -"
    scores = state.outcome.scores
    winner = 0 if scores[0] == scores[1] else scores.index(1) + 1
    return f"{state} | {state.outcome.termination} {winner}"


def listed(state: State) -> Question:
    """What is legal here, if there are not too many moves to list."""
    seats = state.to_move[:1] if state.lists_moves else ()
    return "legal", " ".join(move for seat in seats for move in state.legal(seat))


def setting(game: str, state: State) -> Question:
    return f"{game} {state}", told(state)


def playing(texts: Sequence[str], after: State) -> Question:
    return " ".join(("play", *texts)), told(after)
