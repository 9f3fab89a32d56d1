"""Pages over runs: standings, bots, games, replays and play; they read stores."""
