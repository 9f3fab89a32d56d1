"""Addresses within a report: where pages of the server link, it has links to its own parts."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

NAMING = ("bot", "opponent", "by")
"""The fields of a query that name bots."""


class Links:
    """The addresses in a report, in which bots stand by their places in its list."""

    def __init__(self, bots: Iterable[str]) -> None:
        self._places = {name: place for place, name in enumerate(bots)}

    def address(self, *parts: object, **query: object) -> str:
        """What `texts.address` is for the server's pages. A bot leads to its games."""
        match parts:
            case ("run", _, "game", number):
                return f"#game-{number}"
            case ("run", _, "bot", name):
                return self._to("games", {"bot": name})
            case ("run", _, page):
                return self._to(str(page), query)
            case _:
                return self._to("tables", query)

    def _to(self, page: str, query: dict[str, object]) -> str:
        asked = {
            key: self._places[str(value)] if key in NAMING else value
            for key, value in query.items()
            if value not in (None, "")
        }
        return "&".join([f"#{page}", *([urlencode(asked)] if asked else [])])
