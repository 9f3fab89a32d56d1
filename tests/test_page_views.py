"""What pages show of ratings, records and times: the same as the tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from arena.clock import MS, Clock
from arena.plan.tournament import Contest, match
from arena.ratings import METHODS
from arena.ratings.base import Count
from arena.ratings.crosstable import crosstable
from arena.record import FAULTS, PERSON, BotSpec
from arena.run import header_of
from arena.store.results import Selection
from arena.store.selected import Selected
from arena.store.store import Store
from arena.views.bot_record import versus
from arena.views.histogram import BINS, bot_time, histogram
from arena.views.scoreboard import CAPTIONS, scoreboard
from arena.views.tables import fault_tables, rating_tables, settings_of
from arena.views.time_use import time_use
from arena.web.drawing import axis, shares
from arena.web.kept import Kept
from arena.web.runs import Runs
from arena.web.texts import span
from tests.run_records import bot, record
from tests.web.crafted import craft


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("crafted") / "run.arena"
    craft(path, ("ada", "bob", "cyd"), rounds=5)
    with Store.open(path) as opened:
        yield opened


@pytest.mark.parametrize("by", METHODS)
def test_the_board_has_the_rows_of_the_table(store: Store, by: str) -> None:
    (table,) = rating_tables(store, by=by)
    board = scoreboard(Selected(store), settings_of(store), by)
    assert (board.games, board.caption) == (30, CAPTIONS[by])
    rows = table.frame.to_dict("records")
    for place, row in zip(board.places, rows, strict=True):
        assert (place.bot, place.rating) == (row["bot"], row[board.unit])
        assert place.low < place.rating < place.high
        for name in ("rank", "sigma", "exposure", "games", "wins", "draws", "losses", "score"):
            assert getattr(place, name) == row.get(name)
        assert sum(count for _, count in place.faults) == row["faults"]
        if "low" in row:
            assert (place.low, place.high) == (row["low"], row["high"])


def test_the_faults_of_a_place_are_those_of_the_table(store: Store) -> None:
    (table,) = fault_tables(store)
    board = scoreboard(Selected(store), settings_of(store))
    found = {place.bot: dict(place.faults) for place in board.places}
    for row in table.frame.to_dict("records"):
        assert found[row["bot"]] == {word: row[word] for word in FAULTS if row[word]}


def test_a_record_adds_up_to_the_cross_table(store: Store) -> None:
    cells = crosstable(store.tallies())
    for name in ("ada", "bob", "cyd"):
        rows = {row.opponent: row for row in versus(name, store.tallies())}
        for cell in [cell for cell in cells if cell.bot == name]:
            total = rows[cell.opponent].total
            assert (total.points, total.games) == (cell.points, cell.games)


def test_a_record_tells_seats_and_games_apart(tmp_path: Path) -> None:
    path = tmp_path / "run.arena"
    plan = match([bot("ada"), bot("bob")], Contest("what-the-shell"))
    with Store.create(path, header_of(plan)) as store:
        store.save(record(1, ("ada", "bob")))
        store.save(record(2, ("bob", "ada")))
        store.save(record(3, ("ada", "bob"), (0.5, 0.5)))
        store.save(record(4, ("ada", "bob"), game="veletas", variant=(("size", 7),)))
        shell, vanes = sorted(versus("ada", store.tallies()), key=lambda row: -row.total.games)
    assert shell.seats == (Count(1, 1, 0, 1.5), Count(0, 0, 1, 0.0))
    assert (vanes.game, vanes.variant, vanes.total) == (
        "veletas",
        (("size", 7),),
        Count(1, points=1.0),
    )


def test_the_time_of_a_bot_is_its_row_of_the_table(store: Store) -> None:
    only = Selection(bot="bob")
    rows = {row.bot: row for row in time_use(store.records(only))}
    found = bot_time("bob", store.records(only), Clock(time=100))
    assert found.row == rows["bob"]
    assert sum(found.histogram.bins) == found.row.turns
    assert (found.histogram.limit, found.histogram.end) == (100, 100.0)


def test_a_histogram_ends_at_the_limit_only_if_somebody_came_near_it() -> None:
    near = histogram([99 * MS, 1 * MS, 130 * MS], 100)
    assert (near.end, near.limit, near.bins[-1]) == (130.0, 100, 1)
    far = histogram([3 * MS, 2 * MS], 1000)
    assert (far.end, far.limit, sum(far.bins)) == (5.0, None, 2)
    assert sum(histogram([], None).bins) == 0
    assert len(near.bins) == BINS


@pytest.mark.parametrize(("low", "high"), list(product((-30.0, 0.0, 24.9), (25.0, 25.1, 1000.0))))
def test_an_axis_holds_its_values_and_has_round_marks(low: float, high: float) -> None:
    found = axis((low, high), 168)
    assert 0 < found.at(low) < found.at(high) < 168
    assert 1 <= len(found.ticks) <= 6
    assert all(found.low <= tick <= found.high for tick in found.ticks)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (42, "42 s"),
        (222, "3 min 42 s"),
        (3600, "1 h"),
        (3642, "1 h"),
        (7_384_000, "2,051 h 6 min"),
    ],
)
def test_a_span_is_told_in_its_largest_unit_and_the_next(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_people_are_no_bots_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "played.arena"
    plan = match([BotSpec("Ann", PERSON, "."), bot("ada")], Contest("what-the-shell"))
    Store.create(path, header_of(plan)).close()
    assert [one.name for one in Runs([path]).bots()] == ["ada"]


def test_an_axis_without_values_or_of_one_is_drawn_all_the_same() -> None:
    assert axis((), 100).at(0.0) == 50
    assert axis((7.0, float("inf")), 100).at(7.0) == 50


def test_the_parts_of_a_bar_fill_it() -> None:
    assert shares((1, 0, 3), 104) == ((0.0, 26.0), (26.0, 0.0), (26.0, 78.0))
    assert shares((0, 0, 0), 104) == ((0.0, 0.0),) * 3


def test_a_value_is_made_once_for_each_state_and_again_after_a_failure() -> None:
    kept, made = Kept(), []

    def make() -> int:
        made.append(1)
        if len(made) == 1:
            raise ValueError("not yet")
        return len(made)

    with pytest.raises(ValueError, match="not yet"):
        kept.get(1, "a", make)
    assert [kept.get(1, "a", make), kept.get(1, "a", make), kept.get(2, "a", make)] == [2, 2, 3]
