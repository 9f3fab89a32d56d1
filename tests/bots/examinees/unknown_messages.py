"""It ends at a word that it does not know."""

import sys

from sound import Sound


class UnknownMessages(Sound):
    def unknown(self, line: str) -> None:
        sys.exit(f"unknown command: {line}")


UnknownMessages().run()
