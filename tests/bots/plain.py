"""A deterministic bot of any game: it draws from the legal moves, by the game's seed alone.

    python plain.py [MARK] [SECONDS]

MARK tells one test's processes from all others; SECONDS are slept before each answer. It starts
quickly, since it needs no more than the standard library, and plays no placements.
"""

import sys
import time
from random import Random

pause = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
rng, legal = Random(), []
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "arena":
        print("plays what-the-shell\nplays veletas\nwant legal\nready", flush=True)
    elif keyword == "newgame":
        rng.seed(next(word for word in words if word.startswith("seed=")))
        print("ready", words[0], flush=True)
    elif keyword == "legal":
        legal = words
    elif keyword == "go":
        time.sleep(pause)
        print("move", words[0], rng.choice(legal), flush=True)
    elif keyword == "quit":
        break
