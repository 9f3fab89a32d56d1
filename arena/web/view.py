"""What a reader of a run has chosen: the rating method, and the kind of games."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette.requests import Request

from arena.errors import ArenaError
from arena.plan.tournament import Contest
from arena.ratings import METHODS
from arena.store.planned import planned
from arena.store.results import EVERYTHING, Selection
from arena.store.store import Store
from arena.views.scoreboard import CALIBRATED
from arena.web.runs import Run


@dataclass(frozen=True, slots=True)
class View:
    """A rating method, and the games that are looked at."""

    by: str = CALIBRATED
    only: Selection = EVERYTHING

    def query(self) -> dict[str, object]:
        """The view as an address asks for it."""
        method = None if self.by == CALIBRATED else self.by
        return {"method": method, **self.kind_query()}

    def kind_query(self) -> dict[str, object]:
        """Its games as an address asks for them."""
        return {"game": self.only.game, "size": dict(self.only.variant).get("size")}

    def by_method(self, name: str) -> View:
        """The same games by another method."""
        return replace(self, by=name)

    def of(self, contest: Contest | None) -> View:
        """The games of one contest, or all, by the same method."""
        if contest is None:
            return replace(self, only=EVERYTHING)
        return replace(self, only=Selection(game=contest.game, variant=contest.variant))


def view_of(request: Request) -> View:
    """What an address asks for. Raises ArenaError for what there is not."""
    asked = request.query_params
    by = asked.get("method", CALIBRATED)
    if by not in METHODS:
        raise ArenaError(f"no rating method {by!r}; expected one of: {', '.join(METHODS)}")
    return View(by, kind_of(request))


def kind_of(request: Request) -> Selection:
    """The games of the kind that an address asks for by `game` and `size`."""
    game, size = request.query_params.get("game"), request.query_params.get("size")
    if size is not None and not (size.isascii() and size.isdigit() and len(size) < 4):
        raise ArenaError(f"found size {size[:20]!r}, expected a number")
    return Selection(game=game or None, variant=(("size", int(size)),) if size else ())


def contests(run: Run) -> tuple[Contest, ...]:
    """The kinds of games that a run has."""
    return run.read(_contests)


def _contests(store: Store) -> tuple[Contest, ...]:
    return planned(store.header).contests
