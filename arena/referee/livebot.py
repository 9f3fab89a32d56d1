"""A bot that runs: its process after the handshake, with what it declared of itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sized
from dataclasses import dataclass

from arena import wire
from arena.clock import MS
from arena.printable import printable
from arena.record import BotSpec
from arena.referee.desk import Desk, Failure, Trace
from arena.referee.process import QUIT_PAUSE, BotProcess, StartError, start, stop

GAME_ID = "ARENA_GAME_ID"
"""The variable in a bot's environment, and in that of all it starts, that tells its first game."""
MAX_TEXT = 100
"""Signs of a name or an author that are kept."""
MAX_DECLARATION = 1000
"""Signs in the line of an option or a game."""
MAX_DECLARED = 100
"""Options, and games, that a bot may declare."""


class BotUnusable(Exception):
    """The bot did not start, or cannot be used as it is entered; the text says why."""

    def __init__(self, reason: str, stderr: str = "") -> None:
        super().__init__(reason)
        self.stderr = stderr


@dataclass(frozen=True, slots=True)
class Declared:
    """What a bot said of itself in the handshake."""

    name: str = ""
    author: str = ""
    options: tuple[wire.Option, ...] = ()
    plays: tuple[str, ...] = ()
    wants_legal: bool = False


class LiveBot:
    """A bot that has said `ready` and has had its options set."""

    def __init__(self, spec: BotSpec, process: BotProcess, declared: Declared) -> None:
        self.spec = spec
        self.process = process
        self.declared = declared
        self.games = 0

    def next_game(self) -> str:
        """The id of the next game in this process: 1, 2, …"""
        self.games += 1
        return str(self.games)


def close(bots: Collection[LiveBot], patience: float = QUIT_PAUSE) -> None:
    """Say `quit` and end the bots' processes, those that don't end by force; see `stop`."""
    for bot in bots:
        bot.process.channel.hang_up("quit\n")
    stop([bot.process for bot in bots], patience)


def variables(game: int = 0, seat: int = 0, slot: int = 0) -> Mapping[str, str]:
    """What tells a bot for which game, seat and slot it is started; 0 is none in particular."""
    return {GAME_ID: str(game), "ARENA_SEAT": str(seat), "ARENA_SLOT": str(slot)}


def launch(
    spec: BotSpec, environment: Mapping[str, str], startup: int, trace: Trace | None = None
) -> LiveBot:
    """Start a bot and greet it (see `greet`). Raises BotUnusable, or HostFailed."""
    return greet(spec, begin(spec, environment), startup, trace)


def begin(spec: BotSpec, environment: Mapping[str, str]) -> BotProcess:
    """Start a bot, to get ready while nobody waits for it. Raises BotUnusable, or HostFailed."""
    try:
        return start(spec.command, spec.folder, environment, spec.limits)
    except StartError as error:
        raise BotUnusable(str(error)) from None


def greet(spec: BotSpec, process: BotProcess, startup: int, trace: Trace | None = None) -> LiveBot:
    """Shake hands with a bot that was begun, within `startup` milliseconds, and set its options.

    `trace` is told the lines as those of seat 0. Raises BotUnusable; then the process is ended.
    """
    try:
        declared = _shake_hands(process, startup, trace)
        _set_options(spec, process, declared, trace)
    except BaseException:
        process.kill()
        raise
    return LiveBot(spec, process, declared)


def _shake_hands(process: BotProcess, startup: int, trace: Trace | None) -> Declared:
    hearing = _Handshake()
    desk = Desk({0: process.channel}, trace, watchers=process.watchers)
    hello = wire.encode(wire.Hello(wire.VERSION)) + "\n"
    answer = desk.ask({0: (hello, startup * MS)}, hearing, {})[0]
    if isinstance(answer.content, Failure):
        process.settle()
        stderr = process.channel.take_stderr()
        raise BotUnusable(_why_not_ready(process, answer.content, answer.used), stderr)
    return hearing.declared()


def _why_not_ready(process: BotProcess, failure: Failure, used: int) -> str:
    if failure.word == "timeout":
        return f"no `ready` came within {used // MS} ms of `arena {wire.VERSION}`"
    if failure.word == "crash":
        return f"its output ended before `ready` ({process.how_it_ended()})"
    return f"{failure.detail} before `ready`"


class _Handshake:
    """Hears a handshake up to `ready`. Of two names or options the last counts; what is too
    long, too much or not printable is dropped, since all of it is shown to people."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._options: dict[str, wire.Option] = {}
        self._plays: dict[str, None] = {}
        self._wants_legal = False
        self._is_over = False

    def __call__(self, _seat: int, message: wire.BotMessage) -> bool:
        if not self._is_over:
            self._take(message)
            self._is_over = message == wire.Ready(None)
        return self._is_over

    def _take(self, message: wire.BotMessage) -> None:
        match message:
            case wire.Id(key, text):
                self._texts[key] = printable(text, MAX_TEXT)
            case wire.Option(name) if _is_sound(message, self._options):
                self._options[name] = message
            case wire.Plays(game) if _is_sound(message, self._plays):
                self._plays[game] = None
            case wire.Want("legal"):
                self._wants_legal = True

    def declared(self) -> Declared:
        return Declared(
            name=self._texts.get("name", ""),
            author=self._texts.get("author", ""),
            options=tuple(self._options.values()),
            plays=tuple(self._plays),
            wants_legal=self._wants_legal,
        )


def _is_sound(message: wire.Option | wire.Plays, others: Sized) -> bool:
    line = str(message)
    return len(line) <= MAX_DECLARATION and line.isprintable() and len(others) < MAX_DECLARED


def _set_options(
    spec: BotSpec, process: BotProcess, declared: Declared, trace: Trace | None
) -> None:
    known = {option.name: option for option in declared.options}
    for name, text in spec.options:
        if name not in known:
            offered = ", ".join(known) or "none"
            raise BotUnusable(f"it declares no option {name!r}; it declares {offered}")
        if refusal := known[name].refusal(text):
            raise BotUnusable(f"option {name} cannot be {text!r}: {refusal}")
    desk = Desk({0: process.channel}, trace)
    for name, text in spec.options:
        desk.tell(0, wire.encode(wire.SetOption(name, text)) + "\n")
