"""Veletas: neutral shooters fire stones of both colours; who claims most shooters wins.

From the squares up: `board` (lines and groups), `moves` (what a text says), `position` (what is
where, and what moves make of it), `words` (what people are told), `state` and `game` (the
contract).
"""

from engines.veletas.game import GAME
from engines.veletas.state import VeletasState

__all__ = ["GAME", "VeletasState"]
