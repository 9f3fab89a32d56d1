"""Sets bots aside that fail game after game, and forfeits what is left of their games.

Who is set aside follows from the games in schedule order, never from which ended first. So
records are handed on in that order, and one that came too soon waits for those before it; if
one of its bots is set aside meanwhile, its game is forfeited all the same.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from arena.plan.meetings import WAIT, Wait
from arena.record import FORFEIT, GameSpec, Record
from arena.referee.forfeit import forfeited


class Ejector:
    """Stands between a runner and `keep`, which is given every record, played or forfeited.

    A bot is set aside after `limit` failed games in a row (None: never, and nothing waits);
    `note` is told so in a sentence.
    """

    def __init__(
        self, limit: int | None, keep: Callable[[Record], None], note: Callable[[str], None]
    ) -> None:
        self._limit = limit
        self._keep, self._note = keep, note
        self._failed: Counter[str] = Counter()
        self._order: deque[int] = deque()
        self._there: dict[int, Record | None] = {}

    def recall(self, games: Iterable[tuple[Sequence[str], Sequence[str | None]]]) -> None:
        """Go on after the games of an earlier run: bots and faults of each, in schedule order."""
        for bots, faults in games:
            self._count(bots, faults)

    def admit(self, specs: Iterable[GameSpec | Wait]) -> Iterator[GameSpec | Wait]:
        """Those of the games that are to be played; the others are forfeited on the way."""
        for spec in specs:
            if spec is WAIT:
                yield spec
                continue
            if self._limit is not None:
                self._order.append(spec.id)
            if self._reasons(spec):
                self._put(spec.id, forfeited(spec, self._reasons(spec)))
            else:
                yield spec

    def take(self, record: Record) -> None:
        """A game was played."""
        if self._limit is None:
            self._keep(record)
        else:
            self._put(record.spec.id, record)

    def give_up(self, spec: GameSpec) -> None:
        """A game will not be played: nobody needs to wait for it."""
        if self._limit is not None:
            self._put(spec.id, None)

    def _put(self, game: int, record: Record | None) -> None:
        self._there[game] = record
        while self._order and self._order[0] in self._there:
            if first := self._there.pop(self._order.popleft()):
                self._hand_on(first)

    def _hand_on(self, record: Record) -> None:
        if reasons := self._reasons(record.spec):
            record = forfeited(record.spec, reasons)
        self._keep(record)
        words = [fault.word if fault else None for fault in record.faults]
        for bot in self._count(record.spec.bots, words):
            self._note(f"{bot} is set aside: it {self._why()}; its other games are forfeited")

    def _count(self, bots: Sequence[str], faults: Sequence[str | None]) -> list[str]:
        """Count a game's failures; the bots that it sets aside."""
        out = []
        for bot, fault in zip(bots, faults, strict=True):
            if fault == FORFEIT or self._is_out(bot):
                continue
            self._failed[bot] = self._failed[bot] + 1 if fault else 0
            if self._is_out(bot):
                out.append(bot)
        return out

    def _is_out(self, bot: str) -> bool:
        return self._limit is not None and self._failed[bot] >= self._limit

    def _reasons(self, spec: GameSpec) -> dict[int, str]:
        """Why seats of a game do not play it."""
        return {
            seat: f"set aside: it {self._why()}"
            for seat, bot in enumerate(spec.bots, 1)
            if self._is_out(bot)
        }

    def _why(self) -> str:
        return f"failed {self._limit} games in a row"
