"""Checks of the first words: output that is flushed, the handshake, options, `ready`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import engines
from arena import wire
from arena.examiner.base import Check, Failed, Finding, NotExamined, advised, passed
from arena.examiner.exam import Exam
from arena.examiner.session import Session, SoloGame, is_answer
from arena.plan.bots import games_named
from arena.words import any_of, counted

GAME_ID = "cup-7"
"""A game's name within a process: a word, which need not be a number."""


class _HeldBack(Failed):
    """An answer came when the input had ended."""


def flush(exam: Exam) -> Finding:
    """What is awaited in vain must not come when the input ends. Other checks are about answers
    that never come."""
    try:
        with exam.stranger() as session:
            _not_held_back(session, lambda: _shake_hands(session), _is_ready)
        with exam.session() as session:
            _flushes_in_game(exam, session)
    except _HeldBack:
        raise
    except Failed:
        raise NotExamined("an answer did not come at all, which other checks are about") from None
    return passed("each answer comes as soon as it is written")


def _flushes_in_game(exam: Exam, session: Session) -> None:
    games = [name for name in session.bot.declared.plays if name in engines.names()]
    if games:
        spec, begun = exam.spec(games[0]), list[SoloGame]()
        _not_held_back(session, lambda: begun.append(session.begin(spec)), _is_ready)
        _not_held_back(session, begun[0].turn, is_answer)


def _shake_hands(session: Session) -> None:
    hello, ready = wire.encode(wire.Hello(wire.VERSION)), wire.Ready(None)
    session.request((hello,), lambda message: message == ready, wire.encode(ready))


def _not_held_back(
    session: Session, ask: Callable[[], None], awaited: Callable[[wire.BotMessage], bool]
) -> None:
    """Raise Failed as `ask` does; in other words if the answer was only held back."""
    try:
        ask()
    except Failed:
        if any(awaited(message) for message in session.hang_up()):
            raise _HeldBack("an answer came only when the input had ended") from None
        raise


def _is_ready(message: wire.BotMessage) -> bool:
    return isinstance(message, wire.Ready)


def handshake(exam: Exam) -> Finding:
    """It ends in time, and there is a game to play."""
    with exam.session() as session:
        exam.declared, exam.introduction = session.bot.declared, tuple(exam.said)
    if not exam.games:
        declared = ", ".join(exam.declared.plays) or "none"
        known = ", ".join(engines.names())
        raise Failed(f"it declares {declared}, and the arena knows {known}")
    named = games_named(exam.bot)
    if missing := [name for name in named if name not in exam.declared.plays]:
        raise Failed(f"its bot.yaml names {any_of(missing)}, which it does not declare")
    if named and (more := [name for name in exam.games if name not in named]):
        told = f"it declares {any_of(more)}, which its bot.yaml does not name"
        return advised(f"{told}: it cannot be entered where that is played")
    if not exam.declared.name:
        return advised("it says no name: `id name …` is how people know it")
    return passed(f"{exam.declared.name} plays {', '.join(exam.games)}")


def options(exam: Exam) -> Finding:
    """Declarations are sound, and every value that is tried leaves the bot playing."""
    declared = exam.declared.options
    for line in exam.introduction:
        if line.startswith("option") and isinstance(wire.parse_bot(line), wire.Unknown):
            raise Failed(f"this declares nothing: {line}")
    for option in declared:
        if option.default and (refusal := option.refusal(option.default)):
            raise Failed(f"option {option.name} has the default {option.default}: {refusal}")
    trials = list(_trials(declared))
    for values in trials:
        with exam.session(values) as session:
            session.begin(exam.spec(exam.games[0])).turn()
    if not declared:
        return passed("it has none")
    return passed(f"{counted(len(declared), 'option')}, set in {counted(len(trials), 'way')}")


def _trials(declared: tuple[wire.Option, ...]) -> Iterator[dict[str, str]]:
    """Settings of all options: each one's first value, then each one's second, …"""
    values = {option.name: _values(option) for option in declared}
    for number in range(max(map(len, values.values()), default=0)):
        yield {name: texts[min(number, len(texts) - 1)] for name, texts in values.items() if texts}


def _values(option: wire.Option) -> tuple[str, ...]:
    """Values worth a trial. Not the largest number there is, which may ask for all memory, and no
    text of our own, which may have to be a file."""
    if option.type == "bool":
        return ("true", "false")
    if option.type == "choice":
        return option.values
    if option.type == "string":
        return (option.default,) if option.default else ()
    numbers = (option.default or None, option.min, option.max, 1)
    return (next(str(number) for number in numbers if number is not None),)


def ready(exam: Exam) -> Finding:
    """It repeats the word that names the game."""
    with exam.session() as session:
        session.begin(exam.spec(exam.games[0]), game_id=GAME_ID)
    return passed(f"`newgame {GAME_ID} …` is answered by `ready {GAME_ID}`")


CHECKS = (
    Check(
        "flush",
        "a line that stays in a buffer has not been written, and the clock runs on",
        "3-transport",
        flush,
    ),
    Check(
        "handshake",
        "a bot that does not shake hands, or knows no game, cannot be entered",
        "6-handshake-and-options",
        handshake,
        needs=("flush",),
    ),
    Check(
        "options",
        "a run with an option that the bot cannot take does not begin",
        "6-handshake-and-options",
        options,
        needs=("handshake",),
    ),
    Check(
        "ready",
        "all that comes before the `ready` of this very game is dropped, so without it none begins",
        "before-it",
        ready,
        needs=("handshake",),
    ),
)
