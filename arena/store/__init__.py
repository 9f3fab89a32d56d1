"""The store's room: a run's games in one SQLite file."""
