"""The check before game 1: every bot starts, shakes hands, takes its options, knows its games."""

from __future__ import annotations

from arena.errors import ArenaError
from arena.plan.tournament import Entrant, Tournament
from arena.referee.family import adopt_orphans, kill_strays
from arena.referee.livebot import BotUnusable, close, launch
from arena.referee.process import HostFailed
from arena.referee.warm import GAME_ID

LAST_LINES = 10
"""Lines of a bot's stderr that are shown when it fails."""


def check_bots(tournament: Tournament) -> None:
    """Start each bot once. Raises ArenaError with the first that fails, and its stderr."""
    games = [contest.game for contest in tournament.contests]
    adopt_orphans()
    try:
        for entrant in tournament.entrants:
            _check(entrant, games)
    finally:
        kill_strays(GAME_ID)
        adopt_orphans(False)


def _check(entrant: Entrant, games: list[str]) -> None:
    place = f"{entrant.place} " if entrant.place else ""
    who = f"{place}bot {entrant.bot.name}"
    variables = {GAME_ID: "0", "ARENA_SEAT": "0", "ARENA_SLOT": "0"}
    try:
        bot = launch(entrant.bot, variables, entrant.clock.startup)
    except BotUnusable as error:
        raise ArenaError(f"{who} cannot play: {error}{_quoted(error.stderr)}") from None
    except HostFailed as error:
        raise ArenaError(f"{who} cannot play: {error}") from None
    close([bot])
    for game in games:
        if game not in bot.declared.plays:
            declared = ", ".join(bot.declared.plays) or "no game at all"
            raise ArenaError(
                f"{who} does not play {game}: it declares {declared} "
                f"(`plays {game}` in its handshake says that it does)"
            )


def _quoted(stderr: str) -> str:
    """The end of a bot's stderr, each line marked."""
    lines = stderr.rstrip().splitlines()[-LAST_LINES:]
    return "".join(f"\n  | {line}" for line in lines)
