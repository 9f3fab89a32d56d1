"""The views' room: games, tables and progress as people and programs read them."""
