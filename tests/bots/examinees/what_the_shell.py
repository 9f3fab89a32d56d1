"""It counts squares from another corner: its fifth move stands on its first."""

from sound import Sound


class WhatTheShell(Sound):
    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []

    def choose(self) -> str:
        self.chosen.append(super().choose())
        return self.chosen[0] if len(self.chosen) > 4 else self.chosen[-1]


WhatTheShell().run()
