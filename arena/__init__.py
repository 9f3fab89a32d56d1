"""engine-arena: a tournament platform for game bots."""

__version__ = "0.1.0"
