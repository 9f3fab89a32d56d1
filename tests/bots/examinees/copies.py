"""It writes to a log that one process alone may have."""

import fcntl
import os
import sys

from sound import Sound


class Copies(Sound):
    def start(self) -> None:
        log = os.open("copies.log", os.O_CREAT | os.O_WRONLY)
        try:
            fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("copies.log is in use")


Copies().run()
