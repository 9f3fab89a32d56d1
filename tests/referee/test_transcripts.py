"""The golden transcripts, played: bots that follow their scripts against the real referee."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arena import wire
from arena.clock import Clock
from arena.record import BotSpec, GameSpec, JointMove, Player
from arena.referee.game import play
from arena.referee.warm import WarmBots
from tests.test_transcripts import PATHS, Said, read

SCRIPTED = Path(__file__).parent.parent / "bots" / "scripted.py"
PATIENCE = {"time": 100, "margin": 20}
"""What every transcript gives its bots; the game gives them more, so that no noise ends it."""


def spec_of(path: Path) -> GameSpec:
    """The game that a transcript tells."""
    said = list(read(path))
    starts = [line.parse() for line in said if line.text.startswith("newgame ")]
    games = [start for start in starts if isinstance(start, wire.NewGame)]
    variant = {key: value for key, value in games[0].terms.items() if key not in PATIENCE}
    return GameSpec(
        id=1,
        game=games[0].game,
        variant=tuple(variant.items()),
        players=tuple(player(path, said, game) for game in games),
        pair=1,
        opening=opening_of(said),
    )


def player(path: Path, said: list[Said], game: wire.NewGame) -> Player:
    messages = [line.parse() for line in said if line.seat == game.seat]
    options = tuple((m.name, m.text) for m in messages if isinstance(m, wire.SetOption))
    command = (sys.executable, str(SCRIPTED), str(path), str(game.seat))
    bot = BotSpec(f"seat-{game.seat}", command, str(SCRIPTED.parent), options)
    return Player(bot, Clock(time=20_000), game.seed)


def opening_of(said: list[Said]) -> tuple[JointMove, ...]:
    """The turns that were played before a bot was first asked."""
    messages = [line.parse() for line in said]
    first = next(message.turn for message in messages if isinstance(message, wire.Go))
    told = {m.turn: m.moves for m in messages if isinstance(m, wire.Played) and m.turn < first}
    return tuple(tuple(told[turn].items()) for turn in sorted(told))


def plain(seat: int, direction: str, text: str) -> tuple[int, str, str]:
    """A line without what a clock has measured or allowed."""
    return seat, direction, re.sub(r" (time|margin|last)=\d+", "", text)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_referee_speaks_as_the_transcript_does(path: Path) -> None:
    heard: list[tuple[int, str, str]] = []
    bots = WarmBots()
    record = play(spec_of(path), bots, lambda *line: heard.append(plain(*line)))
    bots.close()
    told = [plain(s.seat, s.direction, s.text) for s in read(path) if s.text != "quit"]
    for seat in (1, 2):
        assert [line for line in heard if line[0] == seat] == [
            line for line in told if line[0] == seat
        ]
    (result,) = {s.text.split()[3] for s in read(path) if s.text.startswith("result ")}
    assert record.termination == result
