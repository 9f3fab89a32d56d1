"""The course of ratings: its ends, its places, and every point against a table of that moment."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.base import Settings
from arena.ratings.course import Course, Point, course
from arena.ratings.fold import Row, rate
from arena.skill import MU, SIGMA
from arena.store.results import Result
from tests.run_records import void
from tests.test_ratings import RESULTS, league, result

GIVEN = Settings(draw=0.1)


def test_a_course_goes_from_the_prior_to_the_table() -> None:
    games = league(250)
    found = course(games, points=10)
    assert found.games == 250
    for row in rate(games).rows:
        (line,) = (line for line in found.lines if line.bot == row.bot)
        assert line.points[0] == Point(0, 0, MU, SIGMA)
        assert_point(line.points[-1], 250, row)
        assert [point.game for point in line.points] == list(range(0, 251, 25))


@settings(max_examples=40)
@given(RESULTS, st.integers(1, 30))
def test_each_point_is_what_a_table_says_at_that_moment(games: list[Result], points: int) -> None:
    found = course(games, GIVEN, points)
    assert [line.bot for line in found.lines] == list(
        dict.fromkeys(b for g in games for b in g.bots)
    )
    for line in found.lines:
        assert len(line.points) == min(points, len(games)) + 1
        for point in line.points:
            rows = {row.bot: row for row in rate(games[: point.game], GIVEN).rows}
            if point.played:
                assert_point(point, point.game, rows[line.bot])
            else:
                assert line.bot not in rows
                assert (point.mu, point.sigma) == (MU, SIGMA)


def test_settings_count_and_voids_do_not() -> None:
    games = [Result.of(void(1)), result(2), result(3)]
    found = course(games, Settings(anchor="bob", tau=0.5))
    assert found.games == 2
    assert [line.bot for line in found.lines] == ["ada", "bob"]
    assert {(point.mu, point.sigma) for point in found.lines[1].points} == {(MU, 0.0)}


def test_no_games_have_no_lines() -> None:
    assert course([]) == Course((), 0)


def assert_point(point: Point, game: int, row: Row) -> None:
    assert (point.game, point.played) == (game, row.games)
    assert (point.mu, point.sigma) == pytest.approx((row.mu, row.sigma), abs=1e-9)
