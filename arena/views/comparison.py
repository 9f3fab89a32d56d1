"""A bot's answers to a recorded game beside the recorded ones, as text for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from arena.clock import MS
from arena.feed import Compared
from arena.printable import printable

_WIDTH = 28
HEAD = f"turn  {'recorded':{_WIDTH}}  {'now':{_WIDTH}}  took"
FIRST = "<- the first difference"


class Answers:
    """A bot's answers, told one by one as they come, and then all together."""

    def __init__(self) -> None:
        self._answers = 0
        self._different: list[int] = []
        self._last: Compared | None = None

    @property
    def is_same(self) -> bool:
        """Whether all answers so far were as recorded."""
        return not self._different

    def row(self, compared: Compared) -> str:
        """The next answer."""
        is_first_difference = self.is_same and not compared.same
        self._answers += 1
        self._last = compared
        if not compared.same:
            self._different.append(compared.exchange.turn)
        return _row(compared, is_first_difference)

    def end(self, stderr: str, show_last: bool) -> Iterator[str]:
        """What there is to say after the last answer, whose lines are shown if they are asked
        for."""
        if self._last and show_last:
            yield _lines(self._last)
        if errors := stderr.rstrip():
            yield "stderr:\n" + "\n".join(f"| {line}" for line in errors.splitlines())
        yield _summary(self._answers, self._different)


def _row(compared: Compared, is_first_difference: bool) -> str:
    """A turn: what was said then and now, in which time, and what there is to say against it."""
    turn = str(compared.exchange.turn or "-")
    said = printable(compared.answer, 100)
    cells = f"{turn:>4}  {compared.recorded:{_WIDTH}}  {said:{_WIDTH}}  {compared.used / MS:.1f} ms"
    remarks = [FIRST] if is_first_difference else []
    return "  ".join([cells, *remarks, *([compared.complaint] if compared.complaint else [])])


def _lines(compared: Compared) -> str:
    """All that was said to the bot in this turn, marked as in a trace."""
    return "\n".join(f"> {line}" for line in compared.exchange.said)


def _summary(answers: int, different: list[int]) -> str:
    """How many answers were the same, and where they first were not."""
    if not answers:
        return "nothing was asked: in the recorded game the bot did not come so far"
    if not different:
        return f"{answers} answers, all as recorded"
    where = f"turn {different[0]}" if different[0] else "its `ready`"
    return f"{answers} answers, {answers - len(different)} as recorded; first difference: {where}"
