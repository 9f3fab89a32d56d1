"""It waits for more when there is no more."""

import time

from sound import Sound


class EndOfInput(Sound):
    def end(self) -> None:
        while True:
            time.sleep(60)


EndOfInput().run()
