"""Bots that tell in `info` lines what they find around them, one thing a class.

python telling.py BEHAVIOUR [WORD...]
"""

from __future__ import annotations

import os

import fair
from fair import Fair, say


class TellsProcessors(Fair):
    """Those that it may use, and those of a child."""

    def odd_turn(self, number: int, move: str) -> None:
        say(f"info text own {processors()}")
        if os.fork() == 0:
            say(f"info text child {processors()}")
            os._exit(0)
        os.wait()
        self.move(number, move)


def processors() -> str:
    return ",".join(map(str, sorted(os.sched_getaffinity(0))))


if __name__ == "__main__":
    fair.main(*fair.of(globals()))
