"""Why a seat lost by a fault, in three parts: what it sent, what was due, how to see it again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena import durations, resources
from arena.plan.bots import FILE
from arena.printable import printable
from arena.record import FORFEIT, PERSON, BotSpec, Fault, Record
from arena.rules.dialogue import Exchange, dialogue, introduction
from arena.words import typed
from engines.base import Seat

if TYPE_CHECKING:
    from pandas import DataFrame

LINES = 20
"""Protocol lines that are shown."""
STDERR_LINES = 20
"""Lines of stderr that are shown."""
MOST = 400
"""Signs of a line that are shown."""
PLACES = {
    "illegal": "SPEC.md#9-faults-and-verdicts",
    "timeout": "SPEC.md#8-clocks",
    "crash": "SPEC.md#9-faults-and-verdicts",
    "protocol": "SPEC.md#3-transport",
    "startup": "SPEC.md#6-handshake-and-options",
}
"""Where SPEC.md says what was due."""


def endings(record: Record, run: Path, turn: int | None = None) -> Iterator[str]:
    """A block for each seat that lost: why, if by a fault, and how to see its answers again.

    `run` is where the game is kept. With a `turn`, only of those that failed in it.
    """
    for seat, name in enumerate(record.spec.bots, 1):
        fault = record.faults[seat - 1]
        if turn is not None and (not fault or fault.turn != turn):
            continue
        if fault and fault.word != FORFEIT:  # who forfeits was asked for nothing in this game
            yield str(explanation(record, run, seat, fault))
        elif not fault and record.scores and record.scores[seat - 1] == 0:
            yield f"{name}'s answers again: {feed_command(record, run, seat)}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a bot lost by a fault, in which turn (0: before the first). `due` was what `place` in
    SPEC.md says; `again` is the command that shows it once more. `lines` are the last between
    the arena and the bot, `stderr` the last that it wrote there."""

    name: str
    seat: Seat
    word: str
    turn: int
    sent: str
    due: str
    place: str
    again: str
    lines: tuple[str, ...]
    stderr: tuple[str, ...]

    def __str__(self) -> str:
        where = f" in turn {self.turn}" if self.turn else " before the first turn"
        return "\n".join(
            [
                f"why {self.name} (seat {self.seat}) lost: {self.word}{where}",
                f"  it sent    {self.sent}",
                f"  due was    {self.due} ({self.place})",
                f"  see again  {self.again}",
                *_block(f"the last lines between the arena and {self.name}", self.lines),
                *_block(f"the end of {self.name}'s stderr", self.stderr),
            ]
        )


def explanation(record: Record, run: Path, seat: Seat, fault: Fault) -> Explanation:
    """Three parts, the last lines between the arena and the bot, and the end of its stderr."""
    exchanges = [*introduction(record, seat), *dialogue(record, seat)]
    asked = next((each for each in reversed(exchanges) if each.due), exchanges[-1])
    return Explanation(
        name=record.spec.bots[seat - 1],
        seat=seat,
        word=fault.word,
        turn=fault.turn,
        sent=_sent(asked, fault),
        due=_due(record, seat, asked, fault),
        place=PLACES[fault.word],
        again=feed_command(record, run, seat, fault.turn),
        lines=tuple(printable(line, MOST) for line in _last_lines(exchanges)),
        stderr=tuple(printable(line, MOST) for line in _last_errors(record, seat)),
    )


def lead_to_faults(run: Path, frame: DataFrame) -> str:
    """The command that tells more of the faults in a table's frame, or nothing."""
    if "faults" not in frame.columns:
        return ""
    path = typed(run)
    if "id" in frame.columns:
        faulty = frame["id"][[any(words) for words in frame["faults"]]].tolist()
        if not faulty:
            return ""
        return f"arena show {path} {faulty[0]} explains its fault; so for any game"
    listed = f"arena games {path} --fault any lists the games that ended by a fault"
    return listed if frame["faults"].any() else ""


def feed_command(record: Record, run: Path, seat: Seat, turn: int = 0) -> str:
    """The command that sends the seat's bot the same lines again."""
    words = ["arena", "feed", bot_text(record.spec.players[seat - 1].bot), str(run)]
    words += [str(record.spec.id), "--seat", str(seat)]
    return shlex.join([*words, *(("--turn", str(turn)) if turn else ())])


def bot_text(bot: BotSpec) -> str:
    """What a user types for this bot: a bundled one's name, its folder, or its command line; for
    a person, `BOT`: any bot may be asked what the person was asked."""
    if bot.command == PERSON:
        return "BOT"
    folder = Path(bot.folder)
    if not os.path.isfile(folder / FILE):  # not Path.is_file, which refuses long names
        return shlex.join(bot.command)
    if folder.parent == resources.folder("bots"):
        return folder.name
    return os.path.relpath(folder) if folder.is_relative_to(Path.cwd()) else str(folder)


def _sent(asked: Exchange, fault: Fault) -> str:
    detail = printable(fault.detail)
    return f"`{asked.replies[-1]}`: {detail}" if fault.word == "illegal" else detail


def _due(record: Record, seat: Seat, asked: Exchange, fault: Fault) -> str:
    clock = record.spec.players[seat - 1].clock
    if fault.turn == 0:
        due = f"`{asked.due or 'ready'}`"
        return f"{due} within {durations.written(clock.startup)} of `{_keyword(asked)}`"
    answer = f"`{asked.due}` or `resign {fault.turn}`"
    if fault.word == "timeout":
        margin = f" and a margin of {durations.written(clock.margin)}" if clock.margin else ""
        return f"{answer} in the time that `{asked.said[-1]}` gives{margin}"
    if fault.word == "illegal" and asked.state is not None:
        example = next(asked.state.legal(seat))
        return (
            f"a legal move of {asked.state.seat_name(seat)}, such as `move {fault.turn} {example}`"
        )
    return f"{answer}, while its output is open and its lines are in bounds"


def _keyword(asked: Exchange) -> str:
    return " ".join(asked.said[-1].split(" ")[:2])


def _last_lines(exchanges: list[Exchange]) -> list[str]:
    lines = [line for exchange in exchanges for line in exchange.lines]
    return lines[-LINES:]


def _last_errors(record: Record, seat: Seat) -> list[str]:
    text = record.stderr[seat - 1] if record.stderr else ""
    return [f"| {line}" for line in text.rstrip().splitlines()[-STDERR_LINES:]]


def _block(title: str, lines: Iterable[str]) -> list[str]:
    shown = [f"    {line}" for line in lines]
    return [f"  {title}:", *shown] if shown else []
