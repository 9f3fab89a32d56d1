"""A new bot's first game, which shows that it plays."""

from __future__ import annotations

from pathlib import Path

from arena import match
from arena.clock import Clock
from arena.errors import RunError
from arena.plan import tournament
from arena.plan.bots import from_folder, resolve
from arena.record import Record

GAME = "what-the-shell"
OPPONENT = "random"
TIME = 1000
"""Milliseconds for each move: the game is to show that the bot plays, not how fast."""


def first_game(folder: Path) -> str:
    """Let the bot in the folder play a game, and tell how it went.

    Raises RunError if it cannot be played, or if the bot loses it by a fault.
    """
    bots = (from_folder(folder), *resolve([OPPONENT]))
    plan = tournament.match(bots, tournament.contest(GAME), games=1, clock=Clock(time=TIME))
    score = match.play(plan)
    if not score.games:
        raise RunError("the first game could not be played: the machine is too busy")
    return _told(score.games[0])


def _told(record: Record) -> str:
    """How the game went for the new bot, which has seat 1."""
    if fault := record.faults[0]:
        raise RunError(f"the new bot lost its first game: {fault.word}: {fault.detail}")
    verb = {1.0: "won", 0.5: "drew", 0.0: "lost"}[record.scores[0]]
    turns = len(record.turns)
    return f"it {verb} a game of {GAME} against {OPPONENT}: {record.termination} in turn {turns}"
