"""Measurements of the arena itself: `python -m bench`. See bench/README.md."""
