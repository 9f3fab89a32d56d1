"""Sits at tables of a real server, by HTTP as a page does and by clicks in a browser."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

NO_CLOCK: dict[str, int] = {}
TABLE = {
    "game": "what-the-shell",
    "size": 0,
    "name": "Ada",
    "seat": "1",
    "opponent": "",
    "options": {},
    "thinks": 1000,
    "clock": NO_CLOCK,
    "waiting": False,
}


def post(site: str, path: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
    """What a page sends, and the answer's status and JSON. A header of "" is left out."""
    text = body if isinstance(body, str) else json.dumps(body)
    sent = {"content-type": "application/json", "origin": site}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = HTTPConnection(urlsplit(site).netloc, timeout=30)
    connection.request("POST", path, text, {name: value for name, value in sent.items() if value})
    answer = connection.getresponse()
    told = json.loads(answer.read())
    connection.close()
    return answer.status, told


def made(site: str, **changes: object) -> str:
    """Make a table; the address of the maker's seat."""
    status, told = post(site, "/play", TABLE | changes)
    assert status == 200, told
    return str(told["seat"])


class Stream:
    """A viewer's events: every byte that the server sends after the answer's head."""

    def __init__(self, site: str, base: str) -> None:
        place = urlsplit(site)
        assert place.hostname
        assert place.port
        self._socket = socket.create_connection((place.hostname, place.port))
        self._socket.sendall(f"GET {base}/events HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        self._bytes = b""
        while b"\r\n\r\n" not in self._bytes:
            self._hear()
        self._bytes = self._bytes.partition(b"\r\n\r\n")[2]

    def _hear(self) -> None:
        found = self._socket.recv(65536)
        assert found, "the stream has ended"
        self._bytes += found

    def first(self, seconds: float) -> bytes:
        """All bytes up to the first sight, whenever it comes, and those within this time after."""
        self._socket.settimeout(30)
        while b"\n\n" not in self._bytes:
            self._hear()
        return self.within(seconds)

    def within(self, seconds: float) -> bytes:
        """All bytes that come within this time, whatever came before unread among them."""
        until = time.monotonic() + seconds
        with suppress(TimeoutError):
            while (left := until - time.monotonic()) > 0:
                self._socket.settimeout(left)
                self._hear()
        found, self._bytes = self._bytes, b""
        return found

    def sight(self, **wanted: object) -> dict[str, Any]:
        """The first sight from now on that has these values."""
        self._socket.settimeout(30)
        while True:
            text, end, rest = self._bytes.partition(b"\n\n")
            if not end:
                self._hear()
                continue
            self._bytes = rest
            start = text.find(b"data: ")
            if start >= 0:
                told: dict[str, Any] = json.loads(text[start + 6 :])
                if all(told[name] == value for name, value in wanted.items()):
                    return told

    def close(self) -> None:
        self._socket.close()


@contextmanager
def two_people(site: str, **changes: object) -> Iterator[tuple[str, str, Stream, Stream]]:
    """A table at which Ada (seat 1) and Bob (seat 2) sit: their addresses and streams."""
    ada = made(site, **changes)
    one = Stream(site, ada)
    invitation = one.sight()["invitation"]
    status, told = post(site, f"{invitation}/sit", {"name": "Bob"})
    assert status == 200, told
    two = Stream(site, told["seat"])
    yield ada, told["seat"], one, two
    for stream, base in ((one, ada), (two, told["seat"])):
        post(site, f"{base}/resign", {})
        stream.close()


# By clicks

LEGAL = ".overlay[data-legal]:not([data-legal=''])"
READY = f"{LEGAL}, .prompt .acts button:has-text('Play Black'), .result"


def square(page: Page, name: str) -> None:
    """Click a square."""
    page.locator(f".hit[data-square={name}]").click()


def legal(page: Page) -> list[str]:
    """The squares that the page offers, once it offers any; none if the game is over."""
    page.wait_for_selector(READY, state="attached")
    return (page.locator(".overlay").get_attribute("data-legal") or "").split()


def sit_down(page: Page, site: str, game: str, **fields: str) -> None:
    """Fill in the form and make the table. `seat` and `size` are the words on their buttons."""
    page.goto(f"{site}/play")
    page.get_by_role("radio", name=game).check()
    if "size" in fields:
        page.get_by_role("radio", name=fields["size"]).check()
    if "seat" in fields:
        page.get_by_role("radio", name=fields["seat"]).check()
    page.get_by_label("Your name").fill(fields.get("name", "Ada"))
    page.get_by_label("Opponent").select_option(fields.get("opponent", "random"))
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/play/*/*")
