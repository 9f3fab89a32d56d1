"""The check before game 1: every bot starts, shakes hands, takes its options, knows its games."""

from __future__ import annotations

from collections.abc import Sequence

from arena.errors import ArenaError
from arena.plan.bots import check_games
from arena.plan.tournament import Tournament
from arena.record import BotSpec
from arena.referee.family import adopt_orphans, kill_strays
from arena.referee.livebot import GAME_ID, BotUnusable, close, launch, variables
from arena.referee.process import HostFailed

LAST_LINES = 10
"""Lines of a bot's stderr that are shown when it fails."""


def check_bots(tournament: Tournament) -> None:
    """Start each bot once. Raises ArenaError with the first that fails, and its stderr."""
    games = [contest.game for contest in tournament.contests]
    adopt_orphans()
    try:
        for entrant in tournament.entrants:
            place = f"{entrant.place} " if entrant.place else ""
            check_bot(entrant.bot, entrant.clock.startup, games, place)
    finally:
        kill_strays(GAME_ID)
        adopt_orphans(False)


def check_bot(spec: BotSpec, startup: int, games: Sequence[str], place: str = "") -> None:
    """Start one bot that is to play these games. Raises ArenaError, which begins with `place`."""
    who = f"{place}bot {spec.name}"
    check_games(spec, games, place)
    try:
        bot = launch(spec, variables(), startup)
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
