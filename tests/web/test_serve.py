"""`arena serve`: whom it answers, and one line for each thing that keeps it from serving."""

from __future__ import annotations

import http.client
import socket
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.store.schema import FORMAT
from tests.commands import arena, interrupt, running
from tests.tools import lacking
from tests.web.conftest import serving
from tests.web.crafted import craft


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    craft(tmp_path / "one.arena", ("ada", "bob"))
    return tmp_path


def refused(folder: Path, *words: object) -> str:
    """The one line that the command ends with."""
    done = arena("serve", *words, cwd=folder, status=None)
    assert done.returncode in (1, 2)
    (line,) = done.stderr.splitlines()
    return line


def test_a_port_that_is_taken_is_told(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refused(folder, "one.arena", "--port", port)
    assert line == f"arena: cannot listen on 127.0.0.1 port {port}: Address already in use"


def test_a_host_that_is_not_here_is_told(folder: Path) -> None:
    assert "cannot listen on 203.0.113.1 port 0: " in refused(
        folder, "one.arena", "--host", "203.0.113.1", "--port", 0
    )


def test_a_run_that_is_missing_is_told_and_not_made(folder: Path) -> None:
    assert "two.arena: no such file; expected the store of a run" in refused(folder, "two.arena")
    assert not (folder / "two.arena").exists()


def test_what_is_no_store_is_told(folder: Path) -> None:
    (folder / "text.arena").write_text("hello")
    assert "text.arena is not the store of a run" in refused(folder, "text.arena")


def test_a_newer_format_is_told(folder: Path) -> None:
    with sqlite3.connect(folder / "one.arena") as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    db.close()
    line = refused(folder, "one.arena")
    assert f"one.arena is of store format {FORMAT + 1}, this arena reads up to {FORMAT}" in line


def asked(site: str, path: str = "/", host: str | None = None) -> tuple[int, str]:
    """The status and text of an answer; `host` is by which name it is asked."""
    place = urlsplit(site)
    connection = http.client.HTTPConnection(place.hostname or "", place.port)
    connection.request("GET", path, headers={"Host": host or place.netloc})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.thorough
def test_a_store_that_was_damaged_or_deleted_meanwhile_is_told_on_its_pages(folder: Path) -> None:
    craft(folder / "other.arena", ("ada", "bob"))
    with serving("one.arena", "other.arena", cwd=folder) as site:
        (folder / "one.arena").write_bytes(b"SQLite format 3\0" + bytes(5000))
        (folder / "other.arena").unlink()
        for path in ("/run/one", "/run/one/games", "/run/one/bot/ada"):
            status, text = asked(site, path)
            assert status == 500
            assert "one.arena" in text
            assert "unreadable" in text
        status, text = asked(site, "/run/other")
        assert status == 500
        assert "other.arena is gone: it was deleted or moved while it was served" in text
        assert asked(site)[0] == 200


def test_a_run_whose_tournament_makes_no_sense_is_unreadable(folder: Path) -> None:
    craft(folder / "senseless.arena", ("ada", "bob"))
    db = sqlite3.connect(folder / "senseless.arena")
    with db:
        db.execute("UPDATE header SET tournament = '{}'")
    db.close()
    with serving("senseless.arena", "one.arena", cwd=folder) as site:
        status, text = asked(site, "/run/senseless")
        assert status == 500
        assert "senseless.arena is damaged: its tournament makes no sense" in text
        assert asked(site)[0] == 200


def test_a_game_that_begins_nowhere_is_told_and_spoils_no_other_page(folder: Path) -> None:
    craft(folder / "begun.arena", ("ada", "bob"), rounds=5)
    db = sqlite3.connect(folder / "begun.arena")
    with db:
        db.execute("UPDATE logs SET start = 'nonsense'")
    db.close()
    with serving("begun.arena", cwd=folder) as site:
        status, text = asked(site, "/run/begun/game/3")
        assert status == 500
        assert "game 3 is damaged: it begins nowhere: " in text
        assert asked(site, "/run/begun/bot/ada")[0] == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:80", 200),
        ("LOCALHOST", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("[::1]", 200),
        ("evil.example", 400),
        ("localhost.evil.example:80", 400),
        ("127.0.0.1.evil.example", 400),
        ("[::2]", 400),
        ("", 400),
    ],
)
def test_other_names_than_this_machines_are_refused(site: str, host: str, status: int) -> None:
    place = urlsplit(site)
    with socket.create_connection((place.hostname, place.port)) as talk:
        talk.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert talk.recv(100).split()[1] == str(status).encode()


@pytest.mark.parametrize("number", ["9" * 18, "9" * 5000, "-1", "1e5"])
def test_a_game_of_an_impossible_number_is_not_found(site: str, number: str) -> None:
    for address in (f"/run/shell/game/{number}", f"/run/shell/game/{number}.json"):
        assert asked(site, address)[0] == 404


@pytest.mark.thorough
def test_it_serves_over_ipv6(folder: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        lacking(f"this machine has no ::1: {error}")
    with serving("one.arena", "--host", "::1", cwd=folder) as site:
        assert site.startswith("http://[::1]:")
        assert asked(site)[0] == 200


@pytest.mark.thorough
def test_pages_only_read(site: str) -> None:
    place = urlsplit(site)
    for method in ("POST", "PUT", "DELETE"):
        connection = http.client.HTTPConnection(place.hostname or "", place.port)
        connection.request(method, "/run/shell")
        assert connection.getresponse().status == 405
        connection.close()


def test_ctrl_c_ends_it_in_peace(folder: Path) -> None:
    with running("serve", "one.arena", "--port", 0, cwd=folder) as process:
        assert process.stdout
        assert "Ctrl-C ends it" in process.stdout.readline()
        interrupt(process)
        rest, _ = process.communicate(timeout=30)
    assert (process.returncode, rest) == (0, "")
