"""`eject_after`: a bot that fails game after game is set aside, whatever the concurrency."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

from arena.clock import Clock
from arena.plan.meetings import WAIT
from arena.plan.schedule import schedule
from arena.plan.tournament import Tournament, contest
from arena.record import BotSpec, Fault, GameSpec, Player, Record
from arena.rules.verify import difference
from arena.store.store import Store
from arena.workers.ejection import Ejector
from tests.commands import arena
from tests.field_of_play import Outcomes, tournament

BOTS = Path(__file__).parent / "bots"
LIMIT = 3


def spec(number: int, *bots: str, opening: bool = True) -> GameSpec:
    players = tuple(Player(BotSpec(bot, ("true",), "/"), Clock(), number) for bot in bots)
    turns = ((((1, "a1"), (2, "b2")),),) if opening else ((),)
    game = contest("what-the-shell")
    return GameSpec(number, game.game, game.variant, players, pair=number, opening=turns[0])


def record(game: GameSpec, *failing: str) -> Record:
    faults = tuple(Fault("crash", 1, "") if bot in failing else None for bot in game.bots)
    scores = tuple(0.0 if fault else 1.0 for fault in faults)
    return Record(game, scores, "crash" if failing else "line", faults, ())


def words(game: Record) -> tuple[str | None, ...]:
    return tuple(fault.word if fault else None for fault in game.faults)


def league(games: int) -> list[GameSpec]:
    """Games of three bots that meet in turn."""
    pairs = [("bad", "good"), ("good", "fair"), ("fair", "bad")]
    return [spec(number, *pairs[number % 3]) for number in range(1, games + 1)]


def play(specs: list[GameSpec], order: random.Random, slots: int, fails: set[int]) -> list[Record]:
    """What comes of games of which `slots` are played at once and end in any order; `bad` fails
    in the games of these numbers."""
    kept: list[Record] = []
    ejector = Ejector(LIMIT, kept.append, lambda text: None)
    admitted = ejector.admit(specs)
    playing: list[GameSpec] = []
    while True:
        while len(playing) < slots and (game := next(admitted, None)):
            playing.append(game)
        if not playing:
            return kept
        game = playing.pop(order.randrange(len(playing)))
        failing = [bot for bot in game.bots if bot == "bad" and game.id in fails]
        ejector.take(record(game, *failing))


def outline(games: list[Record]) -> list[tuple[int, tuple[str | None, ...], tuple[float, ...]]]:
    return [(game.spec.id, words(game), game.scores) for game in games]


def test_the_games_of_a_bot_that_is_set_aside_are_forfeited() -> None:
    specs = league(12)
    own = [game.id for game in specs if "bad" in game.bots]
    kept = play(specs, random.Random(1), 1, set(own[1:]))
    assert [game.spec.id for game in kept] == list(range(1, 13))
    after = own[LIMIT]
    for game in kept:
        expected = (
            "forfeit" if game.spec.id > after else "crash" if game.spec.id != own[0] else None
        )
        assert words(game) == tuple(expected if b == "bad" else None for b in game.spec.bots)


def test_it_is_the_same_whatever_is_played_at_once_and_ends_first() -> None:
    specs = league(40)
    rng = random.Random(7)
    for _ in range(50):
        fails = {game.id for game in specs if rng.random() < 0.6}
        alone = outline(play(specs, rng, 1, fails))
        for slots in (2, 5, 16):
            assert outline(play(specs, rng, slots, fails)) == alone


def test_a_game_that_goes_well_begins_the_count_anew() -> None:
    specs = [spec(number, "bad", "good") for number in range(1, 10)]
    kept = play(specs, random.Random(1), 3, {1, 2, 4, 5, 7, 8})
    assert "forfeit" not in {word for game in kept for word in words(game)}


def test_two_bots_that_are_both_set_aside_draw() -> None:
    kept: list[Record] = []
    ejector = Ejector(1, kept.append, lambda text: None)
    (first,) = ejector.admit([spec(1, "one", "two")])
    ejector.take(record(first, "one", "two"))
    assert list(ejector.admit([spec(2, "two", "one")])) == []
    assert (words(kept[1]), kept[1].scores) == (("forfeit", "forfeit"), (0.5, 0.5))
    assert kept[1].termination == "double-fault"


def test_a_game_that_is_given_up_keeps_nobody_waiting() -> None:
    kept: list[Record] = []
    ejector = Ejector(LIMIT, kept.append, lambda text: None)
    one, two = ejector.admit([spec(1, "one", "two"), spec(2, "two", "one")])
    ejector.take(record(two))
    assert not kept
    ejector.give_up(one)
    assert [game.spec.id for game in kept] == [2]


def test_an_earlier_run_is_remembered() -> None:
    told: list[str] = []
    kept: list[Record] = []
    ejector = Ejector(2, kept.append, told.append)
    ejector.recall([(("bad", "good"), ("timeout", None)), (("good", "bad"), (None, "crash"))])
    ejector.recall([(("bad", "good"), ("forfeit", None))])
    assert list(ejector.admit([spec(4, "good", "bad")])) == []
    assert words(kept[0]) == (None, "forfeit")


def test_without_a_limit_nothing_waits_and_nobody_is_set_aside() -> None:
    kept: list[Record] = []
    ejector = Ejector(None, kept.append, lambda text: None)
    specs = [spec(number, "bad", "good") for number in range(1, 6)]
    for game in reversed(list(ejector.admit(specs))):
        ejector.take(record(game, "bad"))
    assert [game.spec.id for game in kept] == [5, 4, 3, 2, 1]
    assert {words(game) for game in kept} == {("crash", None)}


def test_what_is_over_is_forgotten() -> None:
    """A run of a million games is not remembered, whether bots may be set aside or not."""
    for limit in (None, 3):
        ejector = Ejector(limit, lambda record: None, lambda text: None)
        for game in ejector.admit(league(10)):
            assert isinstance(game, GameSpec)
            if game.id == 5:
                ejector.give_up(game)
            else:
                ejector.take(record(game))
        assert not ejector._order
        assert not ejector._there


def test_formats_that_decide_by_results_go_on_by_forfeits() -> None:
    plan = tournament(5, "swiss", rounds=6)
    alone = swiss_without(plan, "c", 1, random.Random(1))
    assert sum("c" in bots for bots, _ in alone.values()) > LIMIT
    for slots in (2, 5):
        assert swiss_without(plan, "c", slots, random.Random(slots)) == alone


def swiss_without(plan: Tournament, bad: str, slots: int, order: random.Random) -> Outcomes:
    """What comes of a run in which this bot fails in every game that it plays."""
    outcomes: Outcomes = {}

    def keep(game: Record) -> None:
        outcomes[game.spec.id] = (game.spec.bots, game.scores)

    ejector = Ejector(LIMIT, keep, lambda text: None)
    admitted = ejector.admit(schedule(plan, None, outcomes))
    playing: list[GameSpec] = []
    waits = False
    while True:
        while len(playing) < slots and not (waits and playing):
            step = next(admitted, None)
            waits = step is WAIT
            if step is None:
                break
            if step is not WAIT:
                playing.append(step)
        if not playing:
            return outcomes
        game = playing.pop(order.randrange(len(playing)))
        failing = [bad] if bad in game.bots else []
        ejector.take(record(game, *failing) if failing else won(game))


def won(game: GameSpec) -> Record:
    """The bot whose name comes first has won."""
    first = game.bots[0] < game.bots[1]
    return replace(record(game), scores=(float(first), float(not first)))


def test_a_forfeited_game_is_a_record_that_the_rules_confirm() -> None:
    kept: list[Record] = []
    ejector = Ejector(1, kept.append, lambda text: None)
    (first,) = ejector.admit([spec(1, "bad", "good")])
    ejector.take(record(first, "bad"))
    assert not list(ejector.admit([spec(2, "bad", "good"), spec(3, "good", "bad", opening=False)]))
    for game in kept[1:]:
        assert difference(game) is None
        assert len(game.turns) == len(game.spec.opening)


def test_a_run_goes_on_without_the_bot_that_fails(tmp_path: Path) -> None:
    """The same table at any concurrency; each game is there once, and verified."""
    python = f"{sys.executable} -S {BOTS}"
    (tmp_path / "cup.yaml").write_text(
        "games: what-the-shell\nrounds: 3\neject_after: 2\nclock: {time: 2s, margin: 1s}\nbots:\n"
        f"  - {{name: bad, command: {python}/broken.py exits-at-turn}}\n"
        f"  - {{name: one, command: {python}/fair.py}}\n"
        f"  - {{name: two, command: {python}/fair.py}}\n"
    )
    outlines = []
    for slots in (1, 4):
        store = f"{slots}.arena"
        done = arena(
            "run", "cup.yaml", "--store", store, "--concurrency", slots, "--quiet", cwd=tmp_path
        )
        assert "bad is set aside: it failed 2 games in a row" in done.stdout + done.stderr
        arena("verify", store, cwd=tmp_path)
        with Store.open(tmp_path / store) as opened:
            outlines.append([(r.id, r.bots, r.faults) for r in opened.results()])
    assert outlines[0] == outlines[1]
    bad = [faults for _, bots, faults in outlines[0] if "bad" in bots]
    crashes = sum("crash" in faults for faults in bad)
    assert (len(outlines[0]), len(bad), crashes) == (18, 12, 2)
    assert sum("forfeit" in faults for faults in bad) == 10
