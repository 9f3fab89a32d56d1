"""Stores made by hand: names that nobody would choose, and games that nobody played."""

from __future__ import annotations

from pathlib import Path

from arena.plan.tournament import Contest, match
from arena.run import header_of
from arena.store.store import Store
from tests.run_records import DRAW, LOSS, WIN, bot, record, void

HOSTILE = (
    "<script>document.title='taken'</script>",
    '"><img src=x onerror="document.title=\'taken\'">',
    "right-to-left \u202etset\u202c \u05d0\u05d1",
    "{{ 7 * 7 }} %3Cb%3E & ?game=1#turn/../..",
    "🐢🥚 " * 5,
    "x" * 10_000,
)
"""Names as bots of a malicious author may have."""


def craft(path: Path, names: tuple[str, ...], rounds: int = 2, voids: int = 0) -> None:
    """A store of a run between bots of these names, in which each couple has met a few times and
    all kinds of ends came to pass; so many games more were spoilt."""
    plan = match([bot(name) for name in names], Contest("what-the-shell"), games=2 * rounds)
    ends = (
        (WIN, "line", (None, None)),
        (LOSS, "line", (None, None)),
        (LOSS, "timeout", ("timeout", None)),
        (DRAW, "board-full", (None, None)),
        (WIN, "illegal", (None, "illegal")),
    )
    couples = [(a, b) for a in names for b in names if a != b]
    with Store.create(path, header_of(plan)) as store:
        for id_, couple in enumerate(couples * rounds, 1):
            scores, word, faults = ends[id_ % len(ends)]
            store.save(record(id_, couple, scores, word, faults))
        for id_ in range(1, voids + 1):
            store.save_void(void(id_, "ada stood 90 ms without a processor because of others"))
