"""It leaves a file while it runs, and does not start where it finds one of a dead process."""

import os
import sys
from pathlib import Path

from sound import Sound

OWN = Path(f"restart-{os.getpid()}.lock")


class Restart(Sound):
    def start(self) -> None:
        for file in Path().glob("restart-*.lock"):
            if not Path(f"/proc/{file.stem.partition('-')[2]}").exists():
                sys.exit(f"{file} is there: was this bot killed?")
        OWN.touch()

    def quit(self) -> None:
        self.end()

    def end(self) -> None:
        OWN.unlink(missing_ok=True)
        sys.exit()


Restart().run()
