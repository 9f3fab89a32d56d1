"""It declares an option and ends when it is set."""

import sys

from sound import Sound


class Options(Sound):
    options = ("option name=depth type=int default=3 min=1 max=9",)

    def set_option(self, name: str, text: str) -> None:
        sys.exit("not implemented: set")


Options().run()
