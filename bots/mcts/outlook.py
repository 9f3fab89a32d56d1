"""How a position of Veletas stands: claims, and who would claim what next."""

from __future__ import annotations

from math import exp

from territory import rooms

from engines.veletas.position import Position

CLAIM, TEMPO = 1.4, 0.5
"""Log odds of winning for each claim, and for being to move. All were fitted to games."""
HELD = (0.9, 0.8, 0.5, 0.4, 0.3, 0.3, 0.1, 0.0, 0.0)
"""The same for a shooter whose trapper one would be, by its empty neighbours."""
POCKETS = (0.2, 0.25, 0.2, 0.13, 0.12, 0.05, 0.0)
"""The same for an empty square, on which a shooter may yet be trapped."""


def odds(position: Position, blacks: int, whites: int) -> float:
    """Black's log odds of winning; `blacks` and `whites` are the squares each owns."""
    found = CLAIM * (position.black_claims.bit_count() - position.white_claims.bit_count())
    found += TEMPO if position.side == "b" else -TEMPO
    shooters, empty = position.shooters, position.empty
    black_held, white_held = shooters & blacks, shooters & whites
    black_pockets, white_pockets = empty & blacks, empty & whites
    weights = zip(rooms(position.board, empty), HELD, POCKETS, strict=False)
    for squares, held, pocket in weights:
        found += held * ((squares & black_held).bit_count() - (squares & white_held).bit_count())
        pockets = (squares & black_pockets).bit_count() - (squares & white_pockets).bit_count()
        found += pocket * pockets
    return found


def chance(log_odds: float) -> float:
    """The chance of winning that goes with log odds."""
    return 1 / (1 + exp(-log_odds))
