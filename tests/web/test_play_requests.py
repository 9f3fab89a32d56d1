"""What the play pages' server takes from whom, and what it leaves when it stops."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from arena.referee.family import tree
from arena.store.store import Store
from tests.commands import arena, interrupt, running, wait_for
from tests.web.conftest import serving
from tests.web.tables import TABLE, Stream, made, post, two_people


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with serving("--play", cwd=folder) as address:
        yield address


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_other_sites_cannot_post(site: str, headers: dict[str, str]) -> None:
    status, told = post(site, "/play", TABLE, **headers)
    assert (status, told) == (400, {"error": "only a page of this server may ask for this"})


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("{", "found no JSON"),
        ("[" * 50_000, "found no JSON"),
        ("[]", "expected a JSON object with game, size, name"),
        (TABLE | {"more": 1}, "expected a JSON object with game, size, name"),
        (TABLE | {"size": True}, "found another kind of size, expected int"),
        (TABLE | {"game": "chess"}, "found 'chess', expected a game"),
        (TABLE | {"size": 8}, "found what-the-shell with size 8"),
        (TABLE | {"name": " \n "}, "found no name, expected yours"),
        (TABLE | {"seat": "3"}, "found seat '3', expected 1, 2 or any"),
        (TABLE | {"opponent": "grandmaster"}, "expected a bot for what-the-shell"),
        (TABLE | {"opponent": "mcts", "options": {"depth": "3"}}, "found option 'depth'"),
        (TABLE | {"opponent": "mcts", "options": {"playouts": "x"}}, "option playouts cannot be"),
        (TABLE | {"opponent": "mcts", "options": {"playouts": 3}}, "found an option that is no"),
        (TABLE | {"opponent": "mcts", "thinks": 10**9}, "ms for the bot, expected 1 to 60000"),
        (TABLE | {"opponent": "random", "name": "random"}, "random is your opponent's name"),
        (TABLE | {"clock": {"time": -5}}, "found time '-5', expected milliseconds up to a day"),
        (TABLE | {"clock": {"time": 0}}, "a clock needs a time, a bank or periods"),
        (TABLE | {"clock": {"time": 9, "inc": 5}}, "found an inc without a bank"),
        (TABLE | {"clock": {"days": 3}}, "found another kind of clock"),
        ('"' + "x" * 70_000 + '"', "found more than 65536 bytes"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_line(site: str, body: object, error: str) -> None:
    status, told = post(site, "/play", body)
    assert status == 400
    assert error in told["error"]
    assert "\n" not in told["error"]


def test_a_form_cannot_post(site: str) -> None:
    status, told = post(site, "/play", "a=1", content_type="text/plain")
    assert status == 400
    assert "expected a JSON object" in told["error"]


def test_illegal_moves_never_reach_the_referee(site: str) -> None:
    with two_people(site) as (ada, bob, one, _):
        for body, error in (
            ({"turn": 1, "move": "z9"}, "malformed move 'z9'"),
            ({"turn": 2, "move": "e5"}, "found turn 2, expected turn 1"),
            ({"turn": 1, "move": "e5\nmove 1 e6"}, "malformed move"),
        ):
            status, told = post(site, f"{ada}/move", body)
            assert status == 400
            assert error in told["error"]
        assert post(site, f"{ada}/move", {"turn": 1, "move": "e5"}) == (200, {})
        again = post(site, f"{ada}/move", {"turn": 1, "move": "e6"})
        assert again[1]["error"] == "you have moved in turn 1 already"
        post(site, f"{bob}/move", {"turn": 1, "move": "c3"})
        sight = one.sight(turn=2)
        assert sight["turns"][0]["moves"] == {"1": "e5", "2": "c3"}
        assert sight["end"] is None


def test_only_a_seats_key_plays_for_it(site: str) -> None:
    with two_people(site) as (ada, _, _, _):
        table = ada.rpartition("/")[0]
        for base in (f"{table}/guessed", "/play/nowhere/guessed"):
            status, told = post(site, f"{base}/move", {"turn": 1, "move": "e5"})
            assert status == 400
            assert "error" in told


@pytest.mark.thorough
def test_a_seat_waits_for_one_hint_at_a_time(site: str) -> None:
    with two_people(site) as (ada, bob, one, _), ThreadPoolExecutor() as pool:
        one.sight(on=True)
        asked = [pool.submit(post, site, f"{seat}/hint", {"turn": 1}) for seat in (bob, ada, ada)]
        answers = [each.result() for each in asked]
    assert (400, {"error": "a hint is on its way already"}) in answers[1:]
    assert [status for status, _ in answers].count(200) == 2
    assert answers[0][0] == 200


@pytest.mark.thorough
def test_who_hangs_up_is_not_reported_as_an_error(tmp_path: Path) -> None:
    with running("serve", "--play", "--port", 0, cwd=tmp_path) as process:
        assert process.stdout
        place = urlsplit(process.stdout.readline().split(" ")[0])
        head = f"Host: {place.netloc}\r\nOrigin: http://{place.netloc}\r\nContent-Length: 9"
        request = f"POST /play HTTP/1.1\r\n{head}\r\nContent-Type: application/json\r\n\r\n{{"
        for _ in range(2):  # the server has seen all that came before when it has answered this
            urlopen(f"http://{place.netloc}/play").close()
            with socket.create_connection((place.hostname, place.port)) as talk:
                talk.sendall(request.encode())
                time.sleep(0.2)
        urlopen(f"http://{place.netloc}/play").close()
        interrupt(process)
        said, _ = process.communicate(timeout=10)
    assert "Traceback" not in said


def test_an_invitation_is_taken_up_once(site: str) -> None:
    one = Stream(site, made(site))
    invitation = one.sight()["invitation"]
    assert post(site, f"{invitation}/sit", {"name": "Bob"})[0] == 200
    status, told = post(site, f"{invitation}/sit", {"name": "Eve"})
    assert (status, told["error"]) == (400, "this invitation has been taken up already")
    one.close()


def test_two_at_a_table_need_two_names(site: str) -> None:
    one = Stream(site, made(site, name="Ada"))
    invitation = one.sight()["invitation"]
    status, told = post(site, f"{invitation}/sit", {"name": "Ada "})
    assert status == 400
    assert "Ada sits at this table already" in told["error"]
    one.close()


@pytest.mark.thorough
def test_whoever_is_out_of_time_loses(site: str) -> None:
    ada = made(site, opponent="random", clock={"time": 50})
    one = Stream(site, ada)
    end = one.sight(on=False)["end"]
    assert (end["termination"], end["scores"]) == ("timeout", [0, 1])
    one.close()


@pytest.mark.thorough
def test_finished_games_are_kept_verified_and_rated_by_name(site: str, folder: Path) -> None:
    for _ in range(2):
        one = Stream(site, ada := made(site, opponent="random", name="Grace"))
        one.sight(on=True)
        assert post(site, f"{ada}/resign", {}) == (200, {})
        link = one.sight(on=False)["link"]
        one.close()
    assert link.startswith("/run/played/game/")
    with urlopen(f"{site}{link}") as answer:
        assert answer.status == 200
    assert "are what the rules make of them" in arena("verify", "played.arena", cwd=folder).stdout
    ratings = arena("ratings", "played.arena", "--format", "json", cwd=folder).stdout
    assert ratings.count('"Grace"') == 1
    for command in ("games", "crosstable", "standings"):
        assert "Grace" in arena(command, "played.arena", cwd=folder).stdout
    with Store.open(folder / "played.arena") as store:
        kept = str(store.header) + "".join(str(record.spec) for record in store.records())
    assert "door" not in kept  # no socket, no key
    assert not [key for key in ada.split("/") if len(key) > 12 and key in kept]


@pytest.mark.thorough
def test_without_play_nobody_plays(runs: Path) -> None:
    with serving("shell.arena", cwd=runs) as site:
        status, told = post(site, "/play", TABLE)
        assert (status, "without --play" in told["error"]) == (400, True)


def test_a_run_that_is_damaged_keeps_nobody_from_playing(runs: Path, tmp_path: Path) -> None:
    copy = tmp_path / "one.arena"
    copy.write_bytes((runs / "shell.arena").read_bytes())
    with serving(copy, "--play", cwd=tmp_path) as site:
        copy.write_bytes(b"no store any more")
        assert urlopen(f"{site}/play").status == 200
        assert made(site, opponent="random")


def test_serve_needs_a_run_or_play(tmp_path: Path) -> None:
    done = arena("serve", cwd=tmp_path, status=2)
    assert "found no RUN, expected the store of one, or --play" in done.stderr


def test_another_runs_store_is_not_written(runs: Path) -> None:
    done = arena("serve", "--play", "shell.arena", "--port", 0, cwd=runs, status=2)
    assert "expected a store of games with people" in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_stops_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    with running("serve", "--play", "--port", 0, cwd=tmp_path) as server:
        assert server.stdout
        site = server.stdout.readline().split("/ ")[0]
        streams = []
        for opponent in ("mcts", "greedy"):
            streams.append(stream := Stream(site, made(site, opponent=opponent)))
            stream.sight(on=True)
        wait_for(lambda: len(tree(server.pid)) >= 7)  # two workers, each with a seat and a bot
        below = tree(server.pid)[1:]
        server.send_signal(number)
        server.wait(20)
        wait_for(lambda: not any(_runs(pid) for pid in below))
    assert not (tmp_path / "played.arena").exists()
    for stream in streams:
        stream.close()


def _runs(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"
