"""The bot's side of the wire protocol: conversations with bots written on the client."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena.client
from arena.client import SEED, Bot, NewGame, Option, Result, Turn, run

EMPTY = "/".join(["." * 9] * 9) + " -"
NEWGAME = "newgame 7 game=what-the-shell seat=2 seed=5 time=100 margin=20"
STATE = f"state {EMPTY}"


class Scholar(Bot):
    """Plays a1 and remembers what it was told."""

    name = "scholar"
    author = "A. Nonymous"
    games = ("what-the-shell", "veletas")
    options = (SEED, Option("style", "choice", "calm", values=("calm", "wild")))
    wants_legal = True

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[NewGame] = []
        self.turns: list[Turn] = []
        self.results: list[Result] = []
        self.drawn: list[float] = []

    def new_game(self, game: NewGame) -> None:
        super().new_game(game)
        self.begun.append(game)
        self.drawn.append(self.rng.random())

    def move(self, turn: Turn) -> str | None:
        self.turns.append(turn)
        return "a1" if turn.number < 9 else None

    def game_over(self, result: Result) -> None:
        self.results.append(result)


def told(bot: Bot, *lines: str, end: str = "\n") -> list[str]:
    """What the bot answers to these lines."""
    sink = BytesIO()
    run(bot, BytesIO("".join(line + end for line in lines).encode()), sink)
    return sink.getvalue().decode().splitlines()


def test_a_bot_introduces_itself() -> None:
    assert told(Scholar(), "arena 1") == [
        "id name scholar",
        "id author A. Nonymous",
        "option name=seed type=int default=0 min=0",
        "option name=style type=choice default=calm values=calm,wild",
        "plays what-the-shell",
        "plays veletas",
        "want legal",
        "ready",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_bot_plays(end: str) -> None:
    bot = Scholar()
    answers = told(bot, NEWGAME, STATE, "go 3 time=100 last=4", STATE, "go 9 time=100", end=end)
    assert answers == ["ready 7", "move 3 a1", "resign 9"]
    turn = bot.turns[0]
    assert (turn.number, turn.game, turn.seat) == (3, "what-the-shell", 2)
    assert turn.text == str(turn.state) == EMPTY
    assert turn.terms == {"time": 100, "last": 4}
    assert bot.begun[0].terms == {"time": 100, "margin": 20}


def test_legal_moves_are_those_of_the_turn() -> None:
    bot = Scholar()
    told(bot, NEWGAME, STATE, "legal a1 b2", "go 1", STATE, "legal *", "go 2", STATE, "go 3")
    assert [turn.legal for turn in bot.turns] == [("a1", "b2"), None, None]


def test_a_bot_hears_results_and_answers_pings() -> None:
    bot = Scholar()
    answers = told(bot, "ping x1", NEWGAME, "result 7 loss line scores=1,0")
    assert answers == ["pong x1", "ready 7"]
    assert bot.results == [Result("7", "loss", "line", (1.0, 0.0))]


def test_unknown_lines_are_ignored() -> None:
    lines = ("", "hello there", "go", "go now", "arena", "played 1 1:a1 2:b2", "set style")
    assert told(Scholar(), *lines, "ping 1") == ["pong 1"]


def test_nothing_is_heard_after_quit() -> None:
    assert told(Scholar(), "ping 1", "quit", "ping 2") == ["pong 1"]


def test_options_are_set(capsys: pytest.CaptureFixture[str]) -> None:
    bot = Scholar()
    assert bot.settings == {"seed": "0", "style": "calm"}
    told(bot, "set style wild", "set seed 12", "set seed -3", "set other 1")
    assert bot.settings == {"seed": "12", "style": "wild"}
    assert capsys.readouterr().err == "option seed cannot be '-3': at least 0 was expected\n"


def test_chance_starts_from_the_game_or_the_option() -> None:
    bot = Scholar()
    other = NEWGAME.replace("seed=5", "seed=6")
    told(bot, NEWGAME, other, NEWGAME, "set seed 6", NEWGAME)
    first, second, again, chosen = bot.drawn
    assert first == again != second == chosen


def test_what_a_bot_prints_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    class Talker(Scholar):
        def move(self, turn: Turn) -> str:
            print("move 1 b2")
            self.info("depth 1")
            return "a1"

    assert told(Talker(), NEWGAME, STATE, "go 1") == ["ready 7", "info depth 1", "move 1 a1"]
    assert capsys.readouterr() == ("", "move 1 b2\n")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_thought_of_several_lines_is_one_line_and_no_answer(end: str) -> None:
    class Thinker(Scholar):
        def move(self, turn: Turn) -> str:
            self.info(f"depth=1 text=so{end}move 1 b2{end}")
            return "a1"

    answers = told(Thinker(), NEWGAME, STATE, "go 1")
    assert answers == ["ready 7", "info depth=1 text=so move 1 b2", "move 1 a1"]


def test_a_bots_own_option_called_seed_is_its_own_affair() -> None:
    class Named(Scholar):
        options = (Option("seed", "string", ""),)

    plain, named = Scholar(), Named()
    told(plain, NEWGAME)
    told(named, NEWGAME, "set seed 6", NEWGAME)
    assert named.drawn == plain.drawn * 2


def test_an_error_ends_the_bot() -> None:
    with pytest.raises(NotImplementedError):
        told(Bot(), NEWGAME, STATE, "go 1")


def turn(**terms: int) -> Turn:
    return Turn(1, "what-the-shell", 1, EMPTY, None, terms, 0.0)


@pytest.mark.parametrize(
    ("terms", "limit", "budget"),
    [
        ({"time": 100}, 100, 100),
        ({"bank": 60_000, "inc": 0}, 60_000, 3000),
        ({"bank": 60_000, "inc": 1000}, 60_000, 3500),
        ({"bank": 100, "inc": 1000}, 100, 100),
        ({"time": 100, "bank": 2000, "inc": 0, "opp": 9000}, 2100, 200),
        ({"bank": 0, "inc": 0, "periods": 3, "period": 500}, 1500, 500),
        ({"nodes": 1000}, 0, 0),
    ],
)
def test_a_budget_is_a_fair_part_of_the_limit(
    terms: dict[str, int], limit: int, budget: float
) -> None:
    assert (turn(**terms).limit, turn(**terms).budget) == (limit, budget)


TERMS = ("time", "bank", "inc", "periods", "period")


@given(st.fixed_dictionaries({}, optional={key: st.integers(0, 10**6) for key in TERMS}))
def test_no_budget_exceeds_its_limit(terms: dict[str, int]) -> None:
    if bool(terms.get("periods")) == bool(terms.get("period")):
        assert 0 <= turn(**terms).budget <= turn(**terms).limit


def test_a_bot_starts_without_the_arenas_luggage() -> None:
    code = "import sys, arena.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"pandas", "click", "rich", "yaml", "trueskill", "asyncio"}


def test_the_example_is_a_whole_bot() -> None:
    code = dedent((arena.client.__doc__ or "").split("\n\n", 1)[1])
    lines = f"arena 1\n{NEWGAME}\n{STATE}\ngo 1 time=100\nquit\n"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["ready 7", "move 1 a1"]
