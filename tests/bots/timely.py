"""A What the Shell bot that uses its time in one odd way.

python timely.py sleep SECONDS     sleeps before each answer
python timely.py burn SECONDS      computes for so much processor time before each answer
python timely.py crowd SECONDS     the same, beside eight children that compute without end
python timely.py ponder SECONDS    answers at once, and then computes
"""

import os
import sys
import time

manner, seconds = sys.argv[1], float(sys.argv[2])


def burn() -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def crowd() -> None:
    for _ in range(8):
        if os.fork() == 0:
            while True:
                pass


state = ""
if manner == "crowd":
    crowd()
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "arena":
        print("plays what-the-shell\nready", flush=True)
    elif keyword == "newgame":
        print("ready", words[0], flush=True)
    elif keyword == "state":
        state = words[0].replace("/", "")
    elif keyword == "go":
        if manner == "sleep":
            time.sleep(seconds)
        elif manner not in ("ponder", "cheat"):
            burn()
        index = state.index(".")
        square = "abcdefghi"[index % 9] + "987654321"[index // 9]
        print("move", words[0], "z0" if manner == "cheat" else square, flush=True)
        if manner == "ponder":
            burn()
    elif keyword == "quit":
        break
