"""A bot that follows one seat's part of a golden transcript to the letter.

    python scripted.py TRANSCRIPT SEAT

It reads what the arena says, ends with a complaint at the first line that the transcript does
not have, and says its own lines where they stand, those of one moment in one write.
"""

import re
import sys
from pathlib import Path

path, seat = sys.argv[1:]
part = [
    (line[1], line[3:])
    for line in Path(path).read_text(encoding="utf-8").splitlines()
    if line[:1] == seat
]


def without_times(line: str) -> str:
    return re.sub(r" (time|margin|last)=\d+", "", line)


answers = ""
for direction, line in part:
    if direction == "<":
        answers += f"{line}\n"
        continue
    sys.stdout.write(answers)
    sys.stdout.flush()
    answers = ""
    heard = sys.stdin.readline().rstrip("\n")
    if without_times(heard) != without_times(line):
        sys.exit(f"found {heard!r}, expected {line!r}")
