"""The examination: every check in its order, each with its finding and what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena import resources
from arena.errors import ArenaError
from arena.examiner import basics, clocks, games, lives, rare, talk
from arena.examiner.base import FAIL, PASS, SKIPPED, Check, Examined, Failed, Finding, NotExamined
from arena.examiner.exam import Effort, Exam
from arena.plan.bots import from_folder
from arena.record import BotSpec
from arena.referee.process import HostFailed
from arena.words import did_you_mean

CHECKS = (*basics.CHECKS, *games.CHECKS, *rare.CHECKS, *talk.CHECKS, *clocks.CHECKS, *lives.CHECKS)
"""All checks in their order; what others need comes first, what leaves traces last."""
SHOWN = 24
"""Lines that are kept with a finding."""


def chosen(names: Sequence[str]) -> tuple[Check, ...]:
    """The checks of these names with all that they need, in order; no names choose all."""
    known = {check.name: check for check in CHECKS}
    wanted: set[str] = set()
    waiting = list(names or known)
    while waiting:
        name = waiting.pop()
        if name not in known:
            hint = did_you_mean(name, known) or f"; expected one of: {', '.join(known)}"
            raise ArenaError(f"there is no check {name!r}{hint}")
        if name not in wanted:
            wanted.add(name)
            waiting += known[name].needs
    return tuple(check for check in CHECKS if check.name in wanted)


def examine(
    bot: BotSpec, effort: Effort, only: Sequence[str] = (), partner: BotSpec | None = None
) -> Iterator[Examined]:
    """Examine a bot; each check is told as soon as it is made. Raises ArenaError.

    The partner plays against it; the bundled `random` does unless another is given.
    """
    selected = chosen(only)
    exam = Exam(bot, partner or from_folder(resources.folder("bots") / "random"), effort)
    missed: set[str] = set()
    try:
        for check in selected:
            exam.lines.clear()
            finding = _finding(exam, check, missed)
            if finding.verdict == FAIL or missed.intersection(check.needs):
                missed.add(check.name)
            shown = () if finding.verdict in (PASS, SKIPPED) else tuple(exam.lines[-SHOWN:])
            yield Examined(check, finding, shown)
    finally:
        exam.close()


def _finding(exam: Exam, check: Check, missed: set[str]) -> Finding:
    try:
        if needed := missed.intersection(check.needs):
            raise NotExamined(f"not before {' and '.join(sorted(needed))}")
        if check.game and check.game not in exam.games:
            raise NotExamined(f"the bot does not play {check.game}")
        return check.examine(exam)
    except Failed as failure:
        return Finding(FAIL, str(failure))
    except NotExamined as reason:
        return Finding(SKIPPED, str(reason))
    except HostFailed as error:
        raise ArenaError(str(error)) from None
