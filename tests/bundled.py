"""Games of bundled bots, behind the referee in this process."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engines
from arena.clock import Clock
from arena.plan import bots as plan
from arena.plan.openings import draw
from arena.plan.tournament import Openings
from arena.record import BotSpec, GameSpec, Player, Record

Variant = tuple[tuple[str, int], ...]
VARIANTS: dict[str, tuple[str, Variant]] = {
    "what-the-shell": ("what-the-shell", ()),
    "veletas7": ("veletas", (("size", 7),)),
    "veletas9": ("veletas", (("size", 9),)),
    "veletas10": ("veletas", (("size", 10),)),
}
every_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS.values(), ids=VARIANTS)
PATIENT = Clock(time=20_000, margin=1000)
"""For games that no time limit should decide."""


def bot(name: str, **options: object) -> BotSpec:
    (spec,) = plan.resolve([name])
    return replace(spec, options=tuple((key, str(value)) for key, value in options.items()))


def spec(
    game: str,
    variant: Variant,
    one: BotSpec,
    two: BotSpec,
    seed: int = 1,
    clock: Clock = PATIENT,
    turns: int = 0,
) -> GameSpec:
    """A game that begins with so many random turns; if none, the bots play its set-up too."""
    two = replace(two, name=f"{two.name}-2") if two.name == one.name else two
    players = (Player(one, clock, 2 * seed), Player(two, clock, 2 * seed + 1))
    opening = draw(engines.load(game), dict(variant), Openings(turns), seed) if turns else ()
    return GameSpec(seed, game, variant, players, seed, opening)


def moves(record: Record) -> list[tuple[str, ...]]:
    """The moves of each turn, of a game without a fault."""
    assert record.faults == (None, None), record.faults
    return [tuple(reply.move for reply in turn) for turn in record.turns]
