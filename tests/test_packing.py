"""Packing: exact inverses, small, and damage is noticed."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import Info, Reply
from arena.store.packing import pack, pack_infos, pack_turns, unpack, unpack_infos, unpack_turns
from tests.run_records import ANY_INFOS, ANY_TURNS


@given(ANY_TURNS)
def test_turns_come_back_exactly(turns: tuple[tuple[Reply, ...], ...]) -> None:
    assert unpack_turns(pack_turns(turns)) == turns


@given(ANY_INFOS)
def test_infos_come_back_exactly(infos: tuple[Info, ...]) -> None:
    assert unpack_infos(pack_infos(infos)) == infos


def test_turns_of_no_replies_and_times_of_none_come_back() -> None:
    turns = ((), (Reply(2, "", None),), ())
    assert unpack_turns(pack_turns(turns)) == turns


def test_a_turn_of_two_replies_takes_less_than_thirty_bytes() -> None:
    dice = random.Random(4)
    turns = tuple(
        tuple(
            Reply(seat, f"{dice.choice('abcdefghi')}{dice.randint(1, 9)}", dice.randrange(10**8))
            for seat in (1, 2)
        )
        for _ in range(60)
    )
    assert len(pack_turns(turns)) < 30 * len(turns)


@given(st.data())
def test_any_changed_byte_is_noticed_or_harmless(data: st.DataObject) -> None:
    value = [["c3,d4,e5/f6", 1, None], "text"]
    packed = bytearray(pack(value))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    with suppress(ValueError):
        assert unpack(bytes(packed)) == value


@pytest.mark.parametrize("data", [b"", b"no zlib", pack([1, 2])[:-1]], ids=repr)
def test_bytes_that_were_never_packed_are_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="decompressing"):
        unpack(data)
