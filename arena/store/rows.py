"""A record's and a result's columns in the store, and the same values again. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from arena.clock import Clock
from arena.limits import Limits
from arena.record import BotSpec, Fault, GameSpec, JointMove, Noise, Player, Record
from arena.store.packing import (
    pack,
    pack_infos,
    pack_turns,
    to_json,
    unpack,
    unpack_infos,
    unpack_turns,
)
from arena.store.results import (
    OpeningTally,
    Outcome,
    PairTally,
    Result,
    Selection,
    Tally,
    Variant,
)

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seating:
    """What lists need of a lineup: the game, its variant, and the bots' names in seat order."""

    game: str
    variant: Variant
    bots: tuple[str, ...]

    @classmethod
    def read(cls, row: Row) -> Seating:
        """The seating of a lineup's row."""
        bots = tuple(bot["name"] for bot, _ in json.loads(row["seats"]))
        if not all(isinstance(name, str) for name in bots):
            raise ValueError(f"bots {bots}")
        return cls(row["game"], _pairs(json.loads(row["variant"])), bots)

    def fits(self, only: Selection) -> bool:
        """Whether its games can be among the selected ones."""
        return (
            only.game in (None, self.game)
            and (only.bot is None or only.bot in self.bots)
            and set(only.variant) <= set(self.variant)
            and (not only.pool or set(self.bots) <= set(only.pool))
        )


@dataclass(frozen=True, slots=True)
class Lineup:
    """What many games share: the game, its variant, and who sits where with which clock."""

    game: str
    variant: Variant
    turn_limit: int
    seats: tuple[tuple[BotSpec, Clock], ...]

    @classmethod
    def of(cls, spec: GameSpec) -> Lineup:
        """The lineup of one game."""
        seats = tuple((player.bot, player.clock) for player in spec.players)
        return cls(spec.game, spec.variant, spec.turn_limit, seats)

    def row(self) -> dict[str, Any]:
        """Its columns; equal lineups have equal ones."""
        seats = [[asdict(bot), asdict(clock)] for bot, clock in self.seats]
        return {
            "game": self.game,
            "variant": to_json(self.variant),
            "turn_limit": self.turn_limit,
            "seats": to_json(seats),
        }

    @classmethod
    def read(cls, row: Row) -> Lineup:
        """The lineup of a row."""
        return cls(
            row["game"],
            _pairs(json.loads(row["variant"])),
            row["turn_limit"],
            tuple((_bot(bot), Clock.kept(clock)) for bot, clock in json.loads(row["seats"])),
        )


def _bot(fields: dict[str, Any]) -> BotSpec:
    options, limits = _pairs(fields.pop("options")), Limits(**fields.pop("limits", {}))
    return BotSpec(command=tuple(fields.pop("command")), options=options, limits=limits, **fields)


def _pairs(value: Any) -> tuple[Any, ...]:
    """JSON's lists of two as tuples of two."""
    return tuple((first, second) for first, second in value)


def light_row(record: Record) -> dict[str, Any]:
    """The columns that lists read, but for the lineup."""
    words = [fault and fault.word for fault in record.faults]
    clean = words == [None] * len(record.spec.players)
    return {
        "pair": record.spec.pair,
        "seeds": to_json([player.seed for player in record.spec.players]),
        "opening": to_json(record.spec.opening) if record.spec.opening else None,
        "scores": to_json(record.scores),
        "termination": record.termination,
        "faults": None if clean else to_json(words),
        "turns": len(record.turns),
    }


def heavy_row(record: Record) -> dict[str, Any]:
    """The columns that only a replay reads."""
    failures = [fault and [fault.turn, fault.detail] for fault in record.faults]
    return {
        "start": record.spec.start,
        "replies": pack_turns((*record.turns, record.last_replies)),
        "infos": pack_infos(record.infos),
        "failures": to_json(failures),
        "stderr": pack(record.stderr),
        "noise": to_json([[noise.unknown, noise.stale, noise.frozen] for noise in record.noise]),
        "final": record.final,
        "started": record.started,
        "seconds": record.seconds,
    }


def read_record(row: Row, lineup: Lineup, void_reason: str = "", host: str | None = None) -> Record:
    """The record of a row with all columns."""
    *turns, last = unpack_turns(row["replies"])
    return Record(
        spec=_spec(row, lineup),
        scores=read_scores(row["scores"]),
        termination=row["termination"],
        faults=_faults(row),
        turns=tuple(turns),
        last_replies=last,
        infos=unpack_infos(row["infos"]),
        stderr=tuple(unpack(row["stderr"])),
        noise=read_noise(row["noise"]),
        final=row["final"],
        started=row["started"],
        seconds=row["seconds"],
        void_reason=void_reason,
        host=host or "",
    )


def _spec(row: Row, lineup: Lineup) -> GameSpec:
    seats = zip(lineup.seats, json.loads(row["seeds"]), strict=True)
    return GameSpec(
        id=row["id"],
        game=lineup.game,
        variant=lineup.variant,
        players=tuple(Player(bot, clock, seed) for (bot, clock), seed in seats),
        pair=row["pair"],
        opening=_opening(row["opening"]),
        start=row["start"],
        turn_limit=lineup.turn_limit,
    )


def _faults(row: Row) -> tuple[Fault | None, ...]:
    failures = json.loads(row["failures"])
    words = _words(row["faults"], len(failures))
    return tuple(
        None if word is None else Fault(word, *failure)
        for word, failure in zip(words, failures, strict=True)
    )


def read_noise(text: str) -> tuple[Noise, ...]:
    """What the seats did beside their answers, from its column."""
    return tuple(Noise(*counts) for counts in json.loads(text))


def read_result(row: Row, seating: Seating) -> Result:
    """The result of a row with the light columns."""
    return Result(
        id=row["id"],
        game=seating.game,
        variant=seating.variant,
        bots=seating.bots,
        scores=read_scores(row["scores"]),
        termination=row["termination"],
        faults=_words(row["faults"], len(seating.bots)),
        turns=row["turns"],
        seeds=tuple(json.loads(row["seeds"])),
        pair=row["pair"],
        opening=_opening(row["opening"]),
    )


def read_outcome(scores: str, faults: str | None, bots: tuple[str, ...]) -> Outcome:
    """A game's outcome from its columns and who played."""
    return Outcome(bots, read_scores(scores), _words(faults, len(bots)))


def read_tally(row: Row, seating: Seating) -> Tally:
    """The tally of a row with a lineup's scores and faults and their number."""
    return Tally(
        game=seating.game,
        variant=seating.variant,
        bots=seating.bots,
        scores=read_scores(row["scores"]),
        faults=_words(row["faults"], len(seating.bots)),
        games=row["games"],
    )


def read_opening_tally(row: Row, seating: Seating) -> OpeningTally:
    """The tally of a row with a lineup's opening, scores and their number."""
    return OpeningTally(
        game=seating.game,
        variant=seating.variant,
        start=row["start"],
        opening=_opening(row["opening"]),
        scores=read_scores(row["scores"]),
        games=row["games"],
    )


def read_pair_tally(row: Row, seatings: Mapping[int, Seating]) -> PairTally:
    """The tally of a row with the lineup and scores of each game of a pair, and their number."""
    games = ((seatings[id_].bots, tuple(scores)) for id_, scores in json.loads(row["games"]))
    return PairTally(tuple(games), row["pairs"])


@lru_cache(maxsize=1000)
def read_scores(text: str) -> tuple[float, ...]:
    """The scores of a game from their column."""
    scores = tuple(json.loads(text))
    if not all(isinstance(score, int | float) and 0 <= score <= 1 for score in scores):
        raise ValueError(f"scores {text}")
    return scores


@lru_cache(maxsize=1000)
def _words(text: str | None, seats: int) -> tuple[str | None, ...]:
    """The faults' words by seat; no text means that nobody failed."""
    return (None,) * seats if text is None else tuple(json.loads(text))


@lru_cache(maxsize=1000)
def _opening(text: str | None) -> tuple[JointMove, ...]:
    return () if text is None else tuple(_pairs(turn) for turn in json.loads(text))
