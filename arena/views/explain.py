"""Why a seat lost by a fault, in three parts: what it sent, what was due, how to see it again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from arena import durations, resources
from arena.plan.bots import FILE
from arena.printable import printable
from arena.record import BotSpec, Fault, Record
from arena.rules.dialogue import Exchange, dialogue, introduction
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


def endings(record: Record, run: Path) -> Iterator[str]:
    """A block for each seat that lost: why, if by a fault, and how to see its answers again.

    `run` is where the game is kept.
    """
    for seat, name in enumerate(record.spec.bots, 1):
        if fault := record.faults[seat - 1]:
            yield explanation(record, run, seat, fault)
        elif record.scores and record.scores[seat - 1] == 0:
            yield f"{name}'s answers again: {feed_command(record, run, seat)}"


def explanation(record: Record, run: Path, seat: Seat, fault: Fault) -> str:
    """Three parts, the last lines between the arena and the bot, and the end of its stderr."""
    exchanges = [*introduction(record, seat), *dialogue(record, seat)]
    asked = next((each for each in reversed(exchanges) if each.due), exchanges[-1])
    name = record.spec.bots[seat - 1]
    where = f" in turn {fault.turn}" if fault.turn else " before the first turn"
    return "\n".join(
        [
            f"why {name} (seat {seat}) lost: {fault.word}{where}",
            f"  it sent    {_sent(asked, fault)}",
            f"  due was    {_due(record, seat, asked, fault)} ({PLACES[fault.word]})",
            f"  see again  {feed_command(record, run, seat, fault.turn)}",
            *_block(f"the last lines between the arena and {name}", _last_lines(exchanges)),
            *_block(f"the end of {name}'s stderr", _last_errors(record, seat)),
        ]
    )


def lead_to_faults(run: str, frame: DataFrame) -> str:
    """The command that tells more of the faults in a table's frame, or nothing."""
    if "faults" not in frame.columns:
        return ""
    if "id" in frame.columns:
        faulty = frame["id"][[any(words) for words in frame["faults"]]].tolist()
        return f"arena show {run} {faulty[0]} explains its fault; so for any game" if faulty else ""
    listed = f"arena games {run} --fault any lists the games that ended by a fault"
    return listed if frame["faults"].any() else ""


def feed_command(record: Record, run: Path, seat: Seat, turn: int = 0) -> str:
    """The command that sends the seat's bot the same lines again."""
    words = ["arena", "feed", bot_text(record.spec.players[seat - 1].bot), str(run)]
    words += [str(record.spec.id), "--seat", str(seat)]
    return shlex.join([*words, *(("--turn", str(turn)) if turn else ())])


def bot_text(bot: BotSpec) -> str:
    """What a user types for this bot: a bundled one's name, its folder, or its command line."""
    folder = Path(bot.folder)
    if not (folder / FILE).is_file():
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


def _block(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [f"  {title}:", *(f"    {printable(line, MOST)}" for line in lines)]
