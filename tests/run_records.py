"""Records and results made by hand or drawn by hypothesis, for the tests of stores and tables."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from arena.clock import Clock
from arena.limits import Limits
from arena.plan.tournament import Contest, Tournament, to_dict
from arena.record import (
    FAULTS,
    BotSpec,
    Fault,
    GameSpec,
    Info,
    JointMove,
    Noise,
    Player,
    Record,
    Reply,
)
from arena.store.header import Header
from arena.store.results import Result, Variant

WIN, LOSS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def header(**more: Any) -> Header:
    """The header of a run in whose tournament nothing is to be played, but for `more`."""
    plan = Tournament("cup", (Contest("what-the-shell"),), (), **more)
    return Header(json.dumps(to_dict(plan)))


def bot(name: str) -> BotSpec:
    """A bot with a command and an option."""
    return BotSpec(name, ("python3", "bot.py"), f"/bots/{name}", (("playouts", "100"),))


def spec(
    id_: int,
    bots: tuple[str, str] = ("ada", "bob"),
    game: str = "what-the-shell",
    variant: Variant = (),
    opening: tuple[JointMove, ...] = (),
) -> GameSpec:
    """The spec of a game of `bots`."""
    players = tuple(
        Player(bot(name), Clock(), 1000 * id_ + seat) for seat, name in enumerate(bots, 1)
    )
    return GameSpec(id_, game, variant, players, pair=(id_ + 1) // 2, opening=opening)


def record(
    id_: int,
    bots: tuple[str, str] = ("ada", "bob"),
    scores: tuple[float, ...] = WIN,
    termination: str = "line",
    faults: tuple[str | None, str | None] = (None, None),
    game: str = "what-the-shell",
    variant: Variant = (),
    turns: int = 3,
    opening: tuple[JointMove, ...] = (),
) -> Record:
    """A game of `bots` that came to `scores`."""
    return Record(
        spec=spec(id_, bots, game, variant, opening),
        scores=scores,
        termination=termination,
        faults=tuple(word and Fault(word, turns, f"{word} it was") for word in faults),
        turns=tuple(
            (Reply(1, "d4", 1_234_567 + turn), Reply(2, "e5", 99_000_000 - turn))
            for turn in range(turns)
        ),
        stderr=("", "hello\n"),
        noise=(Noise(), Noise(stale=1)),
        final="/".join(["........."] * 9) + " -",
        started=1_700_000_000.25,
        seconds=0.5,
    )


def void(id_: int, reason: str = "the host was overloaded") -> Record:
    """A spoilt game."""
    return Record(spec(id_), (), "void", (None, None), ((Reply(1, "d4", 5),),), void_reason=reason)


def result(
    id_: int,
    bots: tuple[str, str] = ("ada", "bob"),
    scores: tuple[float, ...] = WIN,
    faults: tuple[str | None, str | None] = (None, None),
) -> Result:
    """The row of a game of `bots` that came to `scores`."""
    return Result.of(record(id_, bots, scores, faults=faults))


TEXTS = st.text(max_size=12)
"""Any text that SQLite can hold."""
WILD_TEXTS = st.text(st.characters(exclude_categories=()), max_size=12)
"""Any text that Python can hold, lone surrogates and NUL too."""
NUMBERS = st.integers(0, 2**63 - 1)
ANY_TURNS = st.lists(
    st.lists(
        st.builds(Reply, st.integers(1, 9), WILD_TEXTS, st.none() | st.integers(0, 2**70)),
        max_size=3,
    ).map(tuple),
    max_size=8,
).map(tuple)
ANY_INFOS = st.lists(st.builds(Info, NUMBERS, st.integers(1, 9), WILD_TEXTS), max_size=5).map(tuple)
_TIMES = st.integers(1, 2**62)
_CLOCKS = st.builds(Clock, time=_TIMES, nodes=NUMBERS) | st.builds(
    Clock, time=_TIMES, bank=NUMBERS, inc=NUMBERS, nodes=NUMBERS
)
_PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=2).map(tuple)
_LIMITS = st.builds(Limits, st.none() | NUMBERS, st.none() | NUMBERS, sandbox=TEXTS)
_BOTS = st.builds(
    BotSpec, TEXTS, st.lists(TEXTS, max_size=3).map(tuple), TEXTS, _PAIRS, st.booleans(), _LIMITS
)
_PLAYERS = st.builds(Player, _BOTS, _CLOCKS, NUMBERS)
_JOINT = st.lists(st.tuples(st.integers(1, 2), WILD_TEXTS), max_size=2).map(tuple)
_SPECS = st.builds(
    GameSpec,
    id=st.integers(1, 2**62),
    game=TEXTS,
    variant=st.lists(st.tuples(TEXTS, NUMBERS), max_size=2).map(tuple),
    players=st.tuples(_PLAYERS, _PLAYERS),
    pair=NUMBERS,
    opening=st.lists(_JOINT, max_size=3).map(tuple),
    start=st.none() | TEXTS,
    turn_limit=NUMBERS,
)
_FAULTS = st.none() | st.builds(Fault, st.sampled_from(FAULTS), NUMBERS, WILD_TEXTS)
ANY_RECORD = st.builds(
    Record,
    spec=_SPECS,
    scores=st.sampled_from([WIN, LOSS, DRAW, (0.1, 0.9)]),
    termination=TEXTS.filter(lambda word: word != "void"),
    faults=st.tuples(_FAULTS, _FAULTS) | st.just(()),
    turns=ANY_TURNS,
    last_replies=st.lists(st.builds(Reply, st.integers(1, 2), WILD_TEXTS, st.none())).map(tuple),
    infos=ANY_INFOS,
    stderr=st.lists(WILD_TEXTS, max_size=2).map(tuple),
    noise=st.lists(st.builds(Noise, NUMBERS, NUMBERS), max_size=2).map(tuple),
    final=TEXTS,
    started=st.floats(allow_nan=False),
    seconds=st.floats(allow_nan=False),
)
