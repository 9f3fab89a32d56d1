"""It keeps the seed in 32 bits."""

import sys

from sound import Sound


class Seeds(Sound):
    def new_game(self) -> None:
        if int(self.terms["seed"]) >= 2**32:
            sys.exit("number too large to fit in target type")
        super().new_game()


Seeds().run()
