"""A bot's answers to a recorded game beside the recorded ones, as text for a terminal. Pure."""

from __future__ import annotations

from arena.clock import MS
from arena.feed import Compared
from arena.printable import printable

_WIDTH = 28
HEAD = f"turn  {'recorded':{_WIDTH}}  {'now':{_WIDTH}}  took"
FIRST = "<- the first difference"


def row(compared: Compared, is_first_difference: bool) -> str:
    """A turn: what was said then and now, in which time, and what there is to say against it."""
    turn = str(compared.exchange.turn or "-")
    said = printable(compared.answer, 100)
    cells = f"{turn:>4}  {compared.recorded:{_WIDTH}}  {said:{_WIDTH}}  {compared.used / MS:.1f} ms"
    remarks = [FIRST] if is_first_difference else []
    return "  ".join([cells, *remarks, *([compared.complaint] if compared.complaint else [])])


def lines(compared: Compared) -> str:
    """All that was said to the bot in this turn, marked as in a trace."""
    return "\n".join(f"> {line}" for line in compared.exchange.said)


def summary(answers: int, different: list[int]) -> str:
    """How many answers were the same, and where they first were not."""
    if not answers:
        return "nothing was asked: in the recorded game the bot did not come so far"
    if not different:
        return f"{answers} answers, all as recorded"
    where = f"turn {different[0]}" if different[0] else "its `ready`"
    return f"{answers} answers, {answers - len(different)} as recorded; first difference: {where}"
