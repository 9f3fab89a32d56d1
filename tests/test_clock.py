"""Billing on made-up times: what each clock grants, charges and forgives, to the nanosecond."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.clock import MS, Account, Clock, bill, budget, deadline, go_terms, open_account


def ms(value: float) -> int:
    return round(value * MS)


def play(clock: Clock, used_ms: Iterable[float]) -> Account:
    """The account after turns of these milliseconds, none of which may lose."""
    account = open_account(clock)
    for used in used_ms:
        billed = bill(clock, account, ms(used))
        assert billed is not None, f"{used} ms lost on time"
        account = billed
    return account


def falls(clock: Clock, account: Account, used_ms: float) -> bool:
    return bill(clock, account, ms(used_ms)) is None


# Per move


def test_per_move_the_flag_falls_past_time_and_margin() -> None:
    clock = Clock(time=100, margin=20)
    account = open_account(clock)
    assert not falls(clock, account, 120)
    assert falls(clock, account, 120.000001)


def test_per_move_nothing_carries_over() -> None:
    clock = Clock(time=100, margin=20)
    account = play(clock, [1, 120, 50])
    assert budget(clock, account) == ms(100)
    assert not falls(clock, account, 120)
    assert falls(clock, account, 120.000001)


# Bank and increment


def test_a_bank_is_charged_to_the_nanosecond_and_grows_after_the_move() -> None:
    clock = Clock(time=None, bank=1000, inc=50, margin=20)
    assert play(clock, [300.000001]).bank == ms(750) - 1


def test_the_increment_comes_after_the_move_not_before() -> None:
    clock = Clock(time=None, bank=100, inc=500, margin=20)
    assert falls(clock, open_account(clock), 121)
    assert play(clock, [100]).bank == ms(500)


def test_the_margin_is_forgiven_and_never_charged() -> None:
    clock = Clock(time=None, bank=100, inc=50, margin=20)
    account = play(clock, [120])
    assert account.bank == ms(50)
    assert not falls(clock, account, 70)
    assert falls(clock, account, 70.000001)


def test_a_margin_never_used_never_adds_up() -> None:
    clock = Clock(time=None, bank=100, margin=20)
    assert play(clock, [40, 40, 20]).bank == 0
    assert falls(clock, play(clock, [40, 40, 20]), 20.000001)


def test_a_bank_without_increment_only_shrinks() -> None:
    clock = Clock(time=None, bank=1000, margin=0)
    assert play(clock, [0.25] * 7).bank == ms(1000 - 7 * 0.25)


# Both


def test_with_both_the_bank_pays_only_what_exceeds_the_time() -> None:
    clock = Clock(time=100, bank=1000, inc=10, margin=20)
    assert play(clock, [100]).bank == ms(1010)
    assert play(clock, [250]).bank == ms(860)
    assert not falls(clock, open_account(clock), 1120)
    assert falls(clock, open_account(clock), 1120.000001)


# Byo-yomi


@pytest.mark.parametrize(
    ("used", "left"),
    [(5000, 3), (6000, 3), (6000.000001, 2), (7000, 2), (7001, 1), (8000, 1), (8020, 1)],
)
def test_each_exceeded_period_is_used_up(used: float, left: int) -> None:
    clock = Clock(time=None, bank=5000, periods=3, period=1000, margin=20)
    account = play(clock, [used])
    assert account.periods == left
    assert account.bank == 0


def test_a_period_not_exceeded_comes_back_whole() -> None:
    clock = Clock(time=None, periods=2, period=1000, margin=20)
    account = play(clock, [999, 1000, 1000])
    assert account.periods == 2
    account = play(clock, [999, 1500, 1000, 1000])
    assert account.periods == 1
    assert not falls(clock, account, 1020)
    assert falls(clock, account, 1020.000001)


def test_periods_do_not_pay_while_there_is_a_bank() -> None:
    clock = Clock(time=100, bank=500, periods=2, period=200, margin=20)
    account = play(clock, [600])
    assert (account.bank, account.periods) == (0, 2)
    assert (play(clock, [600, 301]).periods, play(clock, [600, 300]).periods) == (1, 2)


# First, start-up


def test_first_replaces_time_on_the_first_turn_only() -> None:
    clock = Clock(time=100, first=3000, margin=20)
    assert not falls(clock, open_account(clock), 3020)
    assert falls(clock, open_account(clock), 3020.000001)
    assert falls(clock, play(clock, [3000]), 121)


def test_first_may_be_shorter_and_stands_before_a_bank() -> None:
    clock = Clock(time=100, bank=500, first=0)
    assert play(clock, [100]).bank == ms(400)
    assert play(clock, [100, 100]).bank == ms(400)


def test_start_up_is_no_part_of_any_turn() -> None:
    slow, quick = Clock(startup=60_000), Clock(startup=1)
    assert deadline(slow, open_account(slow)) == deadline(quick, open_account(quick))


# Grace and strikes


def test_the_third_strike_loses() -> None:
    clock = Clock(time=100, margin=20, grace=30)
    account = play(clock, [150, 120.000001])
    assert account.strikes == 2
    assert not falls(clock, account, 120)
    assert falls(clock, account, 120.000001)


def test_past_the_grace_the_first_overrun_loses() -> None:
    clock = Clock(time=100, margin=20, grace=30)
    assert not falls(clock, open_account(clock), 150)
    assert falls(clock, open_account(clock), 150.000001)


def test_the_margin_is_no_strike() -> None:
    assert play(Clock(time=100, margin=20, grace=30), [120] * 9).strikes == 0


def test_a_strike_empties_the_bank_and_no_more() -> None:
    account = play(Clock(time=None, bank=100, inc=40, margin=20, grace=30), [140])
    assert (account.bank, account.strikes) == (ms(40), 1)


# What the bot is told


def test_go_says_only_what_applies() -> None:
    per_move = Clock(time=100)
    assert go_terms(per_move, open_account(per_move)) == {"time": 100}
    byoyomi = Clock(time=None, periods=3, period=500, nodes=1000)
    told = {"periods": 3, "period": 500, "nodes": 1000}
    assert go_terms(byoyomi, open_account(byoyomi)) == told


def test_go_rounds_budgets_down_and_the_last_time_up() -> None:
    clock = Clock(time=None, bank=1000, inc=50)
    account = play(clock, [300.000001])
    assert go_terms(clock, account) == {"bank": 749, "inc": 50, "last": 301}


def test_go_tells_the_opponents_bank_beside_ones_own() -> None:
    """Time odds: each seat is billed by its own clock."""
    strong, weak = Clock(time=None, bank=1000, inc=10), Clock(time=None, bank=9000, inc=90)
    ours, theirs = play(strong, [500]), play(weak, [500])
    assert go_terms(strong, ours, theirs) == {"bank": 510, "inc": 10, "opp": 8590, "last": 500}
    assert go_terms(weak, theirs, ours) == {"bank": 8590, "inc": 90, "opp": 510, "last": 500}


def test_newgame_says_every_term_that_is_not_nothing() -> None:
    assert Clock().terms() == {"time": 100, "margin": 20}
    full = Clock(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    names = ("time", "bank", "inc", "periods", "period", "nodes", "margin", "first", "grace")
    assert full.terms() == dict(zip(names, (1, 2, 3, 4, 5, 6, 7, 8, 10), strict=True))


# Clocks that cannot be


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"time": None}, "needs a time, a bank or periods"),
        ({"time": 0}, "needs a time, a bank or periods"),
        ({"time": None, "nodes": 1000}, "needs a time, a bank or periods"),
        ({"time": -1}, "time is -1"),
        ({"margin": -5}, "margin is -5"),
        ({"periods": 3}, "go together"),
        ({"period": 3}, "go together"),
        ({"inc": 5}, "an inc without a bank"),
        ({"time": None, "inc": 5}, "an inc without a bank"),
        ({"first": 0}, "first 0ms, but a first turn needs a time"),
        ({"time": 5, "bank": 0, "first": 0}, "first 0ms"),
    ],
)
def test_a_clock_that_cannot_be_played_is_refused(settings: dict[str, int], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Clock(**settings)


def test_a_store_may_have_an_increment_without_a_bank() -> None:
    assert Clock.kept({"time": 100, "bank": None, "inc": 5}) == Clock(time=100, bank=0, inc=5)
    assert Clock.kept({"time": 100, "bank": None, "inc": 0}) == Clock(time=100)


def test_a_store_may_have_a_first_turn_of_nothing() -> None:
    assert Clock.kept({"time": 100, "first": 0}) == Clock(time=100, first=1)
    assert Clock.kept({"time": 100, "bank": 9, "first": 0}) == Clock(time=100, bank=9, first=0)


# Whatever the clock and the times

small = st.integers(0, 50)


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    periods = draw(st.integers(0, 3))
    bank = draw(st.none() | small)
    return Clock(
        time=draw(st.integers(1, 50)),
        bank=bank,
        inc=0 if bank is None else draw(small),
        periods=periods,
        period=draw(st.integers(1, 50)) if periods else 0,
        margin=draw(small),
        first=draw(st.none() | st.integers(0 if bank or periods else 1, 50)),
        grace=draw(small),
    )


@given(clocks(), st.lists(st.integers(0, 400 * MS), max_size=12))
def test_accounts_never_owe_and_budgets_are_never_negative(clock: Clock, times: list[int]) -> None:
    account: Account | None = open_account(clock)
    for used in times:
        assert account is not None
        assert min(go_terms(clock, account).values(), default=0) >= 0
        assert 0 <= budget(clock, account) <= deadline(clock, account)
        before, account = account, bill(clock, account, used)
        assert (account is None) == (used > deadline(clock, before))
        if account is None:
            return
        assert account.bank >= clock.inc * MS
        assert account.periods >= min(1, clock.periods)
        assert account.strikes < 3
        assert account.last == used


@given(clocks(), st.integers(0, 400 * MS), st.integers(0, 400 * MS))
def test_who_is_quicker_is_never_worse_off(clock: Clock, one: int, other: int) -> None:
    quick, slow = sorted((one, other))
    after_quick = bill(clock, open_account(clock), quick)
    after_slow = bill(clock, open_account(clock), slow)
    if after_slow is not None:
        assert after_quick is not None
        assert after_quick.bank >= after_slow.bank
        assert after_quick.periods >= after_slow.periods
        assert after_quick.strikes <= after_slow.strikes


@pytest.mark.parametrize(
    ("clock", "steady"),
    [
        (Clock(time=100), True),
        (Clock(time=100, margin=0, nodes=5), True),
        (Clock(time=100, bank=0, inc=10), False),
        (Clock(time=None, bank=1000), False),
        (Clock(time=100, periods=3, period=50), False),
        (Clock(time=100, first=500), False),
        (Clock(time=100, first=1), False),
        (Clock(time=100, grace=30), False),
    ],
)
def test_a_steady_clock_grants_the_same_in_every_turn(clock: Clock, steady: bool) -> None:
    assert clock.steady is steady
    account, limits = open_account(clock), set()
    for used in (1, 101, 120, 3, 140, 139, 160, 101):
        limits.add(deadline(clock, account))
        account = bill(clock, account, ms(used)) or account
    assert (len(limits) == 1) is steady


def test_a_bank_is_not_steady_though_it_be_empty() -> None:
    assert not Clock(time=100, bank=0).steady
