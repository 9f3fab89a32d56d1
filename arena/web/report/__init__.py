"""A run in one file: its page, its list of games and their replays, to open without a server."""
