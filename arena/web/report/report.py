"""Makes the report of a run: one page of HTML that holds all it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment

from arena.ratings import METHODS
from arena.record import FAULTS
from arena.store.planned import planned
from arena.store.results import EVERYTHING, Selection
from arena.store.store import Store
from arena.views.fault_counts import FaultRow, faults
from arena.web import parts
from arena.web.facts import facts
from arena.web.pages.games import last_voids
from arena.web.pages.tournament import course_told
from arena.web.rendering import templates
from arena.web.report import bundle
from arena.web.report.links import Links
from arena.web.report.packed import Index, Kind, packed
from arena.web.runs import Run
from arena.web.texts import hue, kind
from arena.web.view import View, contests
from arena.words import typed

STYLES = ("arena.css", "run.css", "board.css", "report.css")
SCRIPTS = ("heat.js", "copy.js", "report.js")
BY_METHOD = ("kinds", "standings")
"""The parts that differ from one rating method to another."""
BY_KIND = ("crosstable",)
"""The parts that differ only from one kind of games to another."""

Sheets = dict[tuple[str, str], str]
"""The HTML of parts by their names and views."""


def report(run: Run, most: int | None) -> str:
    """The report of a run, with the replays of its last `most` games, or of all."""
    bots = run.read(_bots)
    environment = _environment(Links(bots))
    names = parts.names(run)
    return environment.get_template("report.html").render(
        title=run.title(),
        facts=run.read(facts),
        begun=run.read(_begun),
        headway=parts.state_of(run),
        names=("kinds", *names),
        sheets=_sheets(environment, run, names),
        courses={_key(View(only=only)): course_told(run, only) for only in _selections(run)},
        faults=_faults(run),
        voids=run.read(last_voids),
        run=run,
        bots=bots,
        terminations=sorted(run.read(Store.terminations)),
        words=FAULTS,
        **_games(run, most, bots),
        **_inline(),
    )


def _environment(links: Links) -> Environment:
    """The templates of the server's pages, with links that stay in the report."""
    found = templates().overlay()
    found.globals = {**found.globals, "address": links.address}
    return found


def _bots(store: Store) -> tuple[str, ...]:
    met = (bot for seating in store.seatings() for bot in seating.bots)
    return tuple(dict.fromkeys((*planned(store.header).names, *met)))


def _kinds(store: Store) -> tuple[Kind, ...]:
    return tuple(dict.fromkeys((each.game, each.variant) for each in store.seatings()))


def _begun(store: Store) -> str:
    """The day on which the run began."""
    return store.header.created[:10]


def _selections(run: Run) -> list[Selection]:
    """All games, and each kind of them if there are several."""
    kinds = run.read(_kinds)
    each = [Selection(game=game, variant=variant) for game, variant in kinds]
    return [EVERYTHING, *(each if len(each) > 1 else ())]


def _key(view: View, by_method: bool = False) -> str:
    """A view as the page's script knows it."""
    asked = view.query()
    method = asked["method"] if by_method else None
    return " ".join(str(value or "") for value in (method, asked["game"], asked["size"]))


def _sheets(environment: Environment, run: Run, names: tuple[str, ...]) -> Sheets:
    """Every part for every view; what differs from none is there once."""
    selections = _selections(run)
    by_method = [View(by, only) for only in selections for by in METHODS]
    found = {("kinds", _key(view, True)): _kinds_part(environment, run, view) for view in by_method}
    for name in names:
        if name in BY_METHOD:
            found |= {(name, _key(v, True)): _part(environment, run, name, v) for v in by_method}
        else:
            views = [View(only=only) for only in (selections if name in BY_KIND else [EVERYTHING])]
            found |= {(name, _key(view)): _part(environment, run, name, view) for view in views}
    return found


def _part(environment: Environment, run: Run, name: str, view: View) -> str:
    """A part's HTML; commands in it name the store without its folder."""
    values = {**parts.MAKERS[name](run, view), "store": typed(Path(run.path.name))}
    return environment.get_template(f"parts/{name}.html").render(run=run, view=view, **values)


def _kinds_part(environment: Environment, run: Run, view: View) -> str:
    there = [c for c in contests(run) if (c.game, c.variant) in run.read(_kinds)]
    return environment.get_template("parts/kinds.html").render(run=run, view=view, contests=there)


def _faults(run: Run) -> list[tuple[FaultRow, list[tuple[str, int]]]]:
    """The bots that failed, and how often with each word."""
    rows = [row for row in faults(run.read(Store.tallies)) if row.faults]
    return [(row, list(zip(FAULTS, row.words, strict=True))) for row in rows]


def _games(run: Run, most: int | None, bots: tuple[str, ...]) -> dict[str, Any]:
    """The games' rows, what they refer to, and their stories."""
    kinds = run.read(_kinds)
    index = Index(
        {bot: place for place, bot in enumerate(bots)},
        {each: place for place, each in enumerate(kinds)},
    )
    with run.opened() as store:
        total, held = store.count(), packed(store, most, index)
    data = {
        "bots": bots,
        "kinds": [
            {"title": kind(game, variant), "game": game, "size": dict(variant).get("size")}
            for game, variant in kinds
        ],
        "hues": {word: hue(word) for word in {row[4] for row in held.rows}},
        "games": held.rows,
        "total": total,
    }
    return {"data": data, "batches": held.batches, "kinds": data["kinds"], "total": total}


def _inline() -> dict[str, str]:
    """The page's scripts and style, and a policy that lets the browser take these alone."""
    style, script = bundle.style(*STYLES), bundle.script(*SCRIPTS)
    theme = bundle.asset("theme.js")
    policy = (
        "default-src 'none'",
        f"script-src {bundle.source(theme)} {bundle.source(script)}",
        f"style-src {bundle.source(style)}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return {"style": style, "script": script, "theme": theme, "policy": "; ".join(policy)}
