"""Each starter speaks the protocol as `protocol/protocol.yaml` has it, whatever the arena says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.described import MESSAGES, walk
from tests.starters.talking import EMPTY, HELLO, SHELL, VELETAS, Starter, asked

CHOOSE = "......./......./......./......./......./.Sb..../....... w choose -"
GAME = SHELL.format(id=7, seat=2, seed=5)
SEED = "set seed 99"
TURNS = 12


def game(seed: int) -> list[str]:
    """A game of TURNS turns in which the board stays empty."""
    return [SHELL.format(id=1, seat=1, seed=seed), *asked([EMPTY] * TURNS)]


def drawn(starter: Starter, *lines: str) -> list[tuple[str, ...]]:
    """The moves of each game."""
    moves = [move for _, move in starter.hears(*HELLO, *lines).moves()]
    return [tuple(moves[start : start + TURNS]) for start in range(0, len(moves), TURNS)]


def test_the_handshake_says_all(starter: Starter) -> None:
    said = starter.hears(*HELLO)
    assert said.lines[-1] == "ready"
    assert set(said.lines[:-1]) == {
        f"id name {starter.language}",
        "option name=seed type=int default=0 min=0",
        "plays what-the-shell",
        "plays veletas",
    }
    assert (said.status, said.errors) == (0, "")


def test_a_whole_conversation_goes_through_the_phases(starter: Starter) -> None:
    heard = [
        *HELLO, "set seed 3", GAME, "played 1 1:e5 2:e5", *asked([EMPTY]),
        "result 7 win line scores=0,1", "ping 17",
        VELETAS.format(id=8, seat=2, seed=4, size=7), "played 1 1:b2/c2", *asked([CHOOSE], 2),
        "ping x", "result 8 loss majority scores=1,0",
    ]  # fmt: skip
    said = starter.hears(*heard)
    answers = iter(said.lines)
    assert walk(_in_order([*heard, "quit"], answers)) == "end"
    assert next(answers, None) is None
    assert {"pong 17", "pong x", "ready 7", "ready 8"} <= set(said.lines)
    assert "game 7 as seat 2\n" in said.errors


def _in_order(heard: list[str], answers: Iterator[str]) -> Iterator[tuple[str, str]]:
    """What the arena says, each line with the answers that it asks for."""
    due = {each.keyword: each.answer for each in MESSAGES if each.sender == "arena"}
    for line in heard:
        yield "arena", line
        words = due[line.split(" ")[0]]
        for answer in answers if words else ():
            yield "bot", answer
            if answer.split(" ")[0] in words:
                break


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_it_does_not_know_it_ignores(starter: Starter, end: str) -> None:
    """A later arena says more, in lines and in fields."""
    plain = starter.hears(*HELLO, SEED, *game(1), GAME)
    turns = [line + " new=1 extra" * line.startswith("go") for line in asked([EMPTY] * TURNS)]
    noisy = starter.hears(
        "", "hello arena * ?", "legal *", *HELLO, "weather sunny=1", SEED, "set other a  b * c",
        SHELL.format(id=1, seat=1, seed=1) + " wind=3 odd mode=a=b",
        *turns, "legal a1 b2", "set", "newscore 1 2 3", GAME + " x=", "bye", end=end,
    )  # fmt: skip
    assert noisy.lines == plain.lines
    assert noisy.status == 0


def test_every_example_of_the_arena_is_survived(starter: Starter) -> None:
    """Not all are due: a bot that is told too much goes on."""
    told = [
        example
        for each in MESSAGES
        for example in each.examples
        if each.sender == "arena" and each.keyword not in ("state", "go", "newgame", "quit")
    ]
    said = starter.hears(*HELLO, GAME, *told, *asked([EMPTY]))
    assert said.status == 0
    assert len(said.moves()) == 1


def test_another_version_is_refused_in_words(starter: Starter) -> None:
    said = starter.hears("arena 2")
    assert said.lines == ()
    assert said.status != 0
    assert "version 1 of the protocol, not 2" in said.errors


@pytest.mark.parametrize("heard", [b"", f"arena 1\n{GAME}\nsta".encode()])
def test_it_ends_with_its_input(starter: Starter, heard: bytes) -> None:
    assert starter.hears_bytes(heard).status == 0


def test_chance_follows_from_the_seed_of_the_game(starter: Starter) -> None:
    """From all of it: a seed is below 2^53."""
    seeds = (7, 8, 7, 2**52 + 7, 2**53 - 1)
    first, other, again, *large = drawn(starter, *(line for seed in seeds for line in game(seed)))
    assert first == again
    assert len({first, other, *large}) == 4
    assert len(set(first)) > 3
    assert drawn(starter, *game(7)) == [first]


def test_the_option_says_another_seed(starter: Starter) -> None:
    heard = [*game(1), SEED, *game(1), *game(2), "set seed 0", *game(1)]
    own, one, two, own_again = drawn(starter, *heard)
    assert one == two != own
    assert own == own_again


def test_zeros_before_a_seed_say_nothing(starter: Starter) -> None:
    heard = ["set seed 8", *game(1), "set seed 0089", *game(1), "set seed 008", *game(1)]
    eight, other, again, none = drawn(starter, *heard, "set seed 00", *game(1))
    assert eight == again != other
    assert drawn(starter, *game(1)) == [none]
