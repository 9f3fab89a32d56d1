"""Veletas: neutral shooters fire stones of both colours; who claims most shooters wins.

From the squares up: `board` (lines and groups), `moves` (what a text says), `position` (what a
move does), `words` (what people are told), `game` (the contract).
"""

from engines.veletas.game import GAME

__all__ = ["GAME"]
