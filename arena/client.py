"""The bot's side of the wire protocol, for bots written in Python.

from arena.client import Bot, Turn, run

class First(Bot):
    name = "first"
    games = ("what-the-shell", "veletas")

    def move(self, turn: Turn) -> str:
        return next(turn.state.legal(turn.seat))

run(First())
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import BinaryIO

import engines
from arena import wire
from arena.wire import NewGame, Option, Result
from engines.base import Seat, State

__all__ = ["SEED", "Bot", "NewGame", "Option", "Result", "Seat", "State", "Turn", "run"]

SEED = Option("seed", "int", "0", min=0)
"""An option for bots that draw lots: what `Bot.rng` starts from, 0 for the seed of each game."""
_MOVES_LEFT = 20
"""For how many more moves a bank should last."""


@dataclass(frozen=True)
class Turn:
    """A decision that the arena asks for."""

    number: int
    """The turn's number, from 1, those before the bot's own included."""
    game: str
    seat: Seat
    text: str
    """The position's text."""
    legal: tuple[str, ...] | None
    """The legal moves if the bot wants them and the arena can list them."""
    terms: Mapping[str, int]
    """What the bot may spend, as `go` says it: milliseconds, or `nodes`."""
    started: float
    """When the bot was asked, by `time.monotonic()`."""

    @cached_property
    def state(self) -> State:
        """The position, read by the game's reference engine."""
        return engines.load(self.game).parse(self.text)

    @property
    def limit(self) -> int:
        """All that the bot may spend on this turn, in milliseconds: time, bank and periods."""
        terms = self.terms
        byo_yomi = terms.get("periods", 0) * terms.get("period", 0)
        return terms.get("time", 0) + terms.get("bank", 0) + byo_yomi

    @property
    def budget(self) -> float:
        """A fair part of `limit` for this turn, in milliseconds: what leaves enough for others."""
        terms = self.terms
        bank = terms.get("bank", 0)
        saved = min(bank, bank / _MOVES_LEFT + terms.get("inc", 0) / 2)
        return terms.get("time", 0) + max(saved, terms.get("period", 0))

    def spent(self) -> float:
        """Milliseconds since the bot was asked."""
        return (time.monotonic() - self.started) * 1000


class Bot:
    """What a bot is and does; `run` lets it play. Subclasses say their name, games and `move`.

    An exception ends the bot, which loses the game; the arena keeps what stderr says of it.
    """

    name = "bot"
    author = ""
    games: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    wants_legal = False

    def __init__(self) -> None:
        self.settings = {option.name: option.default for option in self.options}
        """Each option's text, by name."""
        self.rng = Random()
        """Chance, anew in each game from its seed; the option `SEED` may say another."""
        self._sink: BinaryIO = sys.stdout.buffer

    def new_game(self, game: NewGame) -> None:
        """Get ready for a game; no clock runs yet.

        This one has the reference engine make its tables, so that no clock pays for them.
        """
        engine = engines.load(game.game)
        variant = {key: game.terms[key] for key in engine.variants[0] if key in game.terms}
        engine.start(**variant)

    def move(self, turn: Turn) -> str | None:
        """The move to play, or None to resign."""
        raise NotImplementedError

    def game_over(self, result: Result) -> None:
        """Hear how a game ended."""

    def info(self, text: str) -> None:
        """Tell the arena about the search, on one line: `depth`, `score`, `nodes`, `pv`, `text`."""
        self._say(wire.Info(" ".join(text.splitlines())))

    def _say(self, *messages: wire.BotMessage) -> None:
        self._sink.write("".join([f"{message}\n" for message in messages]).encode())
        self._sink.flush()


def run(bot: Bot, source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Play what the arena asks for until it says `quit` or its output ends.

    What the bot prints goes to stderr, so that it cannot be taken for an answer.
    """
    bot._sink = sink or sys.stdout.buffer
    with redirect_stdout(sys.stderr):
        _Session(bot).listen(source or sys.stdin.buffer)


class _Session:
    """What the bot has heard of the game it is in."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._game = NewGame("", "", 0, 0)
        self._position = ""
        self._legal: tuple[str, ...] | None = None

    def listen(self, source: BinaryIO) -> None:
        for line in source:
            message = wire.parse_arena(line.decode())
            if isinstance(message, wire.Quit):
                return
            self._hear(message)

    def _hear(self, message: wire.ArenaMessage) -> None:
        match message:
            case wire.Position(text):
                self._position, self._legal = text, None
            case wire.Legal(moves):
                self._legal = moves
            case wire.Go(number, terms):
                self._answer(number, terms)
            case NewGame():
                self._begin(message)
            case Result():
                self._bot.game_over(message)
            case wire.Ping(token):
                self._bot._say(wire.Pong(token))
            case wire.SetOption(name, text):
                self._set(name, text)
            case wire.Hello():
                self._introduce()

    def _introduce(self) -> None:
        bot = self._bot
        ids = [wire.Id("name", bot.name)]
        if bot.author:
            ids.append(wire.Id("author", bot.author))
        plays = [wire.Plays(game) for game in bot.games]
        wants = [wire.Want("legal")] if bot.wants_legal else []
        bot._say(*ids, *bot.options, *plays, *wants, wire.Ready(None))

    def _set(self, name: str, text: str) -> None:
        for option in self._bot.options:
            if option.name == name:
                refusal = option.refusal(text)
                if refusal is None:
                    self._bot.settings[name] = text
                else:
                    print(f"option {name} cannot be {text!r}: {refusal}", file=sys.stderr)

    def _begin(self, game: NewGame) -> None:
        self._game = game
        chosen = int(self._bot.settings[SEED.name]) if SEED in self._bot.options else 0
        self._bot.rng = Random(chosen or game.seed)
        self._bot.new_game(game)
        self._bot._say(wire.Ready(game.id))

    def _answer(self, number: int, terms: Mapping[str, int]) -> None:
        started, game = time.monotonic(), self._game
        turn = Turn(number, game.game, game.seat, self._position, self._legal, terms, started)
        move = self._bot.move(turn)
        self._bot._say(wire.Resign(number) if move is None else wire.MoveReply(number, move))
