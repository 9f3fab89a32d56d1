"""A bot that runs: its process after the handshake, with what it declared of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena import wire
from arena.clock import MS
from arena.desk import Answer, Desk, Failure, Trace
from arena.process import QUIT_PAUSE, BotProcess, StartError, start
from arena.record import BotSpec


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

    def close(self) -> None:
        """Say `quit` and end the process."""
        self.process.channel.say("quit\n")
        self.process.stop(QUIT_PAUSE)


def launch(
    spec: BotSpec, variables: Mapping[str, str], startup: int, trace: Trace | None = None
) -> LiveBot:
    """Start a bot, shake hands within `startup` milliseconds, set its options.

    `trace` is told the lines as those of seat 0. Raises BotUnusable.
    """
    try:
        process = start(spec.command, spec.folder, variables)
    except StartError as error:
        raise BotUnusable(str(error)) from None
    try:
        declared = _shake_hands(process, startup, trace)
        _set_options(spec, process, declared, trace)
    except BotUnusable:
        process.kill()
        raise
    return LiveBot(spec, process, declared)


def _shake_hands(process: BotProcess, startup: int, trace: Trace | None) -> Declared:
    heard: list[wire.BotMessage] = []

    def listen(_seat: int, message: wire.BotMessage) -> bool:
        heard.append(message)
        return message == wire.Ready(None)

    desk = Desk({0: process.channel}, trace)
    hello = wire.encode(wire.Hello(wire.VERSION)) + "\n"
    answer = desk.ask({0: (hello, startup * MS)}, listen, {})[0]
    if isinstance(answer.content, Failure):
        raise BotUnusable(_why_not_ready(process, answer), _last_words(process))
    return declared(heard)


def _why_not_ready(process: BotProcess, answer: Answer) -> str:
    assert isinstance(answer.content, Failure)
    if answer.content.word == "timeout":
        return f"no `ready` came within {answer.used // MS} ms of `arena {wire.VERSION}`"
    if answer.content.word == "crash":
        return f"its output ended before `ready` ({process.how_it_ended()})"
    return f"{answer.content.detail} before `ready`"


def _last_words(process: BotProcess) -> str:
    process.settle()
    return process.channel.take_stderr()


def declared(heard: list[wire.BotMessage]) -> Declared:
    """What the messages of a handshake declare; of two names or options the last counts."""
    texts = {message.key: message.text for message in heard if isinstance(message, wire.Id)}
    options = {option.name: option for option in heard if isinstance(option, wire.Option)}
    return Declared(
        name=texts.get("name", ""),
        author=texts.get("author", ""),
        options=tuple(options.values()),
        plays=tuple(message.game for message in heard if isinstance(message, wire.Plays)),
        wants_legal=wire.Want("legal") in heard,
    )


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
