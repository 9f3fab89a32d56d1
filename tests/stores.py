"""Large stores, quickly made: real legal games, a few hundred of which are told again and again.

    python -m tests.stores STORE [--games 100000] [--bots 8] [--seed 1] [--contest what-the-shell]

writes the store of a round robin as its run would have left it: `arena verify` confirms every
game, the seeds are those of the schedule, and better bots win more. Two stores of the same
arguments have the same games.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from arena.clock import MS
from arena.plan.schedule import schedule
from arena.plan.tournament import NO_OPENINGS, Contest, Entrant, Tournament, match
from arena.record import BotSpec, Fault, GameSpec, Player, Record, Reply
from arena.rules.retrace import first_state
from arena.run import header_of
from arena.skill import MU, SIGMA
from arena.store.rows import Lineup, heavy_row, light_row
from arena.store.schema import HEAVY, LIGHT
from arena.store.store import Store
from tests import random_games

CONTESTS = (Contest("what-the-shell"), Contest("veletas", (("size", 7),)))
SAMPLES = 150
"""How many games of each contest are played out."""
FAULTS = ("timeout", "illegal", "crash")
_USED, _WIDTH = 14.5, 0.8
"""The logarithm of the nanoseconds that bots use in a turn, and how widely it spreads."""

Key = tuple[Contest, float, str | None]
"""A game by its contest, the points of seat 1, and the word of the loser's fault."""


def make_store(
    path: Path,
    games: int = 100_000,
    bots: int = 8,
    seed: int = 1,
    contests: tuple[Contest, ...] = CONTESTS,
) -> Tournament:
    """The store of a finished tournament of so many games at `path`, where no file is."""
    plan = tournament(games, bots, seed, contests)
    Store.create(path, header_of(plan)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        writer = _Writer(db, plan, random.Random(seed))
        specs = (spec for spec in schedule(plan) if isinstance(spec, GameSpec))
        while batch := list(islice(specs, 10_000)):
            writer.write(batch[: games - writer.written])
        db.commit()
    return plan


def tournament(games: int, bots: int, seed: int, contests: tuple[Contest, ...]) -> Tournament:
    """A round robin of at least so many games between bots that nobody can start."""
    entered = [BotSpec(f"bot{number}", ("bot",), "/") for number in range(1, bots + 1)]
    couples = bots * (bots - 1) // 2 * len(contests)
    plan = match(entered, contests[0], 2 * -(-games // (2 * couples)), seed=seed)
    return replace(plan, name="large", contests=contests, openings=NO_OPENINGS)


@dataclass(frozen=True, slots=True)
class _Sample:
    """The columns of a game that has been played, but for those of its place in the schedule."""

    light: dict[str, Any]
    heavy: dict[str, Any]


class _Writer:
    """Writes the rows of games, as many as are asked for."""

    def __init__(self, db: sqlite3.Connection, plan: Tournament, dice: random.Random) -> None:
        self._db, self._dice = db, dice
        self._samples = {
            contest: _samples(contest, plan.entrants, dice) for contest in plan.contests
        }
        self._skills = {name: dice.gauss(MU, SIGMA / 2) for name in plan.names}
        self._clumsy = {name: 0.005 * place for place, name in enumerate(plan.names)}
        self._lineups: dict[tuple[Contest, tuple[str, ...]], int] = {}
        self.written = 0

    def write(self, specs: Sequence[GameSpec]) -> None:
        """Let these games have been played."""
        rows = [self._rows(spec) for spec in specs]
        for table, columns, place in (("games", LIGHT, 0), ("logs", HEAVY, 1)):
            names, marks = ", ".join(columns), ", ".join(f":{column}" for column in columns)
            self._db.executemany(
                f"INSERT INTO {table} (id, {names}) VALUES (:id, {marks})",
                [row[place] for row in rows],
            )
        self.written += len(specs)

    def _rows(self, spec: GameSpec) -> tuple[dict[str, Any], dict[str, Any]]:
        contest = Contest(spec.game, spec.variant)
        sample = self._dice.choice(self._samples[contest][self._end(contest, spec.bots)])
        light = sample.light | {
            "id": spec.id,
            "lineup": self._lineup(contest, spec),
            "pair": spec.pair,
            "seeds": f"[{','.join(str(player.seed) for player in spec.players)}]",
        }
        seconds = sample.heavy["seconds"]
        return light, sample.heavy | {"id": spec.id, "started": 1_700_000_000 + spec.id * seconds}

    def _end(self, contest: Contest, bots: tuple[str, ...]) -> Key:
        """How a game comes out: by skill and luck, now and then by the loser's fault."""
        apart = self._skills[bots[0]] - self._skills[bots[1]] + self._dice.gauss(0, SIGMA / 2)
        if abs(apart) < 0.2 and contest.game == "what-the-shell":
            return contest, 0.5, None
        loser = bots[1] if apart > 0 else bots[0]
        failed = self._dice.random() < self._clumsy[loser]
        return contest, float(apart > 0), self._dice.choice(FAULTS) if failed else None

    def _lineup(self, contest: Contest, spec: GameSpec) -> int:
        known = self._lineups.get((contest, spec.bots))
        if known is None:
            row = Lineup.of(spec).row()
            names, marks = ", ".join(row), ", ".join(f":{column}" for column in row)
            self._db.execute(f"INSERT INTO lineups ({names}) VALUES ({marks})", row)
            known = self._lineups[contest, spec.bots] = len(self._lineups) + 1
        return known


def _samples(
    contest: Contest, entrants: Sequence[Entrant], dice: random.Random
) -> dict[Key, list[_Sample]]:
    """Games of a contest by how they came out, some of each kind."""
    players = tuple(Player(each.bot, each.clock, 0) for each in entrants[:2])
    spec = GameSpec(1, contest.game, contest.variant, players, 1)
    found: dict[Key, list[_Sample]] = {}
    for record in _records(spec, dice):
        word = next((fault.word for fault in record.faults if fault), None)
        sample = _Sample(light_row(record), heavy_row(record))
        found.setdefault((contest, record.scores[0], word), []).append(sample)
    return found


def _records(spec: GameSpec, dice: random.Random) -> Iterator[Record]:
    whole = [play(spec, dice) for _ in range(SAMPLES)]
    yield from whole
    for record in whole[: SAMPLES // 6]:
        if spec.game == "what-the-shell":
            yield both_resigned(record, dice)
        for word in FAULTS:
            yield from (failed(record, seat, word, dice) for seat in (1, 2))


def play(spec: GameSpec, dice: random.Random) -> Record:
    """A game by random moves, in times such as quick bots need."""
    record = random_games.played(spec, dice, lambda: _used(dice))
    return replace(record, seconds=_spent(record.turns))


def _used(dice: random.Random) -> int:
    return int(dice.lognormvariate(_USED, _WIDTH))


def _spent(turns: Sequence[tuple[Reply, ...]]) -> float:
    return sum(max(reply.used or 0 for reply in turn) for turn in turns) / 1e9


def failed(record: Record, seat: int, word: str, dice: random.Random) -> Record:
    """The same game, lost by a fault of this seat in one of its turns."""
    own = [n for n, turn in enumerate(record.turns) if seat in [reply.seat for reply in turn]]
    cut = dice.choice(own)
    used = 121 * MS if word == "timeout" else _used(dice)
    answer = Reply(seat, "nowhere" if word == "illegal" else "", used)
    fault = Fault(word, cut + 1, f"seat {seat}: {word}")
    return replace(
        _cut(record, cut),
        scores=(0.0, 1.0) if seat == 1 else (1.0, 0.0),
        termination=word,
        faults=(fault, None) if seat == 1 else (None, fault),
        last_replies=tuple(answer if each.seat == seat else each for each in record.turns[cut]),
    )


def both_resigned(record: Record, dice: random.Random) -> Record:
    """The same game, given up in the same turn: games of chance are hardly ever drawn."""
    cut = dice.randrange(len(record.turns))
    replies = tuple(Reply(reply.seat, "", reply.used) for reply in record.turns[cut])
    return replace(_cut(record, cut), scores=(0.5, 0.5), termination="resign", last_replies=replies)


def _cut(record: Record, turns: int) -> Record:
    """No more than so many turns of a game."""
    state, played = first_state(record.spec), record.turns[:turns]
    for turn in played:
        state = state.play({each.seat: state.parse_move(each.seat, each.move) for each in turn})
    return replace(record, turns=played, final=str(state), seconds=_spent(played))


def main() -> None:
    """Make a store and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m tests.stores")
    parser.add_argument("store", type=Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--contest", choices=[contest.game for contest in CONTESTS])
    asked = parser.parse_args()
    contests = tuple(each for each in CONTESTS if asked.contest in (None, each.game))
    make_store(asked.store, asked.games, asked.bots, asked.seed, contests)
    with Store.open(asked.store) as store:
        turns = sum(result.turns for result in store.results())
    size = asked.store.stat().st_size
    print(f"{asked.games} games, {turns} turns, {size} bytes: {size / turns:.1f} a turn")


if __name__ == "__main__":
    main()
