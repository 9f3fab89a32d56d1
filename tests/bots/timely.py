"""A What the Shell bot that uses its time in one odd way.

python timely.py sleep SECONDS     sleeps before each answer
python timely.py burn SECONDS      computes for so much processor time before each answer
python timely.py crowd SECONDS     the same, beside eight children that compute without end
python timely.py orphans SECONDS   the same, beside eight that are nobody's children any more
python timely.py breed SECONDS     for so long has children compute one after the other, and waits
python timely.py shed SECONDS      the same, and has the system forget those that end
python timely.py ponder SECONDS    answers at once, and then computes
"""

import os
import signal
import sys
import time
from contextlib import suppress

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


def orphans() -> None:
    if os.fork() == 0:
        crowd()
        os._exit(0)
    os.wait()


def breed() -> None:
    """It never sleeps, and is alone at each moment in which somebody may look."""
    end = time.monotonic() + seconds
    while (begun := time.monotonic()) < end:
        if os.fork() == 0:
            while time.monotonic() < begun + 0.01:
                pass
            os._exit(0)
        while time.monotonic() < begun + 0.015:
            pass
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


state = ""
if manner == "crowd":
    crowd()
if manner == "orphans":
    orphans()
if manner == "shed":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
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
        elif manner in ("breed", "shed"):
            breed()
        elif manner not in ("ponder", "cheat"):
            burn()
        index = state.index(".")
        square = "abcdefghi"[index % 9] + "987654321"[index // 9]
        print("move", words[0], "z0" if manner == "cheat" else square, flush=True)
        if manner == "ponder":
            burn()
    elif keyword == "quit":
        break
